import { ActionIcon, Tooltip } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import classes from './FavouriteButton.module.css'

export interface FavouriteButtonProps {
  readonly isFavourite: boolean
  /** The accessible name in either state: "Favourite: Motor premium". */
  readonly label: string
  /** The tooltip: what pressing it does. */
  readonly hint: string
  readonly onChange: (isFavourite: boolean) => void
}

/** The favourite star, on or off. */
export function FavouriteButton({ isFavourite, label, hint, onChange }: FavouriteButtonProps) {
  return (
    <Tooltip label={hint}>
      <ActionIcon
        size="sm"
        aria-label={label}
        aria-pressed={isFavourite}
        data-tone={isFavourite ? 'star' : undefined}
        className={classes.button ?? ''}
        onClick={() => onChange(!isFavourite)}
      >
        {isFavourite ? <IconStarFilled /> : <IconStar />}
      </ActionIcon>
    </Tooltip>
  )
}
