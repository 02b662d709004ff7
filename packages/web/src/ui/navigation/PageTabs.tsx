import { Button, Menu, Tabs } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../../platform/messages/use-text.ts'
import { measures } from '../theme.ts'
import classes from './PageTabs.module.css'

interface PageTab {
  readonly id: string
  readonly label: string
  readonly count?: number
  readonly content: ReactNode
}

export interface PageTabsProps {
  readonly label: string
  readonly tabs: readonly PageTab[]
  readonly current: string
  readonly onChange: (id: string) => void
  /** Long content scrolls inside its tab, so that the tabs stay in view. */
  readonly scrolls?: boolean
}

/** Tabs of a page. All have the same width; five are in view, and a menu lists the others. */
export function PageTabs({ label, tabs, current, onChange, scrolls = false }: PageTabsProps) {
  const rail = useRef<HTMLDivElement>(null)
  const chosen = tabs.findIndex(({ id }) => id === current)
  // The current tab may be scrolled out of view. Before the next frame, the router scrolls back to where the tabs were.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      rail.current?.querySelectorAll('[role="tab"]')[chosen]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
    return () => cancelAnimationFrame(frame)
  }, [chosen])

  return (
    <Tabs
      value={valueOf(current)}
      onChange={(value) => value !== null && onChange(decodeURIComponent(value))}
      keepMounted={false}
      classNames={{
        tab: classes.tab ?? '',
        tabLabel: classes.tabLabel ?? '',
        list: classes.list ?? '',
        panel: classes.panel ?? '',
      }}
    >
      <div ref={rail} className={classes.rail}>
        <Tabs.List aria-label={label}>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab.id} value={valueOf(tab.id)}>
              <span className={classes.label} title={tab.label}>
                {tab.label}
              </span>
              {tab.count !== undefined && <span className={classes.count}>{tab.count}</span>}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.length > measures.visibleTabs && <AllTabs tabs={tabs} current={current} onChange={onChange} />}
      </div>
      {tabs.map((tab) => (
        <Tabs.Panel
          key={tab.id}
          value={valueOf(tab.id)}
          data-scrolls={scrolls || undefined}
          tabIndex={scrolls ? 0 : undefined}
        >
          {tab.content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Tabs and panels refer to each other by ids that contain the value, and ids cannot contain blanks. */
function valueOf(id: string): string {
  return encodeURIComponent(id)
}

function AllTabs({ tabs, current, onChange }: Pick<PageTabsProps, 'tabs' | 'current' | 'onChange'>) {
  const text = useText()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          className={classes.all ?? ''}
          variant="subtle"
          color="gray"
          size="compact-sm"
          rightSection={<IconChevronDown />}
        >
          {text('Tabs.all', { count: tabs.length })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {tabs.map(({ id, label, count }) => (
          <Menu.Item
            key={id}
            aria-current={id === current ? 'page' : undefined}
            leftSection={<IconCheck visibility={id === current ? 'visible' : 'hidden'} />}
            onClick={() => onChange(id)}
          >
            {label}
            {count !== undefined && <span className={classes.count}>{count}</span>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
