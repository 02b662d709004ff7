import type { Product } from '@sheetwright/contract/products/product.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { StarButton } from '../../../ui/StarButton.tsx'
import { useMarkFavourite } from '../mutations.ts'

export function FavouriteButton({ product }: { product: Product }) {
  const text = useText()
  const mark = useMarkFavourite()
  return (
    <StarButton
      starred={product.isStarred}
      label={text('Product.favouriteOf', { name: product.name })}
      hint={text(product.isStarred ? 'Product.unfavourite' : 'Product.favourite')}
      onChange={(starred) => mark.mutate({ product, starred })}
    />
  )
}
