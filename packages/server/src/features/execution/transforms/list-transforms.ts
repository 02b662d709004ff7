import { listTransforms } from '@sheetwright/contract/execution/transforms/list-transforms.ts'
import { handle } from '../../../platform/http/handle.ts'
import { requireProduct } from '../../engines/engine.access.ts'
import { transformAnswer } from './transform-answer.ts'
import * as store from './transform.store.ts'

export const listTransformsHandler = handle(listTransforms, ({ caller, params, body, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const product = await requireProduct(tx, caller, params.folder, 'read')
    const all = await store.listTransforms(tx, product.id)
    const { page, pageSize } = body.request_data
    const shown = all.slice((page - 1) * pageSize, page * pageSize).map((each) => transformAnswer(each, product.name))
    return { status: 'Success' as const, response_data: { transforms: shown, count: all.length } }
  }),
)
