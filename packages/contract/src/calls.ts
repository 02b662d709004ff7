import type { Call } from './call.ts'
import { createProduct } from './products/create-product.ts'
import { deleteProduct, undeleteProduct } from './products/delete-product.ts'
import { getProduct } from './products/get-product.ts'
import { listProducts } from './products/list-products.ts'
import { markFavoriteProduct } from './products/mark-favorite.ts'
import { updateProduct } from './products/update-product.ts'

/** Every call of the product. The server refuses to start when one of them has no handler. */
export const calls: readonly Call[] = [
  createProduct,
  listProducts,
  getProduct,
  updateProduct,
  markFavoriteProduct,
  deleteProduct,
  undeleteProduct,
]
