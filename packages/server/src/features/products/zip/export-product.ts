import { exportProduct } from '@sheetwright/contract/products/zip/export-product.ts'
import { handle } from '../../../platform/http/handle.ts'
import { assertMay, readerOf } from '../product.access.ts'
import { existingProduct } from '../product-failures.ts'
import { downloadFolder } from './export-product.job.ts'

export const exportProductHandler = handle(exportProduct, ({ caller, params, services: { db, jobs } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const product = await existingProduct(tx, readerOf(caller), params.product)
    // The zip contains drafts, which viewers of the product do not see.
    assertMay('edit', product)
    const jobId = await jobs.enqueue(tx, downloadFolder, caller.userId, { Name: product.name, productId: product.id })
    return { jobId }
  }),
)
