import { Menu } from '@mantine/core'
import { IconCircle, IconCircleDot } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export interface RadioItemProps {
  readonly checked: boolean
  readonly lang?: string
  readonly onChoose: () => void
  readonly children: ReactNode
}

/** One of several choices in a menu. */
export function RadioItem({ checked, lang, onChoose, children }: RadioItemProps) {
  return (
    <Menu.Item
      role="menuitemradio"
      aria-checked={checked}
      lang={lang}
      leftSection={checked ? <IconCircleDot /> : <IconCircle />}
      onClick={onChoose}
    >
      {children}
    </Menu.Item>
  )
}
