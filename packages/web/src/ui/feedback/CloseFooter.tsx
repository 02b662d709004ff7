import { Button, Group } from '@mantine/core'
import { useText } from '../../platform/messages/use-text.ts'

/** The footer of a read-only dialog. */
export function CloseFooter({ onClose }: { onClose: () => void }) {
  const text = useText()
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {text('Dialog.close')}
      </Button>
    </Group>
  )
}
