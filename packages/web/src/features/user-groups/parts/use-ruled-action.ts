import type { CallRule } from '@sheetwright/contract/call.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { useRuleCheck } from '../queries.ts'

/** Turns an action into one that, for those whose groups deny it, says so instead. */
export function useRuledAction(): (rule: CallRule, action: () => void) => () => void {
  const text = useText()
  const dialogs = useDialogs()
  const allows = useRuleCheck()
  return (rule, action) => () => {
    if (allows(rule)) return action()
    void dialogs.alert({ title: text('Error.permissionTitle'), text: text('Error.permissionError') })
  }
}
