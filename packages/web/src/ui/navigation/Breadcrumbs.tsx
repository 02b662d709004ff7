import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconChevronRight, IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../../platform/messages/use-text.ts'
import { collapseCrumbs, crumbLabel, crumbTooltip } from './breadcrumb-rules.ts'
import classes from './Breadcrumbs.module.css'

export interface Crumb {
  readonly label: string
  /** The target; undefined for the last one. */
  readonly to?: string
}

export function Breadcrumbs({ items }: { items: readonly Crumb[] }) {
  const text = useText()
  const { head, hidden, tail } = collapseCrumbs(items)
  const last = items.at(-1)
  return (
    <nav aria-label={text('Breadcrumbs.label')}>
      <ol className={classes.list}>
        {head.map((item) => (
          <CrumbItem key={item.to ?? item.label} item={item} current={item === last} />
        ))}
        {hidden.length > 0 && (
          <li className={classes.item}>
            <Menu>
              <Menu.Target>
                <ActionIcon size="xs" aria-label={text('Breadcrumbs.more')}>
                  <IconDots />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {hidden.map((item) => (
                  <Menu.Item key={item.to ?? item.label} component={Link} to={item.to ?? '.'}>
                    {item.label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
            <IconChevronRight className={classes.separator} />
          </li>
        )}
        {tail.map((item) => (
          <CrumbItem key={item.to ?? item.label} item={item} current={item === last} />
        ))}
      </ol>
    </nav>
  )
}

function CrumbItem({ item, current }: { item: Crumb; current: boolean }) {
  const tooltip = crumbTooltip(item.label)
  const label = crumbLabel(item.label)
  return (
    <li className={classes.item}>
      <Tooltip label={tooltip} disabled={tooltip === undefined} classNames={{ tooltip: classes.tooltip ?? '' }}>
        {current || item.to === undefined ? (
          <span className={current ? classes.current : classes.plain} aria-current={current ? 'page' : undefined}>
            {label}
          </span>
        ) : (
          <Link className={classes.link} to={item.to}>
            {label}
          </Link>
        )}
      </Tooltip>
      {!current && <IconChevronRight className={classes.separator} />}
    </li>
  )
}
