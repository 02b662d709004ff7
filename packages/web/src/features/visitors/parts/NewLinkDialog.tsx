import { Select, Switch, TagsInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { embedOrigin, mailDomain } from '@sheetwright/contract/visitors/visitor-fields.ts'
import { useState } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { unplacedFailure } from '../../../ui/feedback/unplaced-failure.ts'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { useEngines } from '../../engines/queries.ts'
import { useCreateLink } from '../mutations.ts'
import { endOfDay } from '../link-expiry.ts'
import { visitorFailureText } from '../visitor-failure-text.ts'

/** Creates a link to one engine of a product. */
export function NewLinkDialog({ product, onClose }: { product: string; onClose: () => void }) {
  const text = useText()
  const create = useCreateLink(product)
  const [search, setSearch] = useState('')
  const [searched] = useDebouncedValue(search, 200)
  const form = useForm({
    initialValues: {
      serviceName: '',
      expires: '',
      maxUses: '',
      mailDomains: [] as string[],
      embedOrigins: [] as string[],
      keepsAddresses: false,
    },
    validate: {
      serviceName: (name) => (name === '' ? text('VisitorLinks.engineRequired') : null),
      expires: (day) => (day !== '' && endOfDay(day) <= Date.now() ? text('ApiKeys.expiryPast') : null),
      maxUses: (uses) => (uses === '' || /^[1-9]\d{0,5}$/.test(uses.trim()) ? null : text('VisitorLinks.maxUsesRule')),
      mailDomains: (domains) =>
        domains.every((domain) => mailDomain.safeParse(domain).success) ? null : text('VisitorLinks.domainRule'),
      embedOrigins: (origins) =>
        origins.every((origin) => embedOrigin.safeParse(origin).success) ? null : text('VisitorLinks.originRule'),
    },
  })
  // If the field holds the name of the chosen engine, all engines are offered again.
  const name = searched === form.values.serviceName ? '' : searched
  const engines = useEngines(product, { name, favourites: false, page: 1, pageSize: 50, sort: undefined })
  // Links to others are refused: nothing of theirs runs.
  const published = engines.data?.items.filter(({ version }) => version?.state === 'Active') ?? []
  const guard = useLeaveGuard(form.isDirty())

  function submit({ serviceName, expires, maxUses, mailDomains, embedOrigins, keepsAddresses }: typeof form.values) {
    const most = maxUses.trim()
    create.mutate(
      {
        serviceName,
        mailDomains,
        embedOrigins,
        keepsAddresses,
        ...(most === '' ? {} : { maxUses: Number(most) }),
        ...(expires === '' ? {} : { expiresAt: new Date(endOfDay(expires)).toISOString() }),
      },
      {
        onSuccess() {
          guard.release()
          toastSuccess(text('VisitorLinks.made'))
          onClose()
        },
        onError(error) {
          if (error instanceof ApiError && error.code === 'ENGINE_NOT_FOUND') {
            form.setFieldError('serviceName', errorText(text, error))
          }
        },
      },
    )
  }

  const failure = unplacedFailure(create.error, form.errors)
  return (
    <FormDialog
      size="small"
      title={text('VisitorLinks.new')}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text('VisitorLinks.create')}
      submitting={create.isPending}
      failure={failure && visitorFailureText(text, failure, 'creating a link')}
      guard={guard}
    >
      <Select
        label={text('VisitorLinks.engine')}
        description={text('VisitorLinks.engineExplanation')}
        required
        searchable
        data-autofocus
        data={published.map((engine) => engine.serviceName)}
        filter={({ options }) => options}
        nothingFoundMessage={text('Palette.nothing')}
        searchValue={search}
        onSearchChange={setSearch}
        value={form.values.serviceName || null}
        error={form.errors['serviceName']}
        onChange={(chosen) => form.setFieldValue('serviceName', chosen ?? '')}
      />
      <DayInput
        label={text('ApiKeys.expires')}
        description={text('VisitorLinks.expiresExplanation')}
        {...form.getInputProps('expires')}
      />
      <TextInput
        inputMode="numeric"
        label={text('VisitorLinks.maxUses')}
        description={text('VisitorLinks.maxUsesExplanation')}
        {...form.getInputProps('maxUses')}
      />
      <TagsInput
        label={text('VisitorLinks.mailDomains')}
        description={text('VisitorLinks.mailDomainsExplanation')}
        placeholder="example.com"
        splitChars={[',', ' ', ';']}
        acceptValueOnBlur
        {...form.getInputProps('mailDomains')}
      />
      <TagsInput
        label={text('VisitorLinks.embedOrigins')}
        description={text('VisitorLinks.embedOriginsExplanation')}
        placeholder="https://www.example.com"
        splitChars={[',', ' ', ';']}
        acceptValueOnBlur
        {...form.getInputProps('embedOrigins')}
      />
      <Switch
        label={text('VisitorLinks.keepsAddresses')}
        description={text('VisitorLinks.keepsAddressesExplanation')}
        {...form.getInputProps('keepsAddresses', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
