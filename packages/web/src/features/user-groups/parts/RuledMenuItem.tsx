import { Menu } from '@mantine/core'
import type { CallRule } from '@sheetwright/contract/call.ts'
import type { ReactNode } from 'react'
import { useRuledAction } from './use-ruled-action.ts'

export interface RuledMenuItemProps {
  readonly rule: CallRule
  readonly icon: ReactNode
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A menu action that shows a message instead if the user's groups deny it. */
export function RuledMenuItem({ rule, icon, onClick, children }: RuledMenuItemProps) {
  const ruled = useRuledAction()
  return (
    <Menu.Item leftSection={icon} onClick={ruled(rule, onClick)}>
      {children}
    </Menu.Item>
  )
}
