import { useBlocker } from '@tanstack/react-router'
import { useText } from '../../platform/messages/use-text.ts'
import { useDialogs } from './dialogs.ts'

/** Asks before unsaved changes are lost by leaving the page. Gives back the same question for closing a dialog. */
export function useLeaveGuard(unsaved: boolean): () => Promise<boolean> {
  const text = useText()
  const dialogs = useDialogs()

  async function mayLeave() {
    if (!unsaved) return true
    return dialogs.confirm({
      title: text('Leave.title'),
      text: text('Leave.text'),
      confirmLabel: text('Leave.discard'),
      cancelLabel: text('Leave.stay'),
      destructive: true,
    })
  }

  useBlocker({
    shouldBlockFn: async () => !(await mayLeave()),
    enableBeforeUnload: () => unsaved,
    disabled: !unsaved,
  })
  return mayLeave
}
