import { Alert, Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { Product } from '@sheetwright/contract/products/product.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { useCreateProduct } from '../mutations.ts'
import { nameFailure } from '../name-failure.ts'
import { nameProblem } from '../product-name.ts'

export interface NewProductDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onCreated: (product: Product) => void
}

const longestDescription = 4000

export function NewProductDialog({ opened, onClose, onCreated }: NewProductDialogProps) {
  const text = useText()
  const formId = useId()
  const create = useCreateProduct()
  const form = useForm({
    initialValues: { name: '', description: '', startDate: '', launchDate: '' },
    validate: {
      name(name) {
        const problem = nameProblem(name)
        return problem === null ? null : text(problem)
      },
      description: (description) =>
        description.length > longestDescription ? text('Field.tooLong', { limit: longestDescription }) : null,
      launchDate: (launchDate, { startDate }) =>
        launchDate !== '' && startDate !== '' && launchDate < startDate ? text('NewProduct.datesSwapped') : null,
    },
  })
  const guard = useLeaveGuard(opened && form.isDirty())

  async function close() {
    if (await guard.mayLeave()) finish()
  }

  function finish() {
    onClose()
    form.reset()
    create.reset()
  }

  function submit(values: typeof form.values) {
    create.mutate(
      {
        Name: values.name,
        Description: values.description,
        ...(values.startDate === '' ? {} : { StartDate: values.startDate }),
        ...(values.launchDate === '' ? {} : { LaunchDate: values.launchDate }),
      },
      {
        onSuccess(product) {
          guard.release()
          finish()
          onCreated(product)
        },
        onError: (error) => form.setErrors(fieldFailures(error)),
      },
    )
  }

  function fieldFailures(error: Error): Record<string, string> {
    const name = nameFailure(text, error)
    if (name !== undefined) return { name }
    if (!(error instanceof ApiError)) return {}
    const fields = new Map(Object.keys(form.values).map((field) => [field.toLowerCase(), field]))
    return Object.fromEntries(
      error.fieldErrors.flatMap((one) => {
        const field = fields.get(one.field.replace(/^body\./, '').toLowerCase())
        return field === undefined ? [] : [[field, one.message]]
      }),
    )
  }

  const unplaced = create.isError && Object.keys(form.errors).length === 0
  return (
    <Dialog
      opened={opened}
      onClose={() => void close()}
      title={text('NewProduct.title')}
      closeOnClickOutside={!form.isDirty()}
      footer={
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void close()}>
            {text('Dialog.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={create.isPending}>
            {text('NewProduct.create')}
          </Button>
        </Group>
      }
    >
      <form id={formId} onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="lg">
          {unplaced && (
            <Alert color="red" icon={<IconAlertTriangle />} role="alert">
              {errorText(text, create.error)}
            </Alert>
          )}
          <TextInput
            label={text('Product.name')}
            description={text('Name.rule')}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Textarea
            label={text('Product.description')}
            autosize
            minRows={3}
            maxRows={8}
            {...form.getInputProps('description')}
          />
          <Group grow align="flex-start">
            <TextInput type="date" label={text('Product.startDate')} {...form.getInputProps('startDate')} />
            <TextInput type="date" label={text('Product.launchDate')} {...form.getInputProps('launchDate')} />
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
