import { Center } from '@mantine/core'
import { productPageSize } from '@sheetwright/contract/products/product.ts'
import type { Product } from '@sheetwright/contract/products/product.ts'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { isWholeListFailed } from '../../../ui/endless-list.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { NextPage } from '../../../ui/NextPage.tsx'
import { gridSort, type ProductSort } from '../catalogue-state.ts'
import { type ProductFilter, useProductFeed } from '../queries.ts'
import { ProductCard, ProductCardSkeleton } from './ProductCard.tsx'
import classes from './ProductGrid.module.css'

export interface ProductViewProps {
  readonly filter: ProductFilter
  readonly sort: ProductSort | null
  readonly empty: ReactNode
  readonly onRename: (product: Product) => void
  readonly onDelete: (product: Product) => void
}

/** Cards, page after page: the next page is fetched when its place scrolls into view. */
export function ProductGrid({ filter, sort, empty, onRename, onDelete }: ProductViewProps) {
  const text = useText()
  const feed = useProductFeed(filter, gridSort(filter, sort), true)
  if (isWholeListFailed(feed)) return <FailureState error={feed.error} onRetry={() => void feed.refetch()} />
  if (feed.data === undefined) return <SkeletonGrid />
  const products = feed.data.pages.flatMap((page) => page.items)
  if (products.length === 0) return <div className={classes.empty}>{empty}</div>
  return (
    <>
      <ul className={classes.grid} data-stale={feed.isPlaceholderData || undefined}>
        {products.map((product) => (
          <li key={product.id}>
            <ProductCard
              product={product}
              shared={filter.shared}
              onRename={() => onRename(product)}
              onDelete={() => onDelete(product)}
            />
          </li>
        ))}
      </ul>
      <Center className={classes.more}>
        <NextPage list={feed} label={text('Catalogue.more')} automatic />
      </Center>
    </>
  )
}

function SkeletonGrid() {
  const text = useText()
  return (
    <output className={classes.grid} aria-label={text('Loading.label')}>
      {Array.from({ length: productPageSize.catalogue }, (_, index) => (
        <ProductCardSkeleton key={index} />
      ))}
    </output>
  )
}
