import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { groupLabel } from '@sheetwright/contract/users/group-label.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useAddGroup } from '../mutations.ts'

export function NewGroupDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const formId = useId()
  const add = useAddGroup()
  const form = useForm({
    initialValues: { label: 'user:pf.' },
    validate: { label: (label) => (groupLabel.safeParse(label).success ? null : text('Groups.labelRule')) },
  })

  function submit({ label }: { label: string }) {
    add.mutate(label.trim(), {
      onSuccess({ userGroup }) {
        toastSuccess(text('Groups.added', { group: userGroup }))
        onClose()
      },
    })
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      size="small"
      title={text('Groups.add')}
      footer={
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {text('Dialog.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={add.isPending}>
            {text('Groups.add')}
          </Button>
        </Group>
      }
    >
      <form id={formId} onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="lg">
          {add.isError && (
            <Alert color="red" icon={<IconAlertTriangle />} role="alert">
              {errorText(text, add.error)}
            </Alert>
          )}
          <TextInput
            label={text('Groups.label')}
            description={text('Groups.labelRule')}
            required
            data-autofocus
            classNames={{ input: 'mono' }}
            {...form.getInputProps('label')}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
