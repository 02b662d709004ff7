import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ClonePart, cloneParts } from '@sheetwright/contract/products/clone-product.ts'
import type { Product } from '@sheetwright/contract/products/product.ts'
import { useNavigate } from '@tanstack/react-router'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { nameProblem } from '../../../platform/messages/name-problem.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { unplacedFailure } from '../../../ui/feedback/unplaced-failure.ts'
import { useCloneProduct } from '../mutations.ts'
import { nameFailure } from '../name-failure.ts'
import { may } from '../product-access.ts'
import { useCloneName } from '../queries.ts'

const partNames: Readonly<Record<ClonePart, MessageId>> = {
  description: 'Product.description',
  categories: 'Product.category',
  dates: 'Clone.dates',
  coverImage: 'Cover.label',
  documents: 'Clone.documents',
  engines: 'Clone.engines',
  permissions: 'Clone.permissions',
}

/** Asks for the name and content of the copy, creates it, and goes there. */
export function CloneDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const text = useText()
  const navigate = useNavigate()
  const clone = useCloneProduct(product.id)
  const proposal = useCloneName(product.id)
  const form = useForm<{ name: string | null; copy: ClonePart[] }>({
    initialValues: { name: null, copy: ['description', 'categories', 'dates', 'coverImage', 'documents', 'engines'] },
  })
  // The field shows the proposed name until another is typed.
  const name = form.values.name ?? proposal.data?.name ?? ''

  function submit({ copy }: typeof form.values) {
    const problem = nameProblem(name)
    if (problem !== null) return form.setFieldError('name', text(problem))
    clone.mutate(
      { name, copy },
      {
        onSuccess(copied) {
          toastSuccess(text(copied.jobId === null ? 'Clone.done' : 'Clone.following', { name: copied.name }))
          onClose()
          void navigate({ to: '/products/$productId', params: { productId: copied.id } })
        },
        onError: (error) => form.setFieldError('name', nameFailure(text, error)),
      },
    )
  }

  const parts = cloneParts.filter((part) => part !== 'permissions' || may('manage', product))
  return (
    <FormDialog
      title={text('Clone.titleOf', { name: product.name })}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text('Clone.create')}
      submitting={clone.isPending}
      submitDisabled={proposal.isPending}
      failure={unplacedFailure(clone.error, form.errors)}
    >
      <TextInput
        label={text('Product.name')}
        description={text('Name.rule')}
        required
        data-autofocus
        value={name}
        error={form.errors['name']}
        onChange={(event) => {
          form.clearFieldError('name')
          form.setFieldValue('name', event.currentTarget.value)
        }}
      />
      <Checkbox.Group label={text('Clone.parts')} description={text('Clone.partsRule')} {...form.getInputProps('copy')}>
        <Stack gap="sm" mt="sm">
          {parts.map((part) => (
            <Checkbox key={part} value={part} label={text(partNames[part])} />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  )
}
