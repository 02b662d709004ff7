import { downloadMasterReferenceVersion } from '@sheetwright/contract/master-references/download-master-reference-version.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireDocument, requireMasterVersion } from './master-reference.access.ts'
import { storedWorkbook } from './stored-workbook.ts'

export const downloadMasterReferenceVersionHandler = handle(
  downloadMasterReferenceVersion,
  async ({ caller, params, services }) => {
    const version = await services.db.inTenant(caller.tenantId, async (tx) =>
      requireMasterVersion(tx, await requireDocument(tx, params.document), params.version),
    )
    return storedWorkbook(services, caller.tenantId, version)
  },
)
