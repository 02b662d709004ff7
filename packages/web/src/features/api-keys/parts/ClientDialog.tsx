import { NumberInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { ApiClient } from '@sheetwright/contract/api-keys/api-client.ts'
import { entityName } from '@sheetwright/contract/names.ts'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { unplacedFailure } from '../../../ui/feedback/unplaced-failure.ts'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { useGroupLabels } from '../../users/queries.ts'
import { useSaveClient } from '../mutations.ts'
import { GroupField } from './GroupField.tsx'
import { limitsOf, ReachField } from './ReachField.tsx'

interface ClientDialogProps {
  /** The client to change; undefined for a new one. */
  readonly client?: ApiClient | undefined
  readonly onClose: () => void
}

interface Values {
  readonly name: string
  readonly owner: string
  readonly contact: string
  readonly group: string
  readonly reach: string[]
  /** Empty if nothing is typed. */
  readonly requestsPerMinute: number | string
}

/** Creates or changes an API client. */
export function ClientDialog({ client, onClose }: ClientDialogProps) {
  const text = useText()
  const groups = useGroupLabels()
  const save = useSaveClient()
  const reached = [
    ...(client?.products ?? []).map(({ id, name }) => ({ value: `product ${id}`, name })),
    ...(client?.engines ?? []).map(({ id, name }) => ({ value: `engine ${id}`, name })),
  ]
  const form = useForm<Values>({
    onValuesChange: () => save.isError && save.reset(),
    initialValues: {
      name: client?.name ?? '',
      owner: client?.owner ?? '',
      contact: client?.contact ?? '',
      group: client?.group ?? '',
      reach: reached.map(({ value }): string => value),
      requestsPerMinute: client?.requestsPerMinute ?? '',
    },
    validate: {
      name: (name) => (entityName.safeParse(name).success ? null : text('Name.rule')),
      owner: (owner) => (owner.trim() === '' ? text('Clients.ownerRequired') : null),
      group: (group) => (group === '' ? text('Users.groupRequired') : null),
    },
  })
  const guard = useLeaveGuard(form.isDirty() && !save.isSuccess)

  function submit({ reach, requestsPerMinute, ...values }: typeof form.values) {
    const limit = typeof requestsPerMinute === 'number' ? requestsPerMinute : null
    save.mutate(
      { id: client?.id, body: { ...values, ...limitsOf(reach), requestsPerMinute: limit } },
      {
        onSuccess() {
          toastSuccess(text('Clients.saved', { name: values.name }))
          onClose()
        },
        onError(error) {
          if (error instanceof ApiError && error.code === 'API_CLIENT_ALREADY_EXISTS') {
            form.setFieldError('name', errorText(text, error))
          }
        },
      },
    )
  }

  return (
    <FormDialog
      size="small"
      title={client === undefined ? text('Clients.new') : text('Clients.change', { name: client.name })}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text('Clients.save')}
      submitting={save.isPending}
      failure={unplacedFailure(save.error, form.errors)}
      guard={guard}
    >
      <TextInput label={text('Product.name')} required data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={text('Clients.owner')}
        description={text('Clients.owner.about')}
        required
        {...form.getInputProps('owner')}
      />
      <TextInput label={text('Clients.contact')} {...form.getInputProps('contact')} />
      <GroupField
        description={text('Clients.group.about')}
        groups={groups.data ?? []}
        value={form.values.group}
        error={form.errors['group']}
        onChange={(group) => form.setFieldValue('group', group)}
      />
      <ReachField
        names={new Map(reached.map(({ value, name }) => [value, name]))}
        value={form.values.reach}
        onChange={(reach) => form.setFieldValue('reach', reach)}
      />
      <NumberInput
        label={text('Clients.requestsPerMinute')}
        description={text('Clients.requestsPerMinute.about')}
        min={1}
        max={1_000_000}
        allowDecimal={false}
        {...form.getInputProps('requestsPerMinute')}
      />
    </FormDialog>
  )
}
