import { getServicesExport } from '@sheetwright/contract/products/zip/get-services-export.ts'
import { handle } from '../../../platform/http/handle.ts'
import { exportAnswer } from './export-answer.ts'
import { requireTransfer } from './service-transfer.ts'

export const getServicesExportHandler = handle(getServicesExport, ({ caller, params, services: { db, settings } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { transfer, jobs } = await requireTransfer(tx, caller, 'export', params.export)
    return exportAnswer(tx, settings.origin, caller, transfer, jobs)
  }),
)
