import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { moment } from '../dates.ts'

/** A product or an engine that can be restored. */
const deletedThing = z
  .object({
    type: z.enum(['product', 'engine']),
    id: z.uuid(),
    name: z.string(),
    productId: z.uuid(),
    productName: z.string(),
    deletedAt: moment,
    deletedBy: z.string().nullable(),
    keptUntil: moment.describe('Gone for good afterwards'),
  })
  .meta({ id: 'DeletedThing' })

export const listDeleted = defineCall({
  id: 'products.listDeleted',
  method: 'GET',
  path: '/api/v1/product/deleted',
  summary:
    'Products and engines of the tenant that were deleted and can be brought back, the latest first (500 at most).',
  caller: 'supervisor',
  output: data(z.array(deletedThing)),
  errors: [],
})
