import { getTransform } from '@sheetwright/contract/execution/transforms/get-transform.ts'
import { handle } from '../../../platform/http/handle.ts'
import { requireProduct } from '../../engines/engine.access.ts'
import { noTransform, transformAnswer } from './transform-answer.ts'
import { findTransform } from './transform.store.ts'

export const getTransformHandler = handle(getTransform, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const product = await requireProduct(tx, caller, params.folder, 'read')
    const transform = await findTransform(tx, { productId: product.id, name: params.name })
    if (transform === undefined) throw noTransform(params.name)
    return { status: 'Success' as const, response_data: transformAnswer(transform, product.name) }
  }),
)
