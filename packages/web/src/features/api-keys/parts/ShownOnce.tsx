import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'

/** Shows a new key, this one time. */
export function ShownOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  const text = useText()
  return (
    <Dialog
      opened
      onClose={onClose}
      size="small"
      title={text('ApiKeys.made')}
      closeOnClickOutside={false}
      footer={
        <Group justify="flex-end">
          <Button onClick={onClose}>{text('ApiKeys.done')}</Button>
        </Group>
      }
    >
      <Stack gap="lg">
        <Alert icon={<IconKey />}>{text('ApiKeys.shownOnce')}</Alert>
        <TextInput
          label={text('ApiKeys.key')}
          value={secret}
          readOnly
          data-autofocus
          classNames={{ input: 'mono' }}
          onFocus={(event) => event.currentTarget.select()}
          rightSection={<CopyButton value={secret} label={text('ApiKeys.copy')} />}
        />
      </Stack>
    </Dialog>
  )
}
