import { Button, Group, Text } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { useText } from '../../platform/messages/use-text.ts'
import { type OpenDialog, useDialogs } from './dialogs.ts'
import { Dialog } from './Dialog.tsx'
import classes from './Dialog.module.css'

/** Shows the dialogs opened through `useDialogs`. */
export function DialogHost() {
  const dialogs = useDialogs()
  const current = useSyncExternalStore(dialogs.subscribe, dialogs.current)
  // The last dialog stays mounted while it fades out.
  const [shown, setShown] = useState<OpenDialog>()
  if (current !== undefined && current !== shown) setShown(current)
  const dialog = current ?? shown
  if (dialog === undefined) return null
  return dialog.kind === 'confirm' ? (
    <ConfirmDialog dialog={dialog} opened={current !== undefined} />
  ) : (
    <InfoDialog dialog={dialog} opened={current !== undefined} />
  )
}

function ConfirmDialog({ dialog, opened }: { dialog: OpenDialog & { kind: 'confirm' }; opened: boolean }) {
  const { request, answer } = dialog
  return (
    <Dialog
      onTop
      opened={opened}
      onClose={() => answer(false)}
      title={request.title}
      size="confirm"
      footer={
        <Group justify="flex-end">
          <Button variant="default" onClick={() => answer(false)} data-autofocus={request.destructive || undefined}>
            {request.cancelLabel}
          </Button>
          <Button
            color={request.destructive ? 'red' : 'petrol'}
            onClick={() => answer(true)}
            data-autofocus={request.destructive ? undefined : true}
            classNames={{ root: classes.answer ?? '', label: classes.answerLabel ?? '' }}
          >
            {request.confirmLabel}
          </Button>
        </Group>
      }
    >
      <Text>{request.text}</Text>
    </Dialog>
  )
}

function InfoDialog({ dialog, opened }: { dialog: OpenDialog & { kind: 'info' | 'alert' }; opened: boolean }) {
  const text = useText()
  return (
    <Dialog
      onTop
      opened={opened}
      onClose={dialog.close}
      title={dialog.request.title}
      size="default"
      footer={
        <Group justify="flex-end">
          <Button onClick={dialog.close} data-autofocus>
            {text('Dialog.ok')}
          </Button>
        </Group>
      }
    >
      <Text>{dialog.request.text}</Text>
    </Dialog>
  )
}
