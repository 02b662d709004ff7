import { Skeleton } from '@mantine/core'
import { IconMathFunction } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { CoverImage } from './CoverImage.tsx'
import { ProductFavourite } from './ProductFavourite.tsx'
import { productPath } from '../product-path.ts'
import classes from './ProductCard.module.css'
import { ProductMenu, type ProductMenuProps } from './ProductMenu.tsx'
import { ProductStatusChip } from './ProductStatusChip.tsx'

export interface ProductCardProps extends Required<ProductMenuProps> {
  /** For shared products, whose pages have their own addresses. */
  readonly shared: boolean
}

export function ProductCard({ product, shared, onRename, onDelete }: ProductCardProps) {
  const text = useText()
  return (
    <article className={classes.card}>
      <div className={classes.cover}>
        <CoverImage product={product} />
      </div>
      <div className={classes.head}>
        <ProductStatusChip status={product.status} />
        <div className={classes.actions}>
          {!product.contentOnly && (
            <>
              <ProductFavourite product={product} inCatalogue />
              <ProductMenu product={product} onRename={onRename} onDelete={onDelete} />
            </>
          )}
        </div>
      </div>
      <h2 className={classes.name}>
        <Link to={productPath(shared)} params={{ productId: product.id }} className={classes.link}>
          {product.name}
        </Link>
      </h2>
      <p className={classes.description}>{product.description || text('Product.noDescription')}</p>
      <div className={classes.foot}>
        <span className={classes.engines}>
          <IconMathFunction />
          {text('Product.engines', { count: product.calculationEngines.count })}
        </span>
        <span className={classes.owner}>{product.ownerName}</span>
        <RelativeMoment value={product.updatedAt} short />
      </div>
    </article>
  )
}

/** Placeholder of the same size as a card. */
export function ProductCardSkeleton() {
  return (
    <div className={classes.card} aria-hidden="true">
      <div className={classes.head}>
        <Skeleton height="var(--sw-skeleton-title)" width="30%" />
      </div>
      <Skeleton height="var(--sw-skeleton-line)" width="65%" mt="sm" />
      <Skeleton height="var(--sw-skeleton-line)" width="90%" mt="md" />
      <Skeleton height="var(--sw-skeleton-line)" width="70%" mt="sm" />
    </div>
  )
}
