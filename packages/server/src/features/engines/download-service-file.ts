import { downloadServiceFile } from '@sheetwright/contract/engines/download-service-file.ts'
import { handle } from '../../platform/http/handle.ts'
import { versionOf } from './require-version.ts'
import { serviceFile } from './service-file.ts'

export const downloadServiceFileHandler = handle(downloadServiceFile, async (context) => {
  const { caller, params, query, services } = context
  const found = await services.db.inTenant(caller.tenantId, (tx) => versionOf(tx, caller, params))
  return serviceFile(services.files, caller.tenantId, found, query)
})
