import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { movedVersion, transferCall, transferState, transferTenant } from './service-transfer.ts'

export const exportState = transferState('export')
  .extend({
    outputs: z.object({
      files: z.array(z.object({ file: z.string(), file_hash: z.string() })),
      services: z.array(z.object({ service_uri: z.string(), service_id: z.uuid() })),
      service_versions: z.array(movedVersion),
    }),
  })
  .meta({ id: 'ExportState' })

export const getServicesExport = defineCall({
  id: 'products.getServicesExport',
  method: 'GET',
  path: '/{tenant}/api/v4/export/{export}/status',
  summary: 'How far an export is, and where its zips can be downloaded.',
  ...transferCall,
  params: transferTenant.extend({ export: z.uuid() }),
  output: { kind: 'plain', schema: exportState },
  errors: ['JOB_NOT_FOUND'],
})
