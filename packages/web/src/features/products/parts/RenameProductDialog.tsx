import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Product } from '@sheetwright/contract/products/product.ts'
import { useState } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { nameProblem } from '../../../platform/messages/name-problem.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useUpdateProduct } from '../mutations.ts'

/** Renames a product. Mounted for one product at a time, so that it starts from the current name. */
export function RenameProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const text = useText()
  const update = useUpdateProduct(product.id)
  // The server refuses the save if somebody else changed it since.
  const [basedOn] = useState(product.updatedAt)
  const form = useForm({
    initialValues: { name: product.name },
    validate: {
      name(name) {
        const problem = nameProblem(name)
        return problem === null ? null : text(problem)
      },
    },
  })

  function submit({ name }: { name: string }) {
    if (name.trim() === product.name) return onClose()
    update.mutate(
      { name, updatedAt: basedOn },
      {
        onSuccess(renamed) {
          toastSuccess(text('Product.renamed', { name: renamed.name }))
          onClose()
        },
        onError: (error) => form.setFieldError('name', errorText(text, error)),
      },
    )
  }

  return (
    <FormDialog
      size="small"
      title={text('Product.renameTitle')}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text('Dialog.save')}
      submitting={update.isPending}
    >
      <TextInput
        label={text('Product.name')}
        description={text('Name.rule')}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
