import type { Product } from '@sheetwright/contract/products/product.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FavouriteButton } from '../../../ui/FavouriteButton.tsx'
import { useMarkFavourite } from '../mutations.ts'

export function ProductFavourite({ product }: { product: Product }) {
  const text = useText()
  const mark = useMarkFavourite()
  return (
    <FavouriteButton
      isFavourite={product.isStarred}
      label={text('Product.favouriteOf', { name: product.name })}
      hint={text(product.isStarred ? 'Product.unfavourite' : 'Product.favourite')}
      onChange={(isFavourite) => mark.mutate({ product, isFavourite })}
    />
  )
}
