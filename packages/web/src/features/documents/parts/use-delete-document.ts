import type { ProductDocument } from '@sheetwright/contract/documents/document.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { toastSuccess, toastWithAction } from '../../../ui/feedback/toasts.tsx'
import { useDeleteDocument, useUndeleteDocument } from '../mutations.ts'

/** Confirms, deletes, and offers to restore the document; also restores documents deleted earlier. */
export function useDocumentRemoval(product: string) {
  const text = useText()
  const dialogs = useDialogs()
  const deletion = useDeleteDocument(product)
  const undeletion = useUndeleteDocument(product)

  function restore(document: ProductDocument) {
    const { fileName: name } = document
    undeletion.mutate(document, { onSuccess: () => toastSuccess(text('Document.restored', { name })) })
  }

  return {
    restore,
    async remove(document: ProductDocument, onDeleted: () => void) {
      const { fileName: name } = document
      const confirmed = await dialogs.confirm({
        title: text('Document.deletion.title'),
        text: text('Document.deletion.text', { name }),
        confirmLabel: text('Document.deletion.confirm', { name }),
        cancelLabel: text('Dialog.cancel'),
        destructive: true,
      })
      if (!confirmed) return
      deletion.mutate(document, {
        onSuccess: () => {
          onDeleted()
          toastWithAction(text('Document.deleted', { name }), text('Undo.undo'), () => restore(document))
        },
      })
    },
  }
}
