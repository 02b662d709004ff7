import { Menu } from '@mantine/core'
import type { RoadmapTask } from '@sheetwright/contract/roadmap/roadmap-task.ts'
import { IconArrowsSplit2, IconCalendarEvent, IconExternalLink } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'

export interface TaskMenuProps {
  readonly task: RoadmapTask
  readonly at: { readonly x: number; readonly y: number }
  readonly onClose: () => void
  readonly onOpen: () => void
  readonly onDates: () => void
  readonly onDependencies: () => void
}

/** Without keydown: the key that opens the menu would close it at once. */
const outside = ['mousedown', 'touchstart']

/** The actions on a bar, shown where the user clicked. */
export function TaskMenu({ task, at, onClose, ...props }: TaskMenuProps) {
  const text = useText()
  const changeable = task.access !== 'view'
  return (
    <Menu opened onClose={onClose} position="bottom-start" withinPortal clickOutsideEvents={outside}>
      <Menu.Target>
        <span aria-hidden style={{ position: 'fixed', left: at.x, top: at.y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={task.name}>
        <Menu.Label>{task.name}</Menu.Label>
        <Menu.Item leftSection={<IconExternalLink />} onClick={props.onOpen}>
          {text('Roadmap.open')}
        </Menu.Item>
        {changeable && (
          <Menu.Item leftSection={<IconCalendarEvent />} onClick={props.onDates}>
            {text('Roadmap.dates')}
          </Menu.Item>
        )}
        {changeable && (
          <Menu.Item leftSection={<IconArrowsSplit2 />} onClick={props.onDependencies}>
            {text('Roadmap.dependencies')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
