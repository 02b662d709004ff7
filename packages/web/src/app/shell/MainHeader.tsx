import { ActionIcon, Avatar, Button, Tooltip, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLayoutSidebar, IconMenu2, IconSearch, IconShare2 } from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BookmarkButton } from '../../features/bookmarks/parts/BookmarkButton.tsx'
import { JobsPopover } from '../../features/jobs/parts/JobsPopover.tsx'
import { AccessDialog } from '../../features/permissions/parts/AccessDialog.tsx'
import { isUnseenProduct } from '../../features/products/product-access.ts'
import { useProduct } from '../../features/products/queries.ts'
import { useText } from '../../platform/messages/use-text.ts'
import { toReturnUrl } from '../../platform/session/return-url.ts'
import { useAppState, useAppStore } from '../../platform/store/use-app-store.ts'
import { Keys } from '../../ui/Keys.tsx'
import { currentPlace, shareLink } from '../current-place.ts'
import { ColorSchemeMenu } from './ColorSchemeMenu.tsx'
import { initialsOf } from './initials.ts'
import { LanguageMenu } from './LanguageMenu.tsx'
import { Logo } from './Logo.tsx'
import classes from './MainHeader.module.css'
import { palette } from './palette.ts'
import { ProblemsPopover } from './ProblemsPopover.tsx'
import { UserDrawer } from './UserDrawer.tsx'

interface MainHeaderProps {
  readonly trailRef: (slot: HTMLElement | null) => void
  readonly isNarrow: boolean
  /** Opens the menu drawer on narrow screens. */
  readonly onMenu: () => void
}

export function MainHeader({ trailRef, isNarrow, onMenu }: MainHeaderProps) {
  const text = useText()
  const { auth } = useAppState()
  return (
    <header className={classes.header}>
      <div className={classes.top}>
        <Link to="/" className={classes.logo} aria-label={text('MainHeader.home')}>
          <Logo />
        </Link>
        {auth.loggedIn && <SearchTrigger />}
        <div className={classes.actions}>
          {auth.loggedIn ? <SignedInActions isNarrow={isNarrow} /> : <SignedOutActions />}
        </div>
      </div>
      <div className={classes.trail}>
        {auth.loggedIn && (isNarrow ? <MenuButton onClick={onMenu} /> : <SideMenuToggle />)}
        <div ref={trailRef} className={classes.crumbs} />
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
      <span className={classes.searchKeys}>
        <Keys keys={['mod', 'K']} />
      </span>
    </UnstyledButton>
  )
}

function SignedInActions({ isNarrow }: { isNarrow: boolean }) {
  const text = useText()
  const { user } = useAppState()
  const { pathname } = useLocation()
  const [drawerOpened, drawer] = useDisclosure()
  const [shareOpened, share] = useDisclosure()
  const place = currentPlace(pathname)
  const { data: product, error } = useProduct(place.productId ?? '')
  const canShare = place.productId !== undefined && !isUnseenProduct(error) && !pathname.startsWith('/share')
  return (
    <>
      {canShare && (
        <HeaderButton isNarrow={isNarrow} icon={<IconShare2 />} label={text('MainHeader.share')} onClick={share.open} />
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
      {canShare && shareOpened && (
        <AccessDialog
          name={product?.name ?? place.productId ?? ''}
          link={shareLink(window.location.origin, place)}
          entity={product?.access === 'manage' ? { entityType: 'product', entityId: product.id } : undefined}
          onClose={share.close}
        />
      )}
    </>
  )
}

/** A button that shows only its icon on narrow screens. */
function HeaderButton(props: { isNarrow: boolean; icon: ReactNode; label: string; onClick: () => void }) {
  if (!props.isNarrow) {
    return (
      <Button variant="default" size="xs" leftSection={props.icon} onClick={props.onClick}>
        {props.label}
      </Button>
    )
  }
  return (
    <Tooltip label={props.label}>
      <ActionIcon size="sm" aria-label={props.label} onClick={props.onClick}>
        {props.icon}
      </ActionIcon>
    </Tooltip>
  )
}

function MenuButton({ onClick }: { onClick: () => void }) {
  const text = useText()
  return (
    <ActionIcon size="sm" aria-label={text('SideMenu.show')} aria-haspopup="dialog" onClick={onClick}>
      <IconMenu2 />
    </ActionIcon>
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
