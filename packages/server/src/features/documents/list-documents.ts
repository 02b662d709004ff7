import { listDocuments } from '@sheetwright/contract/documents/list-documents.ts'
import { handle } from '../../platform/http/handle.ts'
import { productFor } from './document.access.ts'
import { filterBy, orderBy, stateIn } from './document-filter.store.ts'
import * as store from './document.store.ts'
import { listSections } from './section.store.ts'

export const listDocumentsHandler = handle(listDocuments, ({ caller, params, body, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const state = stateIn(body.search)
    // Deleted documents are visible only to callers who can restore them.
    const product = await productFor(tx, caller, params.product, state === 'deleted' ? 'edit' : 'view')
    const sections = await listSections(tx, product.id)
    const { page, pageSize } = body
    const filters = filterBy(body.search, { caller, sections })
    return store.listDocuments(tx, caller, product.id, { page, pageSize, order: orderBy(body.sort), filters, state })
  }),
)
