import { z } from 'zod'
import { defineJob } from '../../platform/jobs/definition.ts'
import { copyContent } from './copy-content.ts'

/** Copies the content of a large product into an existing copy. */
export const cloneContent = defineJob({
  type: 'CloneProduct',
  schema: z.object({
    Name: z.string(),
    from: z.uuid(),
    to: z.uuid(),
    documents: z.boolean(),
    engines: z.boolean(),
    withDrafts: z.boolean(),
  }),
  run: async ({ tenantId, userId, data, services: { db, events }, finish }) => {
    const { Name, ...copy } = data
    const result = { productId: data.to, productName: Name, Url: `/products/${data.to}` }
    await db.inTenant(tenantId, async (tx) => {
      await copyContent(tx, { ...copy, userId })
      await events.publish(tx, { type: 'product.changed', id: data.to })
      await finish(tx, result)
    })
    return result
  },
})
