import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { versionParams } from '../engines/engine-address.ts'
import { enginePackage, packageKind } from './package.ts'

export const generateSdk = defineCall({
  id: 'sdk.generateSdk',
  method: 'POST',
  path: '/api/v1/JsSheetSDK/generatejssheetsdk/{product}/{engine}/{version}',
  summary: 'Make a package of a version in the background. One that is being made already is given instead.',
  caller: 'user',
  keyScope: 'author',
  flag: 'ShowSDKGenerator',
  params: versionParams,
  body: json(z.strictObject({ kind: packageKind.default('typescript') }).default({ kind: 'typescript' })),
  output: data(enginePackage),
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND', 'ENGINE_NOT_PORTABLE'],
})
