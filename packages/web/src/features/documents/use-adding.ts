import type { Section } from '@sheetwright/contract/documents/section.ts'
import { useText } from '../../platform/messages/use-text.ts'
import { useDialogs } from '../../ui/feedback/dialogs.ts'
import { useRuleCheck } from '../user-groups/queries.ts'

/** Runs an action that adds to a section; shows a message instead if the user's groups deny it. */
export function useAdding(section: Section): (add: () => void) => void {
  const text = useText()
  const dialogs = useDialogs()
  const allows = useRuleCheck()
  return (add) => {
    if (allows({ module: 'ProductDocument', rule: section.addRule })) return add()
    void dialogs.alert({ title: text('Error.permissionTitle'), text: text('Error.permissionError') })
  }
}
