import { Menu } from '@mantine/core'
import type { CallRule } from '@sheetwright/contract/call.ts'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { useRuleCheck } from '../queries.ts'

export interface RuledMenuItemProps {
  readonly rule: CallRule
  readonly icon: ReactNode
  readonly onClick: () => void
  readonly children: ReactNode
}

/** An action in a menu that, for those whose groups deny it, says so instead. */
export function RuledMenuItem({ rule, icon, onClick, children }: RuledMenuItemProps) {
  const text = useText()
  const dialogs = useDialogs()
  const allows = useRuleCheck()

  function act() {
    if (allows(rule)) return onClick()
    void dialogs.alert({ title: text('Error.permissionTitle'), text: text('Error.permissionError') })
  }

  return (
    <Menu.Item leftSection={icon} onClick={act}>
      {children}
    </Menu.Item>
  )
}
