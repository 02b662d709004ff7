import { Button } from '@mantine/core'
import { useText } from '../../../platform/messages/use-text.ts'

/** The revoke button of a key's row. It disappears with the row, so the parent does the revoking. */
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
