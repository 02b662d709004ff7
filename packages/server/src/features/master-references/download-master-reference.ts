import { downloadMasterReference } from '@sheetwright/contract/master-references/download-master-reference.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireDocument, requireMasterVersion } from './master-reference.access.ts'
import { storedWorkbook } from './stored-workbook.ts'

export const downloadMasterReferenceHandler = handle(downloadMasterReference, async ({ caller, params, services }) => {
  const version = await services.db.inTenant(caller.tenantId, async (tx) => {
    const document = await requireDocument(tx, params.document)
    return requireMasterVersion(tx, document, document.shownVersionId)
  })
  return storedWorkbook(services, caller.tenantId, version)
})
