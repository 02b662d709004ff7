import { MultiSelect, SegmentedControl, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { type GroupChange, groupChange } from '@sheetwright/contract/users/update-user-groups.ts'
import type { User } from '@sheetwright/contract/users/user.ts'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { useChangeGroups } from '../mutations.ts'
import { useGroupLabels } from '../queries.ts'

const modes: Readonly<Record<GroupChange, { name: MessageId; explanation: MessageId }>> = {
  add: { name: 'ChangeGroups.add', explanation: 'ChangeGroups.add.text' },
  remove: { name: 'ChangeGroups.remove', explanation: 'ChangeGroups.remove.text' },
  replace: { name: 'ChangeGroups.replace', explanation: 'ChangeGroups.replace.text' },
}

export interface ChangeGroupsDialogProps {
  readonly people: readonly User[]
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** Changes the groups of several people at once. */
export function ChangeGroupsDialog({ people, onClose, onChanged }: ChangeGroupsDialogProps) {
  const text = useText()
  const labels = useGroupLabels()
  const change = useChangeGroups()
  const form = useForm<{ mode: GroupChange; groups: string[] }>({
    initialValues: { mode: 'add', groups: [] },
    validate: { groups: (chosen) => (chosen.length === 0 ? text('Users.groupRequired') : null) },
  })
  const guard = useLeaveGuard(form.isDirty())
  const { mode } = form.values

  function submit(values: typeof form.values) {
    change.mutate(
      { user_ids: people.map(({ id }) => id), ...values },
      {
        onSuccess({ updated }) {
          guard.release()
          toastSuccess(text('ChangeGroups.done', { count: updated }))
          onChanged()
        },
      },
    )
  }

  const refused = change.error instanceof ApiError && change.error.code === 'CONFLICT'
  return (
    <FormDialog
      size="small"
      title={text('ChangeGroups.title', { count: people.length })}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text('ChangeGroups.submit', { count: people.length })}
      submitting={change.isPending}
      failure={refused ? text('ChangeGroups.refused') : change.error}
      guard={guard}
    >
      <Text size="sm">{people.map(({ data }) => data.FullName).join(text('Permissions.separator'))}</Text>
      <Stack gap="xs">
        <SegmentedControl
          aria-label={text('ChangeGroups.mode')}
          data={groupChange.options.toSorted().map((value) => ({ value, label: text(modes[value].name) }))}
          {...form.getInputProps('mode')}
        />
        <Text size="sm" c="dimmed">
          {text(modes[mode].explanation)}
        </Text>
      </Stack>
      <MultiSelect
        label={text('Users.groups')}
        required
        searchable
        data-autofocus
        data={labels.data ?? []}
        {...form.getInputProps('groups')}
      />
    </FormDialog>
  )
}
