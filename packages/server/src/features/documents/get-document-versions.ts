import { getDocumentVersions } from '@sheetwright/contract/documents/get-document-versions.ts'
import { handle } from '../../platform/http/handle.ts'
import { documentFor } from './document.access.ts'
import { listVersions } from './document.store.ts'

export const getDocumentVersionsHandler = handle(getDocumentVersions, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { document } = await documentFor(tx, caller, params, 'view')
    return listVersions(tx, document.id)
  }),
)
