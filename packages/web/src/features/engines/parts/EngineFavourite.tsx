import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FavouriteButton } from '../../../ui/FavouriteButton.tsx'
import { useMarkFavouriteEngine } from '../mutations.ts'

export function EngineFavourite({ engine }: { engine: Engine }) {
  const text = useText()
  const mark = useMarkFavouriteEngine()
  return (
    <FavouriteButton
      isFavourite={engine.favorite}
      label={text('Engine.favouriteOf', { name: engine.name })}
      hint={text(engine.favorite ? 'Engine.unfavourite' : 'Engine.favourite')}
      onChange={(isFavourite) => mark.mutate({ engine, isFavourite })}
    />
  )
}
