import { PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { passwordLength } from '@sheetwright/contract/users/password.ts'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { useAppState } from '../../../platform/store/use-app-store.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { unplacedFailure } from '../../../ui/feedback/unplaced-failure.ts'
import { useChangePassword } from '../mutations.ts'

export function ChangePasswordDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const text = useText()
  const { user } = useAppState()
  const change = useChangePassword()
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', repeated: '' },
    validate: {
      currentPassword: (value) => (value === '' ? text('Password.currentRequired') : null),
      newPassword: (value) =>
        value.length < passwordLength.min ? text('Password.rule', { min: passwordLength.min }) : null,
      repeated: (value, { newPassword }) => (value === newPassword ? null : text('Password.different')),
    },
  })

  function close() {
    onClose()
    form.reset()
    change.reset()
  }

  function submit({ currentPassword, newPassword }: { currentPassword: string; newPassword: string }) {
    change.mutate(
      { currentPassword, newPassword },
      {
        onSuccess() {
          toastSuccess(text('Password.changed'))
          close()
        },
        onError: (error) => form.setErrors(failureAtField(error)),
      },
    )
  }

  function failureAtField(error: Error): Record<string, string> {
    if (!(error instanceof ApiError)) return {}
    if (error.code === 'WRONG_PASSWORD') return { currentPassword: errorText(text, error) }
    if (error.code === 'PASSWORD_REFUSED') return { newPassword: errorText(text, error) }
    return {}
  }

  return (
    <FormDialog
      opened={opened}
      size="small"
      title={text('UserDrawer.changePassword')}
      onClose={close}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text('Password.change')}
      submitting={change.isPending}
      failure={unplacedFailure(change.error, form.errors)}
    >
      <input type="text" name="username" autoComplete="username" value={user.userEmailID} readOnly hidden />
      <PasswordInput
        label={text('Password.current')}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('currentPassword')}
      />
      <PasswordInput
        label={text('Password.new')}
        description={text('Password.rule', { min: passwordLength.min })}
        autoComplete="new-password"
        {...form.getInputProps('newPassword')}
      />
      <PasswordInput label={text('Password.repeat')} autoComplete="new-password" {...form.getInputProps('repeated')} />
    </FormDialog>
  )
}
