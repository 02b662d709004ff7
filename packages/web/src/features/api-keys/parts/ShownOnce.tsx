import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'

interface ShownOnceProps {
  readonly secret: string
  readonly onClose: () => void
  /** For a secret that is no API key: its title, a note, its name and that of its button to copy. */
  readonly texts?: { readonly title: string; readonly note: string; readonly label: string; readonly copy: string }
}

/** Shows a new key, or another secret, this one time. */
export function ShownOnce({ secret, onClose, texts }: ShownOnceProps) {
  const text = useText()
  const { title, note, label, copy } = texts ?? {
    title: text('ApiKeys.made'),
    note: text('ApiKeys.shownOnce'),
    label: text('ApiKeys.key'),
    copy: text('ApiKeys.copy'),
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      size="small"
      title={title}
      closeOnClickOutside={false}
      footer={
        <Group justify="flex-end">
          <Button onClick={onClose}>{text('ApiKeys.done')}</Button>
        </Group>
      }
    >
      <Stack gap="lg">
        <Alert icon={<IconKey />}>{note}</Alert>
        <TextInput
          label={label}
          value={secret}
          readOnly
          data-autofocus
          classNames={{ input: 'mono' }}
          onFocus={(event) => event.currentTarget.select()}
          rightSection={<CopyButton value={secret} label={copy} />}
        />
      </Stack>
    </Dialog>
  )
}
