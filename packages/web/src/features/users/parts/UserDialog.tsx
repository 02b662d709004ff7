import { Alert, MultiSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { type User, userEmail } from '@sheetwright/contract/users/user.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useConfiguration } from '../../../platform/session/configuration.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { unplacedFailure } from '../../../ui/feedback/unplaced-failure.ts'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { useAddUser, useUpdateUser } from '../mutations.ts'
import { useGroupLabels } from '../queries.ts'

const longest = 200

export interface UserDialogProps {
  /** The user to change; undefined for a new one. */
  readonly user: User | undefined
  readonly onClose: () => void
}

/** Adds a user, who is invited by mail, or changes one. */
export function UserDialog({ user, onClose }: UserDialogProps) {
  const text = useText()
  const { sendsMail } = useConfiguration()
  const groups = useGroupLabels()
  const add = useAddUser()
  const update = useUpdateUser(user?.id ?? '')
  const form = useForm({
    initialValues: {
      name: user?.data.FullName ?? '',
      email: user?.email ?? '',
      position: user?.data.Position ?? '',
      groups: user?.groups ?? [],
    },
    validate: {
      name: (name) => lengthProblem(name.trim(), text('Name.required')),
      email: (email) => (userEmail.safeParse(email.trim()).success ? null : text('Users.emailInvalid')),
      position: (position) => lengthProblem(position, null),
      groups: (chosen) => (chosen.length === 0 ? text('Users.groupRequired') : null),
    },
  })

  const guard = useLeaveGuard(form.isDirty())

  function lengthProblem(value: string, whenEmpty: string | null): string | null {
    if (value === '') return whenEmpty
    return value.length > longest ? text('Field.tooLong', { limit: longest }) : null
  }

  function finish(message: string) {
    guard.release()
    toastSuccess(message)
    onClose()
  }

  function fail(error: Error) {
    if (error instanceof ApiError && error.code === 'USER_ALREADY_EXISTS') {
      form.setFieldError('email', errorText(text, error))
    }
  }

  function submit(values: typeof form.values) {
    const name = values.name.trim()
    const email = values.email.trim()
    const data = { FullName: name, Position: values.position.trim() }
    if (user === undefined) {
      const body = { email, groups: values.groups, data }
      add.mutate(body, {
        onSuccess: () => finish(text(sendsMail ? 'Users.invited' : 'Users.invitedWithoutMail', { email })),
        onError: fail,
      })
      return
    }
    const changed = { data, groups: values.groups, ...(user.is_external || email === user.email ? {} : { email }) }
    update.mutate(changed, { onSuccess: () => finish(text('Users.saved', { name })), onError: fail })
  }

  const failure = unplacedFailure(add.error ?? update.error, form.errors)
  const isLastSupervisor = failure instanceof ApiError && failure.code === 'CONFLICT'
  return (
    <FormDialog
      size="small"
      title={user === undefined ? text('Users.add') : text('Users.editOf', { name: user.data.FullName })}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text(user === undefined ? 'Users.invite' : 'Dialog.save')}
      submitting={add.isPending || update.isPending}
      failure={isLastSupervisor ? text('Users.lastSupervisor') : failure}
      guard={guard}
    >
      {user === undefined && (
        <Alert variant="light" icon={<IconInfoCircle />}>
          {text(sendsMail ? 'Users.inviteExplanation' : 'Users.inviteWithoutMail')}
        </Alert>
      )}
      <TextInput label={text('Users.name')} required data-autofocus {...form.getInputProps('name')} />
      <TextInput
        type="email"
        label={text('Users.email')}
        required
        disabled={user?.is_external === true}
        {...form.getInputProps('email')}
      />
      <TextInput label={text('Users.position')} {...form.getInputProps('position')} />
      <MultiSelect
        label={text('Users.groups')}
        required
        searchable
        disabled={user?.is_external === true}
        description={user?.is_external === true ? text('Users.externalGroups') : undefined}
        data={[...new Set([...(groups.data ?? []), ...(user?.groups ?? [])])]}
        {...form.getInputProps('groups')}
      />
    </FormDialog>
  )
}
