import type { Handler } from '../../platform/http/handle.ts'
import { cloneProductHandler, getCloneProductNameHandler } from './clone-product.ts'
import { deleteCoverImageHandler, getImageHandler, uploadCoverImageHandler } from './cover-image.ts'
import { createProductHandler } from './create-product.ts'
import { deleteProductHandler, undeleteProductHandler } from './delete-product.ts'
import { getProductHandler } from './get-product.ts'
import { listProductsHandler } from './list-products.ts'
import { listSharedProductsHandler } from './list-shared-products.ts'
import { listUserActionsHandler } from './list-user-actions.ts'
import { markFavoriteProductHandler } from './mark-favorite.ts'
import { updateProductHandler } from './update-product.ts'
import { exportProductHandler } from './zip/export-product.ts'
import { importProductHandler, validateProductZipHandler } from './zip/import-product.ts'

export const productRoutes: readonly Handler[] = [
  createProductHandler,
  listProductsHandler,
  listSharedProductsHandler,
  getProductHandler,
  updateProductHandler,
  markFavoriteProductHandler,
  deleteProductHandler,
  undeleteProductHandler,
  uploadCoverImageHandler,
  deleteCoverImageHandler,
  getImageHandler,
  getCloneProductNameHandler,
  cloneProductHandler,
  exportProductHandler,
  validateProductZipHandler,
  importProductHandler,
  listUserActionsHandler,
]
