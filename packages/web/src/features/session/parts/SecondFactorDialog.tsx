import { Alert, Button, Group, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { IconCircleCheck, IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { unplacedFailure } from '../../../ui/feedback/unplaced-failure.ts'
import { useBeginSecondFactor, useConfirmSecondFactor, useRemoveSecondFactor } from '../mutations.ts'
import { useSecondFactor } from '../queries.ts'
import classes from './SecondFactorDialog.module.css'

/** Sets up or removes the user's second factor. */
export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const factor = useSecondFactor()
  const [codes, setCodes] = useState<readonly string[]>()
  const [removing, setRemoving] = useState(false)
  const begin = useBeginSecondFactor()
  if (codes !== undefined) return <RecoveryCodes codes={codes} onClose={onClose} />
  if (factor.data?.on === true) {
    if (removing) return <RemoveFactor onClose={onClose} />
    return <FactorState factor={factor.data} onRemove={() => setRemoving(true)} onClose={onClose} />
  }
  if (begin.data !== undefined) return <FirstCode setup={begin.data} onDone={setCodes} onClose={onClose} />
  if (factor.isError) {
    return (
      <Dialog opened onClose={onClose} size="small" title={text('SecondFactor.title')}>
        <FailureState error={factor.error} onRetry={() => void factor.refetch()} />
      </Dialog>
    )
  }
  return <AskPassword begin={begin} onClose={onClose} />
}

type Factor = NonNullable<ReturnType<typeof useSecondFactor>['data']>
type Setup = NonNullable<ReturnType<typeof useBeginSecondFactor>['data']>

function FactorState({ factor, onRemove, onClose }: { factor: Factor; onRemove: () => void; onClose: () => void }) {
  const text = useText()
  return (
    <Dialog
      opened
      onClose={onClose}
      size="small"
      title={text('SecondFactor.title')}
      footer={
        <Group justify="space-between">
          {factor.required ? (
            <span />
          ) : (
            <Button variant="subtle" c="var(--sw-fail)" onClick={onRemove}>
              {text('SecondFactor.remove')}
            </Button>
          )}
          <Button variant="default" onClick={onClose} data-autofocus>
            {text('Dialog.close')}
          </Button>
        </Group>
      }
    >
      <Stack gap="md">
        <Alert color="green" icon={<IconCircleCheck />}>
          {text('SecondFactor.on')}
        </Alert>
        <Text size="sm">{text('SecondFactor.codesLeft', { count: factor.recoveryCodes })}</Text>
        {factor.required && (
          <Text size="sm" c="dimmed">
            {text('SecondFactor.required')}
          </Text>
        )}
      </Stack>
    </Dialog>
  )
}

function AskPassword({ begin, onClose }: { begin: ReturnType<typeof useBeginSecondFactor>; onClose: () => void }) {
  const text = useText()
  const form = useForm({
    initialValues: { currentPassword: '' },
    validate: { currentPassword: (value) => (value === '' ? text('Password.currentRequired') : null) },
  })
  return (
    <FormDialog
      size="small"
      title={text('SecondFactor.title')}
      onClose={onClose}
      onSubmit={form.onSubmit(({ currentPassword }) =>
        begin.mutate(currentPassword, { onError: (error) => form.setErrors(atField(text, error)) }),
      )}
      submitLabel={text('SecondFactor.begin')}
      submitting={begin.isPending}
      failure={unplacedFailure(begin.error, form.errors)}
    >
      <Text size="sm">{text('SecondFactor.text')}</Text>
      <PasswordInput
        label={text('Password.current')}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('currentPassword')}
      />
    </FormDialog>
  )
}

function FirstCode(props: { setup: Setup; onDone: (codes: readonly string[]) => void; onClose: () => void }) {
  const { secret, qr } = props.setup
  const text = useText()
  const confirm = useConfirmSecondFactor()
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? text('SecondFactor.codeRequired') : null) },
  })
  return (
    <FormDialog
      size="small"
      title={text('SecondFactor.title')}
      onClose={props.onClose}
      onSubmit={form.onSubmit(({ code }) =>
        confirm.mutate(code, {
          onSuccess: ({ recoveryCodes }) => props.onDone(recoveryCodes),
          onError: (error) => form.setErrors(atField(text, error)),
        }),
      )}
      submitLabel={text('SecondFactor.confirm')}
      submitting={confirm.isPending}
      failure={unplacedFailure(confirm.error, form.errors)}
    >
      <Text size="sm">{text('SecondFactor.scan')}</Text>
      <img className={classes.qr} src={pictureOf(qr)} alt={text('SecondFactor.qr')} />
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {text('SecondFactor.secret')} <span className={`mono ${classes.secret ?? ''}`}>{secret}</span>
        </Text>
        <CopyButton value={secret} label={text('Copy.copy')} />
      </Group>
      <TextInput
        label={text('SecondFactor.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        data-autofocus
        {...form.getInputProps('code')}
      />
    </FormDialog>
  )
}

/** QR code readers need dark on light, in both colour schemes. */
function pictureOf({ size, path }: Setup['qr']): string {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="white"/><path d="${path}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = useText()
  return (
    <Dialog
      opened
      onClose={onClose}
      size="small"
      title={text('SecondFactor.recoveryTitle')}
      closeOnClickOutside={false}
      footer={
        <Group justify="flex-end">
          <Button onClick={onClose}>{text('SecondFactor.codesKept')}</Button>
        </Group>
      }
    >
      <Stack gap="md">
        <Alert icon={<IconShieldLock />}>{text('SecondFactor.recoveryText')}</Alert>
        <SimpleGrid cols={2} spacing="xs" component="ul" className={classes.codes ?? ''}>
          {codes.map((code) => (
            <li key={code} className="mono">
              {code}
            </li>
          ))}
        </SimpleGrid>
        <Group gap="xs">
          <CopyButton value={codes.join('\n')} label={text('SecondFactor.copyCodes')} />
          <Text size="sm">{text('SecondFactor.copyCodes')}</Text>
        </Group>
      </Stack>
    </Dialog>
  )
}

function RemoveFactor({ onClose }: { onClose: () => void }) {
  const text = useText()
  const remove = useRemoveSecondFactor()
  const form = useForm({
    initialValues: { currentPassword: '', code: '' },
    validate: {
      currentPassword: (value) => (value === '' ? text('Password.currentRequired') : null),
      code: (value) => (value.trim() === '' ? text('SecondFactor.codeRequired') : null),
    },
  })
  return (
    <FormDialog
      size="small"
      title={text('SecondFactor.remove')}
      onClose={onClose}
      onSubmit={form.onSubmit((values) =>
        remove.mutate(values, {
          onSuccess() {
            toastSuccess(text('SecondFactor.removed'))
            onClose()
          },
          onError: (error) => form.setErrors(atField(text, error)),
        }),
      )}
      submitLabel={text('SecondFactor.remove')}
      submitting={remove.isPending}
      failure={unplacedFailure(remove.error, form.errors)}
    >
      <PasswordInput
        label={text('Password.current')}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('currentPassword')}
      />
      <TextInput label={text('SecondFactor.anyCode')} autoComplete="one-time-code" {...form.getInputProps('code')} />
    </FormDialog>
  )
}

function atField(text: ReturnType<typeof useText>, error: Error): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  if (error.code === 'WRONG_PASSWORD') return { currentPassword: errorText(text, error) }
  return error.code === 'WRONG_CODE' ? { code: errorText(text, error) } : {}
}
