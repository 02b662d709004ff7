import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { passwordLength } from '@sheetwright/contract/users/password.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { useAppState } from '../../../platform/store/use-app-store.ts'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useChangePassword } from '../mutations.ts'

export function ChangePasswordDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const text = useText()
  const formId = useId()
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

  const unplaced = change.isError && Object.keys(form.errors).length === 0
  return (
    <Dialog
      opened={opened}
      onClose={close}
      size="small"
      title={text('UserDrawer.changePassword')}
      footer={
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {text('Dialog.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={change.isPending}>
            {text('Password.change')}
          </Button>
        </Group>
      }
    >
      <form id={formId} onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="lg">
          {unplaced && (
            <Alert color="red" icon={<IconAlertTriangle />} role="alert">
              {errorText(text, change.error)}
            </Alert>
          )}
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
          <PasswordInput
            label={text('Password.repeat')}
            autoComplete="new-password"
            {...form.getInputProps('repeated')}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
