import { downloadServicesExport } from '@sheetwright/contract/products/zip/download-services-export.ts'
import { CallError } from '../../../platform/http/call-error.ts'
import { handle } from '../../../platform/http/handle.ts'
import { findJobFile } from '../../jobs/job-file.store.ts'
import { requireTransfer } from './service-transfer.ts'

export const downloadServicesExportHandler = handle(downloadServicesExport, async ({ caller, params, services }) => {
  const { tenantId } = caller
  const { files } = services
  const file = await services.db.inTenant(tenantId, async (tx) => {
    const { transfer } = await requireTransfer(tx, caller, 'export', params.export)
    return transfer.jobs.includes(params.job) ? findJobFile(tx, params.job) : undefined
  })
  if (file === undefined) throw new CallError('FILE_NOT_FOUND', 'The export has no such file')
  const { hash, fileName } = file
  const size = await files.size(tenantId, hash)
  return {
    fileName,
    ...(size === undefined ? {} : { size }),
    etag: hash,
    open: (range) => files.open(tenantId, hash, range),
  }
})
