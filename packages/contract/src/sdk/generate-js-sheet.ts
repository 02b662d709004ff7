import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { engineParams } from '../engines/engine-address.ts'
import { enginePackage } from './package.ts'

export const generateJsSheet = defineCall({
  id: 'sdk.generateJsSheet',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/generatejssheetengine/{engine}',
  summary: 'Make the JS sheet of a version in the background: the compiled engine as a JavaScript module.',
  caller: 'user',
  keyScope: 'author',
  flag: 'ShowSDKGenerator',
  params: engineParams,
  body: json(
    z
      .strictObject({
        version: z.string().min(1).max(60).optional().describe('Id or revision; by default the one that runs'),
      })
      .default({}),
  ),
  output: data(enginePackage),
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND', 'ENGINE_NOT_PORTABLE'],
})
