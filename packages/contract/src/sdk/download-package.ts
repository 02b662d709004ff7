import { defineCall } from '../call.ts'
import { packageParams } from './get-package.ts'

export const downloadPackage = defineCall({
  id: 'sdk.downloadPackage',
  method: 'GET',
  path: '/api/v1/JsSheetSDK/download/{product}/{engine}/{package}',
  summary: 'Download a package of an engine.',
  caller: 'user',
  keyScope: 'author',
  flag: 'ShowSDKGenerator',
  params: packageParams,
  output: { kind: 'file', contentType: 'application/octet-stream' },
  errors: ['ENGINE_NOT_FOUND', 'FILE_NOT_FOUND'],
})
