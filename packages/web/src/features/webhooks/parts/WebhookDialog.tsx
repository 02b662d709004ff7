import { Alert, Button, Checkbox, Group, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { entityName } from '@sheetwright/contract/names.ts'
import { type Webhook, type WebhookEvent, webhookEvents } from '@sheetwright/contract/webhooks/webhook.ts'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { unplacedFailure } from '../../../ui/feedback/unplaced-failure.ts'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { ShownOnce } from '../../api-keys/parts/ShownOnce.tsx'
import { ProductField } from '../../products/parts/ProductField.tsx'
import { eventNames } from '../event-names.ts'
import { useRenewSecret, useSaveWebhook } from '../mutations.ts'

interface DialogProps {
  /** The webhook to change; undefined for a new one. */
  readonly webhook?: Webhook | undefined
  readonly allowedHosts: readonly string[]
  readonly onClose: () => void
}

/** Creates or changes a webhook, and shows the secret of a new one, this one time. */
export function WebhookDialog({ webhook, allowedHosts, onClose }: DialogProps) {
  const text = useText()
  const save = useSaveWebhook()
  const renew = useRenewSecret()
  const dialogs = useDialogs()
  const form = useForm({
    onValuesChange: () => save.isError && save.reset(),
    initialValues: {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      events: [...(webhook?.events ?? (['version.published'] as const))] as WebhookEvent[],
      errorPercent: webhook?.errorPercent ?? 10,
      active: webhook?.active ?? true,
      productId: webhook?.productId ?? null,
    },
    validate: {
      name: (name) => (entityName.safeParse(name).success ? null : text('Name.rule')),
      url: (url) => (/^https?:\/\/./.test(url) ? null : text('Webhooks.urlRule')),
      events: (events) => (events.length === 0 ? text('Webhooks.eventRequired') : null),
    },
  })
  const guard = useLeaveGuard(form.isDirty() && !save.isSuccess)

  function submit(values: typeof form.values) {
    save.mutate(
      { id: webhook?.id, body: values },
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

  async function newSecret({ id, name }: Webhook) {
    const confirmed = await dialogs.confirm({
      title: text('Webhooks.renew.title'),
      text: text('Webhooks.renew.text', { name }),
      confirmLabel: text('Webhooks.renew.confirm', { name }),
      cancelLabel: text('Dialog.cancel'),
    })
    if (confirmed) renew.mutate(id)
  }

  const secret = save.data ?? renew.data
  if (secret !== undefined) {
    const texts = {
      title: text(renew.data === undefined ? 'Webhooks.made' : 'Webhooks.renewed'),
      note: text('Webhooks.secretOnce'),
      label: text('Webhooks.secret'),
      copy: text('Webhooks.copySecret'),
    }
    return <ShownOnce secret={secret} onClose={onClose} texts={texts} />
  }
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
      <ProductField
        label={text('Webhooks.product')}
        description={text('Webhooks.product.about')}
        chosen={webhook?.productId == null ? undefined : { id: webhook.productId, name: webhook.productName ?? '' }}
        {...form.getInputProps('productId')}
      />
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
      {webhook !== undefined && (
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text size="sm" c="dimmed">
            {text('Webhooks.renew.about')}
          </Text>
          <Button variant="default" size="xs" loading={renew.isPending} onClick={() => void newSecret(webhook)}>
            {text('Webhooks.renew')}
          </Button>
        </Group>
      )}
      {renew.isError && <Alert color="red">{errorText(text, renew.error)}</Alert>}
      <Switch label={text('Webhooks.active')} {...form.getInputProps('active', { type: 'checkbox' })} />
    </FormDialog>
  )
}
