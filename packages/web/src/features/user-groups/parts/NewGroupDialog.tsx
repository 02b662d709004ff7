import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { groupLabel } from '@sheetwright/contract/users/group-label.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useAddGroup } from '../mutations.ts'

export function NewGroupDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
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
    <FormDialog
      size="small"
      title={text('Groups.add')}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text('Groups.add')}
      submitting={add.isPending}
      failure={add.error}
    >
      <TextInput
        label={text('Groups.label')}
        description={text('Groups.labelRule')}
        required
        data-autofocus
        classNames={{ input: 'mono' }}
        {...form.getInputProps('label')}
      />
    </FormDialog>
  )
}
