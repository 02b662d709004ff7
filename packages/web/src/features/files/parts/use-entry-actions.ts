import { useText } from '../../../platform/messages/use-text.ts'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { toastSuccess, toastWithAction } from '../../../ui/feedback/toasts.tsx'
import type { EntryRow } from '../entry-row.ts'
import { useDeleteEntries, usePackEntries, useSaveFile, useUndeleteEntries } from '../mutations.ts'

/** Actions on folders and files that need no dialog, or only a confirmation. */
export function useEntryActions() {
  const text = useText()
  const dialogs = useDialogs()
  const save = useSaveFile()
  const pack = usePackEntries()
  const deletion = useDeleteEntries()
  const undeletion = useUndeleteEntries()

  function undelete(rows: readonly EntryRow[], onDone: () => void = () => undefined) {
    undeletion.mutate(rows, {
      onSuccess() {
        toastSuccess(text('Files.undeleted', { count: rows.length }))
        onDone()
      },
    })
  }

  return {
    undelete,
    /** A single file is downloaded as it is; anything else as a zip made in a background job. */
    download(rows: readonly EntryRow[], onDone: () => void) {
      const [first] = rows
      if (first === undefined) return
      if (rows.length === 1 && first.type === 'file') return save.mutate(first.entry)
      const name = rows.length === 1 ? first.entry.name : text('Files.root')
      pack.mutate(
        { rows, name },
        {
          onSuccess() {
            toastSuccess(text('Files.packing', { name: `${name}.zip` }))
            onDone()
          },
        },
      )
    },
    async delete(rows: readonly EntryRow[], onDone: () => void) {
      const count = rows.length
      const name = rows[0]?.entry.name ?? ''
      const confirmed = await dialogs.confirm({
        title: text('Files.deletion.title'),
        text: text('Files.deletion.text', { count, name }),
        confirmLabel: text('Files.deletion.confirm', { count, name }),
        cancelLabel: text('Dialog.cancel'),
        destructive: true,
      })
      if (!confirmed) return
      deletion.mutate(rows, {
        onSuccess() {
          onDone()
          toastWithAction(text('Files.deletedToast', { count, name }), text('Undo.undo'), () => undelete(rows))
        },
      })
    },
  }
}
