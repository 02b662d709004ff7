import type { Product } from '@sheetwright/contract/products/product.ts'
import { useCoverImage } from '../queries.ts'
import classes from './CoverImage.module.css'

/** The cover of a product, if any. It is decorative: the name stands beside it. */
export function CoverImage({ product }: { product: Product }) {
  const cover = useCoverImage(product)
  if (product.coverImage === null) return null
  return (
    <div className={classes.frame}>
      {cover.data !== undefined && <img className={classes.image} src={cover.data} alt="" />}
    </div>
  )
}
