import { Button, Group } from '@mantine/core'
import type { Product } from '@sheetwright/contract/products/product.ts'
import { useId, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { useUpdateProduct } from '../mutations.ts'
import { type ProductValues, useProductForm } from '../product-form.ts'
import { ProductFields } from './ProductFields.tsx'

/** Changes what is known about a product. Mounted for one product at a time, so that it starts from its present state. */
export function EditProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const text = useText()
  const formId = useId()
  const update = useUpdateProduct(product.id)
  // Somebody else's change in the meantime is refused, not overwritten.
  const [basedOn] = useState(product.updatedAt)
  const { form, showFailure } = useProductForm(product)
  const guard = useLeaveGuard(form.isDirty())

  async function close() {
    if (await guard.mayLeave()) onClose()
  }

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
    <Dialog
      opened
      onClose={() => void close()}
      title={text('Product.editTitle')}
      closeOnClickOutside={!form.isDirty()}
      footer={
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void close()}>
            {text('Dialog.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={update.isPending}>
            {text('Dialog.save')}
          </Button>
        </Group>
      }
    >
      <form id={formId} onSubmit={form.onSubmit(submit)} noValidate>
        <ProductFields form={form} failure={update.error} />
      </form>
    </Dialog>
  )
}
