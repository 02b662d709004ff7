import type { Product } from '@sheetwright/contract/products/product.ts'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { unplacedFailure } from '../../../ui/feedback/unplaced-failure.ts'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { useUpdateProduct } from '../mutations.ts'
import { type ProductValues, useProductForm } from '../product-form.ts'
import { ProductFields } from './ProductFields.tsx'

/** Edits the fields of a product. Mounted for one product at a time, so that it starts from the current state. */
export function EditProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const text = useText()
  const update = useUpdateProduct(product.id)
  // The server refuses the save if somebody else changed it since.
  const [basedOn] = useState(product.updatedAt)
  const { form, showFailure } = useProductForm(product)
  const guard = useLeaveGuard(form.isDirty())

  function submit(values: ProductValues) {
    if (!form.isDirty()) return onClose()
    const day = (value: string) => (value === '' ? null : value)
    update.mutate(
      {
        ...values,
        startDate: day(values.startDate),
        launchDate: day(values.launchDate),
        updatedAt: basedOn,
      },
      {
        onSuccess(changed) {
          guard.release()
          toastSuccess(text('Product.saved', { name: changed.name }))
          onClose()
        },
        onError: showFailure,
      },
    )
  }

  return (
    <FormDialog
      title={text('Product.editTitle')}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text('Dialog.save')}
      submitting={update.isPending}
      failure={unplacedFailure(update.error, form.errors)}
      guard={guard}
    >
      <ProductFields form={form} />
    </FormDialog>
  )
}
