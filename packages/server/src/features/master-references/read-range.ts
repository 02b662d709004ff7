import { readRange } from '@sheetwright/contract/master-references/read-range.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireDocument, requireMasterVersion } from './master-reference.access.ts'
import { readRange as readRows } from './read-rows.ts'

export const readRangeHandler = handle(readRange, ({ caller, body, services }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const document = await requireDocument(tx, body.documentId)
    return readRows(tx, await requireMasterVersion(tx, document, document.shownVersionId), body)
  }),
)
