import { listTutorials } from '@sheetwright/contract/calculators/list-tutorials.ts'
import { handle } from '../../platform/http/handle.ts'
import { seenProduct } from '../engines/engine.access.ts'
import { publishedForms } from './form.store.ts'

export const listTutorialsHandler = handle(listTutorials, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const product = await seenProduct(tx, caller, params.product)
    const items = await publishedForms(tx, caller, product.id)
    return { items, count: items.length }
  }),
)
