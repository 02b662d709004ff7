import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { movedVersion, transferCall, transferState, transferTenant } from './service-transfer.ts'

export const getServicesImport = defineCall({
  id: 'products.getServicesImport',
  method: 'GET',
  path: '/{tenant}/api/v4/import/{import}/status',
  summary: 'How far an import is, and what it made.',
  ...transferCall,
  params: transferTenant.extend({ import: z.uuid() }),
  output: {
    kind: 'plain',
    schema: transferState('import')
      .extend({
        warnings: z
          .array(z.object({ service: z.string(), version: z.string(), message: z.string() }))
          .nullable()
          .describe('Versions that stay drafts, and why they are not published; the first 50 of a folder'),
        outputs: z.object({
          services: z.array(
            z.object({ service_uri_source: z.string(), service_uri_destination: z.string(), status: z.string() }),
          ),
          service_versions: z.array(movedVersion),
        }),
      })
      .meta({ id: 'ImportState' }),
  },
  errors: ['JOB_NOT_FOUND'],
})
