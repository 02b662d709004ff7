import type { Engine } from '@sheetwright/contract/engines/engine.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { useAppState } from '../../../platform/store/use-app-store.ts'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { toastSuccess, toastWithAction } from '../../../ui/feedback/toasts.tsx'
import { useDeleteEngine, useUndeleteEngine } from '../mutations.ts'

/** Confirms, deletes, and offers users with the right to restore the engine. True if it was deleted. */
export function useConfirmedEngineDelete(): (engine: Engine) => Promise<boolean> {
  const text = useText()
  const dialogs = useDialogs()
  const { permissions } = useAppState()
  const remove = useDeleteEngine()
  const restore = useUndeleteEngine()

  return async (engine) => {
    const { name } = engine
    const confirmed = await dialogs.confirm({
      title: text('Engine.delete.title'),
      text: text('Engine.delete.text', { name }),
      confirmLabel: text('Engine.delete.confirm', { name }),
      cancelLabel: text('Dialog.cancel'),
      destructive: true,
    })
    if (!confirmed) return false
    try {
      await remove.mutateAsync(engine)
    } catch {
      return false
    }
    if (!permissions.administrate) {
      toastSuccess(text('Engine.deleted', { name }))
      return true
    }
    toastWithAction(text('Engine.deleted', { name }), text('Undo.undo'), () => {
      restore.mutate(engine, { onSuccess: () => toastSuccess(text('Engine.restored', { name })) })
    })
    return true
  }
}
