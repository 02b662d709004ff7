import { getAllVersions } from '@sheetwright/contract/master-references/get-all-versions.ts'
import { handle } from '../../platform/http/handle.ts'
import { shownVersion } from './describe-document.ts'
import { requireDocument } from './master-reference.access.ts'
import { listMasterVersions } from './master-reference.store.ts'

export const getAllVersionsHandler = handle(getAllVersions, ({ caller, query, services }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const document = await requireDocument(tx, query.documentId)
    const { items, count } = await listMasterVersions(tx, document.id, query)
    return { items: items.map(shownVersion), count }
  }),
)
