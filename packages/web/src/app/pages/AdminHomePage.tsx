import { Link } from '@tanstack/react-router'
import { useFlags } from '../../features/system/queries.ts'
import { useText } from '../../platform/messages/use-text.ts'
import { useAppState } from '../../platform/store/use-app-store.ts'
import { Page } from '../../ui/page/Page.tsx'
import { PageTrail } from '../../ui/page/PageTrail.tsx'
import { adminPlaces } from '../menu.ts'
import { navigationIcons } from '../shell/navigation-icons.ts'
import classes from './AdminHomePage.module.css'

/** Home of the administration area: links to every page the user may open. */
export function AdminHomePage() {
  const text = useText()
  const { permissions } = useAppState()
  const isOn = useFlags()
  const shown = adminPlaces.filter(
    (place) => (place.permission === undefined || permissions[place.permission]) && isOn(place.flag),
  )
  return (
    <Page title={text('Navigation.administration')}>
      <PageTrail items={[{ label: text('Navigation.administration') }]} />
      <ul className={classes.places}>
        {shown.map(({ title, about, icon, to }) => {
          const Icon = navigationIcons[icon]
          return (
            <li key={to}>
              <Link to={to} className={classes.place}>
                <Icon />
                <span className={classes.name}>{text(title)}</span>
                <span className={classes.about}>{text(about)}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </Page>
  )
}
