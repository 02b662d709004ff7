import type { Handler } from '../../platform/http/handle.ts'
import { cloneProductHandler } from './clone-product.ts'
import { getCloneProductNameHandler } from './get-clone-product-name.ts'
import { deleteCoverImageHandler } from './delete-cover-image.ts'
import { getImageHandler } from './get-image.ts'
import { uploadCoverImageHandler } from './upload-cover-image.ts'
import { createProductHandler } from './create-product.ts'
import { deleteProductHandler } from './delete-product.ts'
import { undeleteProductHandler } from './undelete-product.ts'
import { listDeletedHandler } from './list-deleted.ts'
import { getProductHandler } from './get-product.ts'
import { listProductsHandler } from './list-products.ts'
import { listSharedProductsHandler } from './list-shared-products.ts'
import { listUserActionsHandler } from './list-user-actions.ts'
import { markFavouriteProductHandler } from './mark-favourite-product.ts'
import { updateProductHandler } from './update-product.ts'
import { exportProductHandler } from './zip/export-product.ts'
import { importProductHandler } from './zip/import-product.ts'
import { validateProductZipHandler } from './zip/validate-product-zip.ts'
import { exportServicesHandler } from './zip/export-services.ts'
import { getServicesExportHandler } from './zip/get-services-export.ts'
import { cancelServicesExportHandler } from './zip/cancel-services-export.ts'
import { downloadServicesExportHandler } from './zip/download-services-export.ts'
import { importServicesHandler } from './zip/import-services.ts'
import { getServicesImportHandler } from './zip/get-services-import.ts'

export const productRoutes: readonly Handler[] = [
  createProductHandler,
  listProductsHandler,
  listSharedProductsHandler,
  getProductHandler,
  updateProductHandler,
  markFavouriteProductHandler,
  deleteProductHandler,
  undeleteProductHandler,
  listDeletedHandler,
  uploadCoverImageHandler,
  deleteCoverImageHandler,
  getImageHandler,
  getCloneProductNameHandler,
  cloneProductHandler,
  exportProductHandler,
  validateProductZipHandler,
  importProductHandler,
  listUserActionsHandler,
  exportServicesHandler,
  getServicesExportHandler,
  cancelServicesExportHandler,
  downloadServicesExportHandler,
  importServicesHandler,
  getServicesImportHandler,
]
