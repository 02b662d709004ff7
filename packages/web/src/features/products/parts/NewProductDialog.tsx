import type { Product } from '@sheetwright/contract/products/product.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { unplacedFailure } from '../../../ui/feedback/unplaced-failure.ts'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { useCreateProduct } from '../mutations.ts'
import { type ProductValues, useProductForm } from '../product-form.ts'
import { ProductFields } from './ProductFields.tsx'

export interface NewProductDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onCreated: (product: Product) => void
}

export function NewProductDialog({ opened, onClose, onCreated }: NewProductDialogProps) {
  const text = useText()
  const create = useCreateProduct()
  const { form, showFailure } = useProductForm()
  const guard = useLeaveGuard(opened && form.isDirty())

  function finish() {
    onClose()
    form.reset()
    create.reset()
  }

  function submit(values: ProductValues) {
    create.mutate(
      {
        Name: values.name,
        Category: values.category.join(','),
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
        onError: showFailure,
      },
    )
  }

  return (
    <FormDialog
      opened={opened}
      title={text('NewProduct.title')}
      onClose={finish}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text('NewProduct.create')}
      submitting={create.isPending}
      failure={unplacedFailure(create.error, form.errors)}
      guard={guard}
    >
      <ProductFields form={form} />
    </FormDialog>
  )
}
