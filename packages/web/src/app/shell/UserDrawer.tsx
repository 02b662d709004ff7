import { Avatar, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconArrowLeft,
  IconBook,
  IconExternalLink,
  IconInfoCircle,
  IconKey,
  IconLifebuoy,
  IconLogout,
  IconSettings,
  IconShieldLock,
  IconTerminal2,
} from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SecondFactorDialog } from '../../features/session/parts/SecondFactorDialog.tsx'
import { ChangePasswordDialog } from '../../features/session/parts/ChangePasswordDialog.tsx'
import { useConfigurationFlags } from '../../features/system/queries.ts'
import { useText } from '../../platform/messages/use-text.ts'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { useAppState } from '../../platform/store/use-app-store.ts'
import { useDialogs } from '../../ui/feedback/dialogs.ts'
import { measures } from '../../ui/theme.ts'
import { currentPlace } from '../current-place.ts'
import { AboutDialog } from './AboutDialog.tsx'
import { initialsOf } from './initials.ts'
import { useSignOut } from './use-sign-out.ts'
import classes from './UserDrawer.module.css'

/** The signed-in user, with personal settings and links. */
export function UserDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const text = useText()
  const { user, auth } = useAppState()
  const { pathname } = useLocation()
  const { reportSupportUrl, skipLoginFlow } = useConfiguration()
  const flags = useConfigurationFlags()
  const dialogs = useDialogs()
  const signOut = useSignOut()
  const [aboutOpened, about] = useDisclosure()
  const [passwordOpened, password] = useDisclosure()
  const [factorOpened, factor] = useDisclosure()
  const guide = flags.data?.GitBookUrl

  async function confirmSignOut() {
    onClose()
    const confirmed = await dialogs.confirm({
      title: text('MainHeader.logout'),
      text: text('MainHeader.logout.confirm'),
      confirmLabel: text('Dialog.yes'),
      cancelLabel: text('Dialog.no'),
    })
    if (confirmed) await signOut('SignedOut')
  }

  function open(dialog: { open: () => void }) {
    onClose()
    dialog.open()
  }

  return (
    <>
      <Drawer
        opened={opened}
        onClose={onClose}
        position="right"
        size={measures.drawerWidth}
        title={text('MainHeader.account')}
        attributes={{ header: { role: 'none' } }}
        closeButtonProps={{ 'aria-label': text('Dialog.close') }}
        classNames={{ content: classes.content ?? '', header: classes.header ?? '', overlay: classes.overlay ?? '' }}
      >
        <div className={classes.person}>
          <Avatar size="lg" radius="50%" color="petrol" variant="filled">
            {initialsOf(user.displayName)}
          </Avatar>
          <div className={classes.facts}>
            <strong>{user.displayName}</strong>
            <span>{user.userEmailID}</span>
            <span>{text('UserDrawer.tenant', { tenant: auth.tenant })}</span>
          </div>
        </div>
        <ul className={classes.list}>
          {currentPlace(pathname).admin && (
            <Entry icon={<IconArrowLeft />} to="/" onClick={onClose}>
              {text('UserDrawer.catalogue')}
            </Entry>
          )}
          <Entry icon={<IconSettings />} to="/admin/explorer/home" onClick={onClose}>
            {text('UserDrawer.options')}
          </Entry>
          {user.canChangePassword && (
            <Entry icon={<IconKey />} onClick={() => open(password)}>
              {text('UserDrawer.changePassword')}
            </Entry>
          )}
          {user.canChangePassword && (
            <Entry icon={<IconShieldLock />} onClick={() => open(factor)}>
              {text('UserDrawer.secondFactor')}
            </Entry>
          )}
          <Entry icon={<IconTerminal2 />} to="/device" onClick={onClose}>
            {text('UserDrawer.commandLines')}
          </Entry>
          <Entry icon={<IconInfoCircle />} onClick={() => open(about)}>
            {text('UserDrawer.about')}
          </Entry>
          <Entry icon={<IconBook />} {...(guide == null ? { to: '/guide', onClick: onClose } : { href: guide })}>
            {text('UserDrawer.guide')}
          </Entry>
          <Entry
            icon={<IconLifebuoy />}
            {...(reportSupportUrl === '' ? { to: '/guide/errors', onClick: onClose } : { href: reportSupportUrl })}
          >
            {text('UserDrawer.support')}
          </Entry>
        </ul>
        {!skipLoginFlow && (
          <ul className={classes.list}>
            <Entry icon={<IconLogout />} onClick={() => void confirmSignOut()}>
              {text('MainHeader.logout')}
            </Entry>
          </ul>
        )}
      </Drawer>
      <AboutDialog opened={aboutOpened} onClose={about.close} />
      <ChangePasswordDialog opened={passwordOpened} onClose={password.close} />
      {factorOpened && <SecondFactorDialog onClose={factor.close} />}
    </>
  )
}

interface EntryProps {
  readonly icon: ReactNode
  /** A page of the product. */
  readonly to?: string
  /** An external page. */
  readonly href?: string
  readonly onClick?: () => void
  readonly children: ReactNode
}

function Entry({ icon, to, href, onClick, children }: EntryProps) {
  return <li>{entryControl({ icon, to, href, onClick, children })}</li>
}

function entryControl({ icon, to, href, onClick, children }: { [K in keyof EntryProps]: EntryProps[K] | undefined }) {
  if (to !== undefined) {
    return (
      <Link className={classes.entry} to={to} {...(onClick === undefined ? {} : { onClick })}>
        {icon}
        {children}
      </Link>
    )
  }
  if (href !== undefined) {
    return (
      <a className={classes.entry} href={href} target="_blank" rel="noreferrer">
        {icon}
        {children}
        <IconExternalLink className={classes.outside} />
      </a>
    )
  }
  return (
    <button type="button" className={classes.entry} onClick={onClick}>
      {icon}
      {children}
    </button>
  )
}
