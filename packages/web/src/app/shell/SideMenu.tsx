import { Link, useLocation } from '@tanstack/react-router'
import { useFlags } from '../../features/system/queries.ts'
import { useText } from '../../platform/messages/use-text.ts'
import { useAppState } from '../../platform/store/use-app-store.ts'
import { currentPlace } from '../current-place.ts'
import { mainEntries, type MenuEntry, menuGroups } from '../menu.ts'
import { navigationIcons } from './navigation-icons.ts'
import { ProductSideMenu } from './ProductSideMenu.tsx'
import classes from './SideMenu.module.css'

export function SideMenu({ path }: { path: string }) {
  const text = useText()
  const { permissions } = useAppState()
  const place = currentPlace(path)
  if (place.productId !== undefined) return <ProductSideMenu productId={place.productId} shared={place.shared} />
  return (
    <nav className={classes.menu} aria-label={text('SideMenu.label')}>
      <Entries entries={mainEntries} />
      {permissions.administrate &&
        menuGroups.map((group) => (
          <section key={group.title} aria-label={text(group.title)}>
            <h2 className={classes.group}>{text(group.title)}</h2>
            <Entries entries={group.entries} />
          </section>
        ))}
    </nav>
  )
}

function Entries({ entries }: { entries: readonly MenuEntry[] }) {
  const text = useText()
  const { permissions } = useAppState()
  const location = useLocation()
  const search = location.search as Readonly<Record<string, string>>
  const isOn = useFlags()
  const shown = entries.filter(
    (entry) => (entry.permission === undefined || permissions[entry.permission]) && isOn(entry.flag),
  )
  // If two entries have the same path, the one whose parameters are in the address is current.
  const matching = shown.filter((entry) => entry.to === location.pathname && holds(search, entry.search ?? {}))
  const current =
    matching.find((entry) => entry.search !== undefined) ??
    matching[0] ??
    shown.find(({ also = [] }) => also.some((path) => `${location.pathname}/`.startsWith(`${path}/`)))
  return (
    <ul className={classes.list}>
      {shown.map((entry) => {
        const Icon = navigationIcons[entry.icon]
        return (
          <li key={entry.title}>
            <Link
              to={entry.to}
              search={entry.search ?? {}}
              className={classes.entry}
              aria-current={entry !== current ? undefined : entry.to === location.pathname ? 'page' : 'true'}
              activeOptions={{ exact: true }}
              data-current={entry === current || undefined}
            >
              <Icon />
              {text(entry.title)}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function holds(search: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([name, value]) => search[name] === value)
}
