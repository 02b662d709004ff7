import { cancelServicesExport } from '@sheetwright/contract/products/zip/cancel-services-export.ts'
import { handle } from '../../../platform/http/handle.ts'
import { exportAnswer } from './export-answer.ts'
import { requireTransfer } from './service-transfer.ts'

export const cancelServicesExportHandler = handle(cancelServicesExport, ({ caller, params, services }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const { jobs } = await requireTransfer(tx, caller, 'export', params.export)
    for (const { id, status } of jobs) {
      if (status === 'Pending' || status === 'InProgress') await services.jobs.cancel(tx, id)
    }
    const after = await requireTransfer(tx, caller, 'export', params.export)
    return exportAnswer(tx, services.settings.origin, caller, after.transfer, after.jobs)
  }),
)
