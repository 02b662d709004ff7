import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { engineParams } from '../engines/engine-address.ts'
import { enginePackage } from './package.ts'

export const packageParams = engineParams.extend({ package: z.uuid() })

export const getPackage = defineCall({
  id: 'sdk.getPackage',
  method: 'GET',
  path: '/api/v1/JsSheetSDK/get/{product}/{engine}/{package}',
  summary: 'Get one package of an engine: how far it is, and where it is downloaded.',
  caller: 'user',
  keyScope: 'author',
  flag: 'ShowSDKGenerator',
  params: packageParams,
  output: data(enginePackage),
  errors: ['ENGINE_NOT_FOUND', 'FILE_NOT_FOUND'],
})
