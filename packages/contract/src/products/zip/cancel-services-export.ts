import { z } from 'zod'
import { defineCall, json } from '../../call.ts'
import { exportState } from './get-services-export.ts'
import { transferCall, transferTenant } from './service-transfer.ts'

export const cancelServicesExport = defineCall({
  id: 'products.cancelServicesExport',
  method: 'PATCH',
  path: '/{tenant}/api/v4/export/{export}',
  summary: 'Cancel an export.',
  ...transferCall,
  params: transferTenant.extend({ export: z.uuid() }),
  body: json(z.object({ export_status: z.literal('cancelled') })),
  output: { kind: 'plain', schema: exportState },
  errors: ['JOB_NOT_FOUND'],
})
