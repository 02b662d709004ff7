import { z } from 'zod'
import { defineCall } from '../call.ts'
import { tenantName, foundService } from './service.ts'

/** Shared parts of both forms of the request. */
export const serviceByVersion = {
  path: '/{tenant}/api/v3/GetEngineDetailByVersionId/versionid/{versionId}',
  caller: 'user',
  keyScope: 'execute',
  params: z.object({ tenant: tenantName, versionId: z.string().min(1).max(60) }),
  output: {
    kind: 'plain',
    schema: z
      .object({
        status: z.literal('Success'),
        response_data: foundService.extend({
          inputs: z.array(
            z.object({ name: z.string(), description: z.string(), type: z.string(), default: z.unknown() }),
          ),
          outputs: z.array(z.object({ name: z.string(), description: z.string(), type: z.string() })),
          subservices: z.array(z.string()),
          release_note: z.string(),
          original_file_documentid: z.uuid(),
          engine_file_documentid: z.uuid(),
        }),
      })
      .meta({ id: 'ServiceDetailAnswer' }),
  },
  errors: ['ENGINE_VERSION_NOT_FOUND'],
} as const

export const getServiceByVersion = defineCall({
  ...serviceByVersion,
  id: 'engines.getServiceByVersion',
  method: 'GET',
  summary: 'Get a service by the id of one of its versions.',
})
