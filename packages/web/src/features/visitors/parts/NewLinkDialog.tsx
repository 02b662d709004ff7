import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { entityName } from '@sheetwright/contract/names.ts'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { unplacedFailure } from '../../../ui/feedback/unplaced-failure.ts'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { useCreateLink } from '../mutations.ts'
import { visitorFailureText } from '../visitor-failure-text.ts'

/** Makes a link to one engine of a product. */
export function NewLinkDialog({ product, onClose }: { product: string; onClose: () => void }) {
  const text = useText()
  const create = useCreateLink(product)
  const form = useForm({
    initialValues: { serviceName: '', expires: '' },
    validate: {
      serviceName: (name) => (entityName.safeParse(name).success ? null : text('Name.rule')),
      expires: (day) => (day !== '' && endOf(day) <= Date.now() ? text('ApiKeys.expiryPast') : null),
    },
  })
  const guard = useLeaveGuard(form.isDirty())

  function submit({ serviceName, expires }: typeof form.values) {
    create.mutate(
      { serviceName, ...(expires === '' ? {} : { expiresAt: new Date(endOf(expires)).toISOString() }) },
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
      <TextInput
        label={text('VisitorLinks.engine')}
        description={text('VisitorLinks.engineExplanation')}
        required
        data-autofocus
        {...form.getInputProps('serviceName')}
      />
      <TextInput
        type="date"
        label={text('ApiKeys.expires')}
        description={text('VisitorLinks.expiresExplanation')}
        {...form.getInputProps('expires')}
      />
    </FormDialog>
  )
}

/** A link works through its last day, which ends at midnight UTC. */
function endOf(day: string): number {
  return Date.parse(`${day}T23:59:59.999Z`)
}
