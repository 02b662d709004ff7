import type { Product } from '@sheetwright/contract/products/product.ts'
import { useNavigate } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { FavouriteButton } from '../../../ui/FavouriteButton.tsx'
import type { CatalogueSearch } from '../catalogue-state.ts'
import { useMarkFavourite } from '../mutations.ts'

interface ProductFavouriteProps {
  readonly product: Product
  /** In the catalogue, marking a favourite resets the list to its first page without filters. */
  readonly inCatalogue?: boolean
}

export function ProductFavourite({ product, inCatalogue = false }: ProductFavouriteProps) {
  const text = useText()
  const mark = useMarkFavourite()
  const navigate = useNavigate()
  const beginAnew = () =>
    navigate({ to: '.', search: ({ tab, view }: CatalogueSearch) => ({ tab, view }), replace: true })
  return (
    <FavouriteButton
      isFavourite={product.isStarred}
      label={text('Product.favouriteOf', { name: product.name })}
      hint={text(product.isStarred ? 'Product.unfavourite' : 'Product.favourite')}
      onChange={(isFavourite) => {
        mark.mutate({ product, isFavourite })
        // Does not wait for the server, so that a filter chosen afterwards stays.
        if (inCatalogue) void beginAnew()
      }}
    />
  )
}
