import { Button, Center } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { productPageSize } from '@sheetwright/contract/products/product.ts'
import type { Product } from '@sheetwright/contract/products/product.ts'
import { type ReactNode, useEffect } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
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
  const { ref, entry } = useIntersection<HTMLDivElement>({ rootMargin: '50%' })
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = feed
  const nearEnd = entry?.isIntersecting === true

  useEffect(() => {
    // A page that failed waits for its button, or it would be asked for until it comes.
    if (nearEnd && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [nearEnd, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  // While a list is loaded again, a next page that failed before no longer counts as the failure.
  if (feed.isError && !isFetchNextPageError && !feed.isFetching)
    return <FailureState error={feed.error} onRetry={() => void feed.refetch()} />
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
      {isFetchNextPageError && !isFetchingNextPage && (
        <FailureState error={feed.error} onRetry={() => void fetchNextPage()} />
      )}
      {hasNextPage && (!isFetchNextPageError || isFetchingNextPage) && (
        <Center ref={ref} className={classes.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {text('Catalogue.more')}
          </Button>
        </Center>
      )}
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
