import type { Product } from '@sheetwright/contract/products/product.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { toastSuccess, toastWithAction } from '../../../ui/feedback/toasts.tsx'
import { useDeleteProduct, useUndeleteProduct } from '../mutations.ts'

/** Confirms, deletes, and offers to restore the product. True if it was deleted. */
export function useConfirmedDelete(): (product: Product) => Promise<boolean> {
  const text = useText()
  const dialogs = useDialogs()
  const remove = useDeleteProduct()
  const restore = useUndeleteProduct()

  return async (product) => {
    const { name } = product
    const confirmed = await dialogs.confirm({
      title: text('Product.delete.title'),
      text: text('Product.delete.text', { name }),
      confirmLabel: text('Product.delete.confirm', { name }),
      cancelLabel: text('Dialog.cancel'),
      destructive: true,
    })
    if (!confirmed) return false
    try {
      await remove.mutateAsync(product)
    } catch {
      return false
    }
    toastWithAction(text('Product.deleted', { name }), text('Undo.undo'), () => {
      restore.mutate(product, { onSuccess: () => toastSuccess(text('Product.restored', { name })) })
    })
    return true
  }
}
