import { Button, Input, Stack } from '@mantine/core'
import type { Product } from '@sheetwright/contract/products/product.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { unplacedFailure } from '../../../ui/feedback/unplaced-failure.ts'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { useCreateProduct } from '../mutations.ts'
import { type ProductValues, useProductForm } from '../product-form.ts'
import { CoverChooser, useCoverChoice } from './CoverChoice.tsx'
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
  const cover = useCoverChoice()
  const guard = useLeaveGuard(opened && (form.isDirty() || cover.url !== undefined))

  function finish() {
    onClose()
    form.reset()
    cover.clear()
    create.reset()
  }

  function submit(values: ProductValues) {
    const product = {
      Name: values.name,
      Category: values.category.join(','),
      Description: values.description,
      ...(values.startDate === '' ? {} : { StartDate: values.startDate }),
      ...(values.launchDate === '' ? {} : { LaunchDate: values.launchDate }),
    }
    create.mutate(
      { product, cover: cover.cut() },
      {
        onSuccess(created) {
          guard.release()
          finish()
          onCreated(created)
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
      failure={cover.unreadable ? text('Cover.unreadable') : unplacedFailure(create.error, form.errors)}
      submitDisabled={cover.unreadable}
      guard={guard}
    >
      <ProductFields form={form} />
      <Input.Wrapper label={text('Cover.label')} labelElement="div">
        <Stack gap="md" mt="xs">
          <CoverChooser
            choice={cover}
            aside={
              cover.url !== undefined && (
                <Button variant="subtle" onClick={cover.clear}>
                  {text('Cover.without')}
                </Button>
              )
            }
          />
        </Stack>
      </Input.Wrapper>
    </FormDialog>
  )
}
