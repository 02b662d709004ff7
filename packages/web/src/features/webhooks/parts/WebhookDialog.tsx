import { Alert, Button, Checkbox, Group, NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { entityName } from '@sheetwright/contract/names.ts'
import { type Webhook, type WebhookEvent, webhookEvents } from '@sheetwright/contract/webhooks/webhook.ts'
import { IconKey } from '@tabler/icons-react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { unplacedFailure } from '../../../ui/feedback/unplaced-failure.ts'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { eventNames } from '../event-names.ts'
import { useSaveWebhook } from '../mutations.ts'

interface DialogProps {
  /** The one to change; a new one where it is left out. */
  readonly webhook?: Webhook | undefined
  readonly allowedHosts: readonly string[]
  readonly onClose: () => void
}

/** Makes or changes a webhook, and shows the secret of a new one, this one time. */
export function WebhookDialog({ webhook, allowedHosts, onClose }: DialogProps) {
  const text = useText()
  const save = useSaveWebhook()
  const form = useForm({
    onValuesChange: () => save.isError && save.reset(),
    initialValues: {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      events: [...(webhook?.events ?? (['version.published'] as const))] as WebhookEvent[],
      errorPercent: webhook?.errorPercent ?? 10,
      active: webhook?.active ?? true,
    },
    validate: {
      name: (name) => (entityName.safeParse(name).success ? null : text('Name.rule')),
      url: (url) => (/^https?:\/\/./.test(url) ? null : text('Webhooks.urlRule')),
      events: (events) => (events.length === 0 ? text('Webhooks.eventRequired') : null),
    },
  })
  const guard = useLeaveGuard(form.isDirty() && !save.isSuccess)

  function submit(values: typeof form.values) {
    const body = { ...values, productId: webhook?.productId ?? null }
    save.mutate(
      { id: webhook?.id, body },
      {
        onSuccess(secret) {
          if (secret !== undefined) return
          toastSuccess(text('Webhooks.saved', { name: values.name }))
          onClose()
        },
        onError(error) {
          if (!(error instanceof ApiError)) return
          if (error.code === 'WEBHOOK_ALREADY_EXISTS') form.setFieldError('name', errorText(text, error))
          else if (error.fieldErrors.some(({ field }) => field === 'body.url')) {
            form.setFieldError('url', text('Webhooks.hostNotAllowed'))
          }
        },
      },
    )
  }

  if (save.data !== undefined) return <SecretShownOnce secret={save.data} onClose={onClose} />
  return (
    <FormDialog
      size="small"
      title={webhook === undefined ? text('Webhooks.new') : text('Webhooks.change', { name: webhook.name })}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text('Webhooks.save')}
      submitting={save.isPending}
      failure={unplacedFailure(save.error, form.errors)}
      guard={guard}
    >
      <TextInput label={text('Product.name')} required data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={text('Webhooks.url')}
        description={
          allowedHosts.length === 0
            ? text('Webhooks.noHosts')
            : text('Webhooks.hosts', { hosts: allowedHosts.join(', ') })
        }
        required
        {...form.getInputProps('url')}
      />
      <Checkbox.Group label={text('Webhooks.events')} required {...form.getInputProps('events')}>
        <Stack gap="sm" mt="xs">
          {webhookEvents.map((event) => (
            <Checkbox key={event} value={event} label={text(eventNames[event])} />
          ))}
        </Stack>
      </Checkbox.Group>
      {form.values.events.includes('errors.above') && (
        <NumberInput
          label={text('Webhooks.errorPercent')}
          description={text('Webhooks.errorPercent.about')}
          min={1}
          max={100}
          allowDecimal={false}
          {...form.getInputProps('errorPercent')}
        />
      )}
      <Switch label={text('Webhooks.active')} {...form.getInputProps('active', { type: 'checkbox' })} />
    </FormDialog>
  )
}

function SecretShownOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  const text = useText()
  return (
    <Dialog
      opened
      onClose={onClose}
      size="small"
      title={text('Webhooks.made')}
      closeOnClickOutside={false}
      footer={
        <Group justify="flex-end">
          <Button onClick={onClose}>{text('ApiKeys.done')}</Button>
        </Group>
      }
    >
      <Stack gap="lg">
        <Alert icon={<IconKey />}>{text('Webhooks.secretOnce')}</Alert>
        <TextInput
          label={text('Webhooks.secret')}
          value={secret}
          readOnly
          data-autofocus
          classNames={{ input: 'mono' }}
          onFocus={(event) => event.currentTarget.select()}
          rightSection={<CopyButton value={secret} label={text('Webhooks.copySecret')} />}
        />
      </Stack>
    </Dialog>
  )
}
