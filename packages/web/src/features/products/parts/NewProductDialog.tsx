import { Button, Group } from '@mantine/core'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { Product } from '@sheetwright/contract/products/product.ts'
import { useId } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
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
  const formId = useId()
  const dialogs = useDialogs()
  const create = useCreateProduct()
  const { form, showFailure } = useProductForm()
  const guard = useLeaveGuard(opened && form.isDirty())

  async function close() {
    if (await guard.mayLeave()) finish()
  }

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
        onError(error) {
          if (!(error instanceof ApiError) || error.code !== 'RULE_VALIDATION_FAILED') return showFailure(error)
          guard.release()
          finish()
          void dialogs.alert({ title: text('Error.permissionTitle'), text: text('Error.noOfProductExceeded') })
        },
      },
    )
  }

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
        <ProductFields form={form} failure={create.error} />
      </form>
    </Dialog>
  )
}
