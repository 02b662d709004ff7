import { uploadCoverImage } from '@sheetwright/contract/products/upload-cover-image.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertMay, readerOf } from './product.access.ts'
import { existingProduct } from './product-failures.ts'
import { storeCover } from './store-cover.ts'
import { setCover } from './set-cover.ts'

export const uploadCoverImageHandler = handle(uploadCoverImage, async (context) => {
  const { caller, body, services, signal } = context
  const product = body.Product ?? body.id ?? missing('Product')
  const image = context.files.CoverImage ?? context.files.coverImage ?? missing('CoverImage')
  // Check first: pictures from a caller who may not change the product are never processed.
  await services.db.inTenant(caller.tenantId, async (tx) => {
    assertMay('edit', await existingProduct(tx, readerOf(caller), product))
  })
  return setCover(context, product, await storeCover(services, caller.tenantId, image, signal))
})

function missing(field: string): never {
  throw new CallError('MISSING_PARAMETERS', `The form has no field ${field}`, [
    { field: `body.${field}`, message: 'is missing' },
  ])
}
