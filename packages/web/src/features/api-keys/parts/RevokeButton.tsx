import { Button } from '@mantine/core'
import { useText } from '../../../platform/messages/use-text.ts'

/** In the row of a key; it goes with the key, so that whoever holds the row does the work. */
export function RevokeButton({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  const text = useText()
  return (
    <Button
      variant="subtle"
      c="var(--sw-fail)"
      size="xs"
      aria-label={text('ApiKeys.revoke.confirm', { name })}
      onClick={onClick}
    >
      {text('ApiKeys.revoke')}
    </Button>
  )
}
