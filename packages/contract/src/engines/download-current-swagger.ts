import { z } from 'zod'
import { anyCase } from './any-case.ts'
import { defineCall } from '../call.ts'
import { serviceParams, servicePath } from './service.ts'

export const downloadCurrentSwagger = defineCall({
  id: 'engines.downloadCurrentSwagger',
  method: 'GET',
  path: `${servicePath}/downloadswagger/{subservice}/{downloadable}`,
  summary:
    'Download the OpenAPI document of the version of a service that runs now, with all its inputs and outputs or those of a ' +
    'subservice.',
  caller: 'user',
  keyScope: 'execute',
  rule: { module: 'ProductEngine', rule: 'DownloadSwagger' },
  params: serviceParams.extend({
    subservice: z.string().min(1).max(255).describe('Name of a subservice, or All'),
    downloadable: anyCase(['true', 'false']).describe('true to save it as a file'),
  }),
  output: { kind: 'file', contentType: 'application/json' },
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND'],
})
