import { importProduct } from '@sheetwright/contract/products/zip/import-product.ts'
import { handle } from '../../../platform/http/handle.ts'
import { saveJobFile } from '../../jobs/job-file.store.ts'
import { uploadFolder } from './import-product.job.ts'
import { openProductZip } from './open-product-zip.ts'
import { targetOf } from './import-target.ts'

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
