import { getProductTutorials } from '@sheetwright/contract/master-api/get-product-tutorials.ts'
import { isBreaking } from '@sheetwright/contract/master-api/master-api-definition.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireProduct } from '../engines/engine.access.ts'
import { checkedTutorials } from './checked-tutorials.access.ts'
import { requireDefinition } from './master-api.access.ts'

/** Every engine has a tutorial: the published form, else the one generated from its interface. */
export const getProductTutorialsHandler = handle(getProductTutorials, ({ caller, params, services: { db, files } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const product = await requireProduct(tx, caller, params.product, 'read')
    const { fields } = await requireDefinition(tx, product.id)
    const checked = await checkedTutorials(tx, files, caller, product.id, fields)
    return checked.map((engine) => ({ ...engine, isValid: !engine.problems.some(isBreaking) }))
  }),
)
