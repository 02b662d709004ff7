import { deleteCoverImage, getImage, uploadCoverImage } from '@sheetwright/contract/products/cover-image.ts'
import type { ByteRange } from '../../platform/files/file-store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { handle } from '../../platform/http/handle.ts'
import type { Services } from '../../services.ts'
import { assertMay, readerOf } from './product.access.ts'
import { auditProduct } from './product-audit.ts'
import { lockProduct, type StoredProduct, updateProduct } from './product.store.ts'
import { existingProduct } from './product-failures.ts'
import { storeCover } from './store-cover.ts'

export const uploadCoverImageHandler = handle(uploadCoverImage, async (context) => {
  const { caller, body, files, services, signal } = context
  // Before the work: whoever may not change the product does not have pictures made smaller either.
  await services.db.inTenant(caller.tenantId, async (tx) => {
    assertMay('edit', await existingProduct(tx, readerOf(caller), body.Product))
  })
  return setCover(context, body.Product, await storeCover(services, caller.tenantId, files.CoverImage, signal))
})

export const deleteCoverImageHandler = handle(deleteCoverImage, (context) =>
  setCover(context, context.params.product, null),
)

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
    size,
    open: (range?: ByteRange) => files.open(caller.tenantId, params.image, range),
  }
})

function setCover(
  {
    caller,
    services: { db, events },
    correlationId,
  }: { caller: UserIdentity; services: Services; correlationId: string },
  idOrName: string,
  coverHash: string | null,
): Promise<StoredProduct> {
  return db.inTenant(caller.tenantId, async (tx) => {
    const { id, ...found } = await existingProduct(tx, readerOf(caller), idOrName)
    assertMay('edit', found)
    await lockProduct(tx, id)
    const before = await existingProduct(tx, readerOf(caller), id)
    await updateProduct(tx, id, { coverHash })
    await events.publish(tx, { type: 'product.changed', id })
    const after = await existingProduct(tx, readerOf(caller), id)
    await auditProduct(tx, { caller, correlationId }, { action: 'product.update', before, after })
    return after
  })
}
