import { importProduct } from '@sheetwright/contract/products/zip/import-product.ts'
import { handle } from '../../../platform/http/handle.ts'
import { startImport } from './import-product.job.ts'

export const importProductHandler = handle(importProduct, ({ caller, body, files, services, correlationId }) =>
  startImport(services, caller, files.ProductZip, {
    name: body.Name,
    onConflict: body.OnConflict,
    asDrafts: body.AsDrafts,
    correlationId,
  }),
)
