import { z } from 'zod'
import { anyCase } from './any-case.ts'
import { defineCall } from '../call.ts'
import { servicePath, serviceParams } from './service.ts'

export const downloadServiceSwagger = defineCall({
  id: 'engines.downloadServiceSwagger',
  method: 'GET',
  path: `${servicePath}/downloadswagger/{subservice}/{downloadable}/{versionId}`,
  summary:
    'Download the OpenAPI document of a version of a service, with all its inputs and outputs or those of a subservice.',
  caller: 'user',
  keyScope: 'execute',
  rule: { module: 'ProductEngine', rule: 'DownloadSwagger' },
  params: serviceParams.extend({
    subservice: z.string().min(1).max(255).describe('Name of a subservice, or All'),
    downloadable: anyCase(['true', 'false']).describe('true to save it as a file'),
    versionId: z.string().min(1).max(60),
  }),
  output: { kind: 'file', contentType: 'application/json' },
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND'],
})
