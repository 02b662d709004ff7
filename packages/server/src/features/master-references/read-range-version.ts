import { readRangeVersion } from '@sheetwright/contract/master-references/read-range-version.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireDocument, requireMasterVersion } from './master-reference.access.ts'
import { readRange } from './read-rows.ts'

export const readRangeVersionHandler = handle(readRangeVersion, ({ caller, body, services }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const document = await requireDocument(tx, body.documentId)
    return readRange(tx, await requireMasterVersion(tx, document, body.version), body)
  }),
)
