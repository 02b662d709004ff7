import { ActionIcon, Tooltip } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import classes from './StarButton.module.css'

export interface StarButtonProps {
  readonly starred: boolean
  /** Names the button whatever its state: "Favourite: Motor premium". */
  readonly label: string
  /** What pressing it does. */
  readonly hint: string
  readonly onChange: (starred: boolean) => void
}

/** The star of a favourite, on or off. */
export function StarButton({ starred, label, hint, onChange }: StarButtonProps) {
  return (
    <Tooltip label={hint}>
      <ActionIcon
        size="sm"
        aria-label={label}
        aria-pressed={starred}
        data-tone={starred ? 'star' : undefined}
        className={classes.button ?? ''}
        onClick={() => onChange(!starred)}
      >
        {starred ? <IconStarFilled /> : <IconStar />}
      </ActionIcon>
    </Tooltip>
  )
}
