import { importProduct, validateProductZip } from '@sheetwright/contract/products/zip/import-product.ts'
import type { ProductManifest } from '@sheetwright/contract/products/zip/manifest.ts'
import type { TenantTransaction } from '../../../platform/db/database.ts'
import type { UserIdentity } from '../../../platform/http/caller.ts'
import { CallError } from '../../../platform/http/call-error.ts'
import { handle } from '../../../platform/http/handle.ts'
import { saveJobFile } from '../../jobs/job-file.store.ts'
import { requireBelowMaximum, requireRule } from '../../user-groups/user-group.access.ts'
import { assertMay, readerOf } from '../product.access.ts'
import { countOwnProducts, findProduct } from '../product.store.ts'
import { uploadFolder } from './import-product.job.ts'
import { openProductZip } from './open-product-zip.ts'
import { planImport, shownPlan } from './plan-import.ts'

export const validateProductZipHandler = handle(
  validateProductZip,
  async ({ caller, body, files: uploads, services: { db, files } }) => {
    const { manifest } = await openProductZip(files, caller.tenantId, uploads.ProductZip)
    return db.inTenant(caller.tenantId, async (tx) => {
      const name = body.Name ?? manifest.product.name
      const productId = await targetOf(tx, caller, name, manifest)
      const steps = await planImport(tx, productId, manifest, 'keep')
      return shownPlan(name, productId !== undefined, manifest, steps)
    })
  },
)

export const importProductHandler = handle(
  importProduct,
  async ({ caller, body, files: uploads, services: { db, files, jobs }, correlationId }) => {
    const { hash, size } = uploads.ProductZip
    const { manifest } = await openProductZip(files, caller.tenantId, { hash, size })
    return db.inTenant(caller.tenantId, async (tx) => {
      const name = body.Name ?? manifest.product.name
      const productId = (await targetOf(tx, caller, name, manifest)) ?? null
      const jobId = await jobs.enqueue(tx, uploadFolder, caller.userId, {
        Name: name,
        productId,
        zip: { hash, size },
        onConflict: body.OnConflict,
        groups: [...caller.groups],
        actorName: caller.displayName,
        correlationId,
      })
      // So that the zip is not collected while the job waits for its turn.
      await saveJobFile(tx, jobId, { hash, fileName: uploads.ProductZip.fileName })
      return { jobId }
    })
  },
)

/** Id of the product that an import adds to, or undefined when it makes one; refuses what the caller may not do. */
async function targetOf(
  tx: TenantTransaction,
  caller: UserIdentity,
  name: string,
  { engines, documents }: ProductManifest,
): Promise<string | undefined> {
  if (engines.length > 0) await requireRule(tx, caller, { module: 'ProductEngine', rule: 'Add' })
  if (documents.length > 0) {
    await requireRule(tx, caller, { module: 'ProductDocument', rule: 'AddDocumentation' })
    await requireRule(tx, caller, { module: 'ProductDocument', rule: 'AddBrochure' })
  }
  const product = await findProduct(tx, readerOf(caller), name)
  if (product !== undefined) {
    assertMay('edit', product)
    return product.id
  }
  // A name that is taken by a product they may not see cannot be had either.
  if ((await findProduct(tx, { userId: caller.userId, groups: [], seesAll: true }, name)) !== undefined) {
    throw new CallError('PRODUCT_ALREADY_EXISTS', `There is already a product with the name "${name}"`)
  }
  const count = () => countOwnProducts(tx, caller.userId)
  const limit = { module: 'Product', rule: 'NoOfProducts', within: caller.userId, count } as const
  await requireBelowMaximum(tx, caller, limit)
  return undefined
}
