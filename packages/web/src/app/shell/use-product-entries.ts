import { isUnseenProduct, may } from '../../features/products/product-access.ts'
import { useProduct } from '../../features/products/queries.ts'
import { useFlags } from '../../features/system/queries.ts'
import { type ProductEntry, productMenu } from '../navigation.ts'

/** The menu entries of a product that its reader sees; none of a product that they may not see. */
export function useProductEntries(productId: string): {
  readonly entries: readonly ProductEntry[]
  readonly isUnseen: boolean
} {
  const { data: product, error } = useProduct(productId)
  const isOn = useFlags()
  const isUnseen = isUnseenProduct(error)
  const entries = productMenu.filter(
    ({ flag, needs, ofContent }) =>
      !isUnseen &&
      isOn(flag) &&
      (needs === undefined || (product !== undefined && may(needs, product))) &&
      (ofContent === true || product?.contentOnly !== true),
  )
  return { entries, isUnseen }
}

/** Address of a product's pages. */
export function productHome(productId: string, shared: boolean): string {
  return `${shared ? '/shared' : ''}/products/${encodeURIComponent(productId)}`
}
