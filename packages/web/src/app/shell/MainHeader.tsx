import { ActionIcon, Avatar, Button, Tooltip, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLayoutSidebar, IconLock, IconSearch, IconShare2 } from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { BookmarkButton } from '../../features/bookmarks/parts/BookmarkButton.tsx'
import { JobsPopover } from '../../features/jobs/parts/JobsPopover.tsx'
import { PermissionsDialog } from '../../features/permissions/parts/PermissionsDialog.tsx'
import { useProduct } from '../../features/products/queries.ts'
import { useText } from '../../platform/messages/use-text.ts'
import { toReturnUrl } from '../../platform/session/return-url.ts'
import { useAppState, useAppStore } from '../../platform/store/use-app-store.ts'
import { Keys } from '../../ui/Keys.tsx'
import { currentPlace } from '../current-place.ts'

import { ColorSchemeMenu } from './ColorSchemeMenu.tsx'
import { initialsOf } from './initials.ts'
import { LanguageMenu } from './LanguageMenu.tsx'
import { Logo } from './Logo.tsx'
import classes from './MainHeader.module.css'
import { palette } from './palette.ts'
import { ProblemsPopover } from './ProblemsPopover.tsx'
import { ShareDialog } from './ShareDialog.tsx'
import { UserDrawer } from './UserDrawer.tsx'

export function MainHeader({ trailRef }: { trailRef: (slot: HTMLElement | null) => void }) {
  const text = useText()
  const { auth } = useAppState()
  return (
    <header className={classes.header}>
      <div className={classes.top}>
        <Link to="/" className={classes.logo} aria-label={text('MainHeader.home')}>
          <Logo />
        </Link>
        {auth.loggedIn && <SearchTrigger />}
        <div className={classes.actions}>{auth.loggedIn ? <SignedInActions /> : <SignedOutActions />}</div>
      </div>
      <div className={classes.trail}>
        {auth.loggedIn && <SideMenuToggle />}
        <div ref={trailRef} />
      </div>
    </header>
  )
}

function SearchTrigger() {
  const text = useText()
  return (
    <UnstyledButton className={classes.search} onClick={palette.open}>
      <IconSearch />
      <span className={classes.searchText}>{text('MainHeader.search')}</span>
      <Keys keys={['mod', 'K']} />
    </UnstyledButton>
  )
}

function SignedInActions() {
  const text = useText()
  const { user } = useAppState()
  const { pathname } = useLocation()
  const [drawerOpened, drawer] = useDisclosure()
  const [shareOpened, share] = useDisclosure()
  const [permissionsOpened, permissions] = useDisclosure()
  const place = currentPlace(pathname)
  const product = useProduct(place.productId ?? '').data
  const managed = product?.access === 'manage' ? product : undefined
  const canShare = place.productId !== undefined && !pathname.startsWith('/share')
  return (
    <>
      {canShare && (
        <Button variant="default" size="xs" leftSection={<IconShare2 />} onClick={share.open}>
          {text('MainHeader.share')}
        </Button>
      )}
      {managed !== undefined && (
        <Button variant="default" size="xs" leftSection={<IconLock />} onClick={permissions.open}>
          {text('MainHeader.permissions')}
        </Button>
      )}
      <BookmarkButton productId={place.productId} />
      <ProblemsPopover />
      <JobsPopover />
      <LanguageMenu />
      <ColorSchemeMenu />
      <Tooltip label={text('MainHeader.account')}>
        <UnstyledButton
          className={classes.initials}
          aria-label={text('MainHeader.accountOf', { initials: initialsOf(user.displayName), name: user.displayName })}
          aria-haspopup="dialog"
          onClick={drawer.open}
        >
          <Avatar
            aria-hidden
            className={classes.avatar}
            size="var(--sw-avatar)"
            radius="50%"
            color="petrol"
            variant="filled"
          >
            {initialsOf(user.displayName)}
          </Avatar>
        </UnstyledButton>
      </Tooltip>
      <UserDrawer opened={drawerOpened} onClose={drawer.close} />
      {managed !== undefined && permissionsOpened && (
        <PermissionsDialog
          entity={{ entityType: 'product', entityId: managed.id }}
          name={managed.name}
          onClose={permissions.close}
        />
      )}
      {canShare && <ShareDialog opened={shareOpened} onClose={share.close} place={place} />}
    </>
  )
}

function SignedOutActions() {
  const text = useText()
  const navigate = useNavigate()
  const { href } = useLocation()
  return (
    <>
      <LanguageMenu />
      <ColorSchemeMenu />
      <Button size="xs" onClick={() => void navigate({ to: '/login', search: { return_url: toReturnUrl(href) } })}>
        {text('Login.signIn')}
      </Button>
    </>
  )
}

function SideMenuToggle() {
  const text = useText()
  const store = useAppStore()
  const { system } = useAppState()
  const label = text(system.sideMenuHidden ? 'SideMenu.show' : 'SideMenu.hide')
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="sm"
        aria-label={label}
        aria-expanded={!system.sideMenuHidden}
        onClick={() => store.set({ system: { ...system, sideMenuHidden: !system.sideMenuHidden } })}
      >
        <IconLayoutSidebar />
      </ActionIcon>
    </Tooltip>
  )
}
