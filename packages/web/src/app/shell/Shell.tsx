import { Drawer } from '@mantine/core'
import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { JobNotices } from '../../features/jobs/parts/JobNotices.tsx'
import { useText } from '../../platform/messages/use-text.ts'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { createUsageReports } from '../../platform/telemetry/usage-reports.ts'
import { useAppState } from '../../platform/store/use-app-store.ts'
import { BarePage } from '../../ui/page/bare-page.ts'
import { PageStateContext, PageStateSlot } from '../../ui/page/page-state.ts'
import { TrailSlotContext } from '../../ui/page/PageTrail.tsx'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { CommandPalette } from './CommandPalette.tsx'
import { IdleGuard } from './IdleGuard.tsx'
import { KeyList } from './KeyList.tsx'
import { LiveUpdates } from './LiveUpdates.tsx'
import { MainHeader } from './MainHeader.tsx'
import { SideMenu } from './SideMenu.tsx'
import { UsageObserver } from './UsageObserver.tsx'
import classes from './Shell.module.css'

/** The frame of the product: header, side menu, the page. */
export function Shell() {
  const text = useText()
  const { auth, system } = useAppState()
  const { pathname } = useLocation()
  const router = useRouter()
  const [trailSlot, setTrailSlot] = useState<HTMLElement | null>(null)
  const main = useRef<HTMLElement>(null)
  const isNarrow = useIsNarrow()
  const [drawerOpened, setDrawerOpened] = useState(false)
  const [pageState] = useState(() => new PageStateSlot())
  // A new page takes the focus, so that screen readers announce it and its keys work; new filters of the same page do
  // not.
  useEffect(
    () =>
      router.subscribe('onResolved', ({ pathChanged }) => {
        if (!pathChanged) return
        setDrawerOpened(false)
        main.current?.focus({ preventScroll: true })
      }),
    [router],
  )
  const configuration = useConfiguration()
  const [usage] = useState(() => createUsageReports(configuration, window.fetch.bind(window)))
  const withMenu = auth.loggedIn && !isNarrow && !system.sideMenuHidden
  return (
    <PageStateContext value={pageState}>
      <TrailSlotContext value={trailSlot}>
        <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
          {text('Shell.skip')}
        </button>
        <MainHeader trailRef={setTrailSlot} isNarrow={isNarrow} onMenu={() => setDrawerOpened(true)} />
        <div className={classes.body} data-menu={withMenu || undefined}>
          {withMenu && <SideMenu path={pathname} />}
          <main ref={main} className={classes.main} tabIndex={-1} data-scroll-restoration-id="page">
            <BarePage value>
              <Outlet />
            </BarePage>
          </main>
        </div>
        {auth.loggedIn && isNarrow && (
          <Drawer
            opened={drawerOpened}
            onClose={() => setDrawerOpened(false)}
            size="calc(var(--sw-side-menu-width) + var(--sw-12))"
            title={text('SideMenu.label')}
            attributes={{ header: { role: 'none' } }}
            closeButtonProps={{ 'aria-label': text('Dialog.close') }}
            classNames={{
              content: classes.drawer ?? '',
              header: classes.drawerHeader ?? '',
              body: classes.drawerBody ?? '',
            }}
          >
            <SideMenu path={pathname} />
          </Drawer>
        )}
        {auth.loggedIn && (
          <>
            <CommandPalette />
            <IdleGuard />
            <LiveUpdates />
            <JobNotices />
            {usage && <UsageObserver reports={usage} />}
          </>
        )}
        <KeyList />
      </TrailSlotContext>
    </PageStateContext>
  )
}
