import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { transferCall, transferTenant } from './service-transfer.ts'

export const downloadServicesExport = defineCall({
  id: 'products.downloadServicesExport',
  method: 'GET',
  path: '/{tenant}/api/v4/export/{export}/files/{job}',
  summary: 'Download a zip of an export.',
  ...transferCall,
  params: transferTenant.extend({ export: z.uuid(), job: z.uuid() }),
  output: { kind: 'file', contentType: 'application/zip' },
  errors: ['JOB_NOT_FOUND', 'FILE_NOT_FOUND'],
})
