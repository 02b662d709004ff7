import { NumberInput, Radio, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type CallLimits, mostExecutionsPerMinute } from '@sheetwright/contract/limits/call-limit.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { useSaveLimit } from '../mutations.ts'
import { type Subject, SubjectField } from './SubjectField.tsx'

type CallLimit = CallLimits['limits'][number]

interface LimitDialogProps {
  /** The limit to change; undefined for a new one. */
  readonly limit?: CallLimit | undefined
  readonly onClose: () => void
}

interface Values {
  readonly of: CallLimit['of']
  readonly subject: Subject | undefined
  /** Empty if nothing is typed. */
  readonly perMinute: number | string
}

const subjects = [
  { of: 'tenant', name: 'Limits.ofTenant', about: 'Limits.ofTenant.about' },
  { of: 'key', name: 'Limits.ofKey', about: 'Limits.ofKey.about' },
  { of: 'engine', name: 'Limits.ofEngine', about: 'Limits.ofEngine.about' },
] as const

/** Sets or changes the limit of the tenant, an API key or an engine. */
export function LimitDialog({ limit, onClose }: LimitDialogProps) {
  const text = useText()
  const save = useSaveLimit({ announced: false })
  const form = useForm<Values>({
    onValuesChange: () => save.isError && save.reset(),
    initialValues: {
      of: limit?.of ?? 'tenant',
      subject: limit === undefined || limit.id === null ? undefined : { id: limit.id, name: limit.name },
      perMinute: limit?.executionsPerMinute ?? '',
    },
    validate: {
      subject: (subject, { of }) => (of !== 'tenant' && subject === undefined ? text('Limits.required') : null),
      perMinute: (perMinute) =>
        typeof perMinute === 'number' && perMinute >= 1 && perMinute <= mostExecutionsPerMinute
          ? null
          : text('Limits.numberRequired'),
    },
  })
  const guard = useLeaveGuard(form.isDirty() && !save.isSuccess)
  const { of, subject } = form.values
  const nameOf = (values: Values) => (values.of === 'tenant' ? text('Limits.ofTenant') : (values.subject?.name ?? ''))

  function submit(values: Values) {
    save.mutate(
      {
        of: values.of,
        id: values.of === 'tenant' ? null : (values.subject?.id ?? null),
        executionsPerMinute: Number(values.perMinute),
      },
      {
        onSuccess() {
          toastSuccess(text('Limits.saved', { name: nameOf(values) }))
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      size="small"
      title={limit === undefined ? text('Limits.add') : text('Limits.change', { name: nameOf(form.values) })}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text('Limits.save')}
      submitting={save.isPending}
      failure={save.error}
      guard={guard}
    >
      {limit === undefined && (
        <Radio.Group
          label={text('Limits.of')}
          value={of}
          onChange={(next) => form.setValues({ of: next, subject: undefined })}
        >
          <Stack gap="xs" mt="xs">
            {subjects.map((each) => (
              <Radio key={each.of} value={each.of} label={text(each.name)} description={text(each.about)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {limit === undefined && of !== 'tenant' && (
        <SubjectField
          key={of}
          of={of}
          value={subject}
          error={form.errors['subject']}
          onChange={(next) => form.setFieldValue('subject', next)}
        />
      )}
      <NumberInput
        label={text('Limits.perMinute')}
        required
        data-autofocus={limit !== undefined}
        min={1}
        max={mostExecutionsPerMinute}
        allowDecimal={false}
        {...form.getInputProps('perMinute')}
      />
    </FormDialog>
  )
}
