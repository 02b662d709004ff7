import { listSections } from '@sheetwright/contract/documents/list-sections.ts'
import { handle } from '../../platform/http/handle.ts'
import { productFor } from './document.access.ts'
import * as store from './section.store.ts'

export const listSectionsHandler = handle(listSections, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const product = await productFor(tx, caller, params.product, 'view')
    return store.listSections(tx, product.id)
  }),
)
