import { listMasterReferences } from '@sheetwright/contract/master-references/list-master-references.ts'
import { handle } from '../../platform/http/handle.ts'
import { describeDocuments } from './describe-document.ts'
import { listDocuments } from './master-reference.store.ts'

export const listMasterReferencesHandler = handle(listMasterReferences, ({ caller, body, services }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const { items, count } = await listDocuments(tx, body)
    return { items: await describeDocuments(tx, caller, items), count }
  }),
)
