import { Tooltip } from '@mantine/core'
import { shortenMiddle } from './shorten.ts'

const shownCharacters = 65

/** A file name, shortened in the middle to keep its extension; whole on hover. */
export function FileName({ name }: { name: string }) {
  const shown = shortenMiddle(name, shownCharacters)
  if (shown === name) return <span>{name}</span>
  return (
    <Tooltip label={name} multiline>
      <span>{shown}</span>
    </Tooltip>
  )
}
