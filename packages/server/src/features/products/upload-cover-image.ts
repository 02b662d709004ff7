import { uploadCoverImage } from '@sheetwright/contract/products/upload-cover-image.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertMay, readerOf } from './product.access.ts'
import { existingProduct } from './product-failures.ts'
import { storeCover } from './store-cover.ts'
import { setCover } from './set-cover.ts'

export const uploadCoverImageHandler = handle(uploadCoverImage, async (context) => {
  const { caller, body, files, services, signal } = context
  // Before the work: whoever may not change the product does not have pictures made smaller either.
  await services.db.inTenant(caller.tenantId, async (tx) => {
    assertMay('edit', await existingProduct(tx, readerOf(caller), body.Product))
  })
  return setCover(context, body.Product, await storeCover(services, caller.tenantId, files.CoverImage, signal))
})
