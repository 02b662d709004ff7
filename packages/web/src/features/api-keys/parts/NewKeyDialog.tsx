import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { clientAddress, keyScope } from '@sheetwright/contract/api-keys/api-key.ts'
import { entityName } from '@sheetwright/contract/names.ts'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { unplacedFailure } from '../../../ui/feedback/unplaced-failure.ts'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { useGroupLabels } from '../../users/queries.ts'
import { useCreateApiKey } from '../mutations.ts'
import { type Scope, scopeNames } from '../scope-names.ts'
import { GroupField } from './GroupField.tsx'
import { limitsOf, ReachField } from './ReachField.tsx'
import { ShownOnce } from './ShownOnce.tsx'

/** Creates a key and shows it, this one time. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const groups = useGroupLabels()
  const create = useCreateApiKey()
  const form = useForm({
    initialValues: {
      name: '',
      group: '',
      scopes: ['execute'] as Scope[],
      expires: '',
      reach: [] as string[],
      addresses: '',
    },
    validate: {
      name: (name) => (entityName.safeParse(name).success ? null : text('Name.rule')),
      group: (group) => (group === '' ? text('Users.groupRequired') : null),
      scopes: (scopes) => (scopes.length === 0 ? text('ApiKeys.scopeRequired') : null),
      addresses: (list) =>
        wrongAddress(list) === undefined ? null : text('ApiKeys.addressRule', { address: wrongAddress(list) ?? '' }),
      expires: (day) => (day !== '' && endOf(day) <= Date.now() ? text('ApiKeys.expiryPast') : null),
    },
  })

  const guard = useLeaveGuard(form.isDirty() && create.data === undefined)

  function submit({ name, group, scopes, expires, reach, addresses }: typeof form.values) {
    const expiresAt = expires === '' ? {} : { expiresAt: new Date(endOf(expires)).toISOString() }
    create.mutate(
      {
        name,
        group,
        scopes,
        ...expiresAt,
        ...limitsOf(reach),
        ...(addressesIn(addresses).length === 0 ? {} : { addresses: addressesIn(addresses) }),
      },
      {
        onError(error) {
          if (error instanceof ApiError && error.code === 'API_KEY_ALREADY_EXISTS') {
            form.setFieldError('name', errorText(text, error))
          }
        },
      },
    )
  }

  if (create.data !== undefined) return <ShownOnce secret={create.data.key} onClose={onClose} />
  return (
    <FormDialog
      size="small"
      title={text('ApiKeys.new')}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text('ApiKeys.create')}
      submitting={create.isPending}
      failure={unplacedFailure(create.error, form.errors)}
      guard={guard}
    >
      <TextInput
        label={text('Product.name')}
        description={text('Name.rule')}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <GroupField
        description={text('ApiKeys.groupExplanation')}
        groups={groups.data ?? []}
        value={form.values.group}
        error={form.errors['group']}
        onChange={(group) => form.setFieldValue('group', group)}
      />
      <Checkbox.Group label={text('ApiKeys.scopes')} required {...form.getInputProps('scopes')}>
        <Stack gap="sm" mt="xs">
          {keyScope.options.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={text(scopeNames[scope].name)}
              description={text(scopeNames[scope].text)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <DayInput
        label={text('ApiKeys.expires')}
        description={text('ApiKeys.expiresExplanation')}
        {...form.getInputProps('expires')}
      />
      <ReachField value={form.values.reach} onChange={(reach) => form.setFieldValue('reach', reach)} />
      <TextInput
        label={text('ApiKeys.addresses')}
        description={text('ApiKeys.addressesExplanation')}
        placeholder="203.0.113.7, 198.51.100.0/24"
        {...form.getInputProps('addresses')}
      />
    </FormDialog>
  )
}

function addressesIn(list: string): string[] {
  return list.split(/[\s,;]+/).filter((each) => each !== '')
}

function wrongAddress(list: string): string | undefined {
  return addressesIn(list).find((each) => !clientAddress.safeParse(each).success)
}

/** A key works through its last day, which ends at midnight UTC. */
function endOf(day: string): number {
  return Date.parse(`${day}T23:59:59.999Z`)
}
