import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { engineParams } from '../engines/engine-address.ts'
import { enginePackage } from './package.ts'

export const listPackages = defineCall({
  id: 'sdk.listPackages',
  method: 'GET',
  path: '/api/v1/JsSheetSDK/list/{product}/{engine}',
  summary: 'List the packages of an engine, newest first.',
  caller: 'user',
  keyScope: 'author',
  flag: 'ShowSDKGenerator',
  params: engineParams,
  output: data(
    z.object({
      portable: z
        .enum(['yes', 'forbidden', 'impossible'])
        .describe(
          'yes: programs can be made. forbidden: the author does not let the engine be handed out. impossible: it has no ' +
            'program that computes elsewhere. Clients that call the server can always be made',
        ),
      packages: z.array(enginePackage),
    }),
  ),
  errors: ['ENGINE_NOT_FOUND'],
})
