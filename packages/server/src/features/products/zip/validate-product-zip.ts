import { validateProductZip } from '@sheetwright/contract/products/zip/validate-product-zip.ts'
import { handle } from '../../../platform/http/handle.ts'
import { openProductZip } from './open-product-zip.ts'
import { planImport, shownPlan } from './plan-import.ts'
import { targetOf } from './import-target.access.ts'

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
