import { downloadFile } from '@sheetwright/contract/files/download-file.ts'
import { handle } from '../../platform/http/handle.ts'
import { fileFor, viewerOf } from './entry.access.ts'
import { storedContent } from './stored-content.ts'

export const downloadFileHandler = handle(downloadFile, async ({ caller, params, services }) => {
  const entry = await services.db.inTenant(caller.tenantId, (tx) => fileFor(tx, viewerOf(caller), params.id))
  return storedContent(services, caller.tenantId, entry)
})
