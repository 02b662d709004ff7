import type { CallRule } from '@sheetwright/contract/call.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { useRuleCheck } from '../../features/user-groups/queries.ts'
import { useProduct } from '../../features/products/queries.ts'
import { useText } from '../../platform/messages/use-text.ts'
import { useDialogs } from '../../ui/feedback/dialogs.ts'
import type { NestedEntry, ProductEntry } from '../navigation.ts'
import { navigationIcons } from './navigation-icons.ts'
import classes from './SideMenu.module.css'
import { productHome, useProductEntries } from './use-product-entries.ts'

/** The menu of one product: the link back, its pages, and their submenus. */
export function ProductSideMenu({ productId, shared }: { productId: string; shared: boolean }) {
  const text = useText()
  const { pathname } = useLocation()
  const home = productHome(productId, shared)
  const { entries, isUnseen } = useProductEntries(productId)
  const leadsToAll = pathname === home || isUnseen
  return (
    <nav className={classes.menu} aria-label={text('SideMenu.product')}>
      <Link to={leadsToAll ? '/' : home} className={classes.entry} activeOptions={{ exact: true }}>
        <IconArrowLeft />
        {text(leadsToAll ? 'Navigation.back' : 'Navigation.dashboard')}
      </Link>
      <ul className={classes.list}>
        {entries.map((entry) => (
          <li key={entry.title}>
            <Place entry={entry} home={home} productId={productId} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Place({ entry, home, productId }: { entry: ProductEntry; home: string; productId: string }) {
  const text = useText()
  const { pathname } = useLocation()
  const address = home + entry.to
  const below = [address, ...(entry.also === undefined ? [] : [home + entry.also])]
  const inside = entry.to === '' ? pathname === home : below.some((each) => `${pathname}/`.startsWith(`${each}/`))
  const Icon = navigationIcons[entry.icon]
  return (
    <>
      <RuledLink to={address} rule={entry.rule} current={inside}>
        <Icon />
        {text(entry.title)}
      </RuledLink>
      {inside && entry.nested !== undefined && <Nested entry={entry} address={address} productId={productId} />}
    </>
  )
}

function Nested({ entry, address, productId }: { entry: ProductEntry; address: string; productId: string }) {
  const text = useText()
  const { pathname } = useLocation()
  const { data: product } = useProduct(productId)
  const entries: readonly NestedEntry[] = product === undefined ? [] : (entry.nested?.(product) ?? [])
  if (entries.length === 0) return null
  return (
    <ul className={classes.nested} aria-label={text(entry.title)}>
      {entries.map(({ title, to, rule }) => (
        <li key={to}>
          <RuledLink to={address + to} rule={rule} current={pathname === address + to}>
            {typeof title === 'string' ? text(title) : title.name}
          </RuledLink>
        </li>
      ))}
    </ul>
  )
}

interface RuledLinkProps {
  readonly to: string
  readonly rule: CallRule | undefined
  readonly current: boolean
  readonly children: ReactNode
}

/** A link that shows a message instead if the user's groups deny it. */
function RuledLink({ to, rule, current, children }: RuledLinkProps) {
  const text = useText()
  const dialogs = useDialogs()
  const allows = useRuleCheck()
  const denied = rule !== undefined && !allows(rule)

  function refuse(event: MouseEvent) {
    event.preventDefault()
    void dialogs.alert({ title: text('Error.permissionTitle'), text: text('Error.permissionError') })
  }

  return (
    <Link
      to={to}
      className={classes.entry}
      aria-current={current ? 'page' : undefined}
      activeOptions={{ exact: true }}
      data-current={current || undefined}
      onClick={denied ? refuse : undefined}
    >
      {children}
    </Link>
  )
}
