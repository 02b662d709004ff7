import { getImage } from '@sheetwright/contract/products/get-image.ts'
import type { ByteRange } from '../../platform/files/file-store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { readerOf } from './product.access.ts'
import { existingProduct } from './product-failures.ts'

export const getImageHandler = handle(getImage, async ({ caller, params, services: { db, files } }) => {
  const { name, coverImage } = await db.inTenant(caller.tenantId, (tx) =>
    existingProduct(tx, readerOf(caller), params.product),
  )
  const size = coverImage === params.image ? await files.size(caller.tenantId, coverImage) : undefined
  if (size === undefined) throw new CallError('FILE_NOT_FOUND', 'The product does not have this cover image')
  return {
    fileName: `${name}.jpg`,
    disposition: 'inline' as const,
    etag: params.image,
    isAddressedByHash: true,
    size,
    open: (range?: ByteRange) => files.open(caller.tenantId, params.image, range),
  }
})
