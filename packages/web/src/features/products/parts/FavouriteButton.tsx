import { ActionIcon, Tooltip } from '@mantine/core'
import type { Product } from '@sheetwright/contract/products/product.ts'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { useMarkFavourite } from '../mutations.ts'
import classes from './FavouriteButton.module.css'

export function FavouriteButton({ product }: { product: Product }) {
  const text = useText()
  const mark = useMarkFavourite()
  const label = text(product.isStarred ? 'Product.unfavourite' : 'Product.favourite')
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="sm"
        aria-label={text('Product.favouriteOf', { name: product.name })}
        aria-pressed={product.isStarred}
        data-tone={product.isStarred ? 'star' : undefined}
        className={classes.button ?? ''}
        onClick={() => mark.mutate({ product, starred: !product.isStarred })}
      >
        {product.isStarred ? <IconStarFilled /> : <IconStar />}
      </ActionIcon>
    </Tooltip>
  )
}
