import type { CallRule } from '@sheetwright/contract/call.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { useRuleCheck } from '../queries.ts'

/** Wraps an action: shows a message instead if the user's groups deny it. */
export function useRuledAction(): (rule: CallRule, action: () => void) => () => void {
  const text = useText()
  const dialogs = useDialogs()
  const allows = useRuleCheck()
  return (rule, action) => () => {
    if (allows(rule)) return action()
    void dialogs.alert({ title: text('Error.permissionTitle'), text: text('Error.permissionError') })
  }
}
