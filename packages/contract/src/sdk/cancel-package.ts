import { data, defineCall } from '../call.ts'
import { packageParams } from './get-package.ts'
import { enginePackage } from './package.ts'

export const cancelPackage = defineCall({
  id: 'sdk.cancelPackage',
  method: 'POST',
  path: '/api/v1/JsSheetSDK/cancel/{product}/{engine}/{package}',
  summary: 'Stop making a package. What comes of it nevertheless is discarded.',
  caller: 'user',
  keyScope: 'author',
  flag: 'ShowSDKGenerator',
  params: packageParams,
  output: data(enginePackage),
  errors: ['ENGINE_NOT_FOUND', 'FILE_NOT_FOUND'],
})
