import type { Engine, EngineVersion } from '@sheetwright/contract/engines/engine.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useRestoreVersion } from '../mutations.ts'

/** Confirms, then creates a new version from an old one. */
export function useConfirmedRestore(engine: Engine): (version: EngineVersion) => Promise<void> {
  const text = useText()
  const dialogs = useDialogs()
  const restore = useRestoreVersion({ product: engine.productId, engine: engine.id })
  return async (version) => {
    const confirmed = await dialogs.confirm({
      title: text('Version.restore.title'),
      text: text('Version.restore.text', { revision: version.revision, name: engine.name }),
      confirmLabel: text('Version.restore.confirm', { revision: version.revision }),
      cancelLabel: text('Dialog.cancel'),
    })
    if (!confirmed) return
    restore.mutate(version.id, {
      onSuccess: ({ revision, state }) => {
        // It must be published like any other version if checks or the rules of the product stop it.
        const isStopped = version.publishedAt !== null && state === 'Draft'
        const told = isStopped ? 'Version.restoredAsDraft' : 'Version.restored'
        toastSuccess(text(told, { from: version.revision, to: revision }))
      },
    })
  }
}
