import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { Client } from '@sheetwright/contract/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiContext } from '../platform/api/use-api.ts'
import { type Downloads, DownloadsContext } from '../platform/downloads/downloads.ts'
import { LanguageProvider } from '../platform/messages/LanguageProvider.tsx'
import type { Language } from '../platform/messages/language.ts'
import type { Messages } from '../platform/messages/load-messages.ts'
import { type Configuration, ConfigurationContext } from '../platform/session/configuration.ts'
import type { Session } from '../platform/session/session.ts'
import { SessionContext } from '../platform/session/use-session.ts'
import type { AppStore } from '../platform/store/app-state.ts'
import { AppStoreContext } from '../platform/store/use-app-store.ts'
import { type Dialogs, DialogsContext } from '../ui/feedback/dialogs.ts'
import { type ProblemLog, ProblemLogContext } from '../ui/feedback/problem-log.ts'
import { ToastHost } from '../ui/feedback/ToastHost.tsx'
import { theme } from '../ui/theme.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { QueryProvider } from './QueryProvider.tsx'
import type { AppRouter } from './router.tsx'

export interface AppProps {
  readonly store: AppStore
  readonly session: Session
  readonly api: Client
  readonly configuration: Configuration
  readonly downloads: Downloads
  readonly dialogs: Dialogs
  readonly problems: ProblemLog
  readonly router: AppRouter
  readonly kept: KeptAnswers
  readonly language: Language
  readonly messages: Messages
}

const colorSchemes = localStorageColorSchemeManager({ key: 'sheetwright.color-scheme' })

export function App(props: AppProps) {
  const { store, session, router } = props
  useSessionInStep(store, session, router)
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
      // The build puts the variables into a style sheet. Classes that hide by width are not used.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <AppStoreContext value={store}>
        <LanguageProvider language={props.language} messages={props.messages}>
          <ConfigurationContext value={props.configuration}>
            <SessionContext value={session}>
              <ApiContext value={props.api}>
                <DownloadsContext value={props.downloads}>
                  <DialogsContext value={props.dialogs}>
                    <ProblemLogContext value={props.problems}>
                      <QueryProvider kept={props.kept}>
                        <ToastHost />
                        <Pages router={router} />
                      </QueryProvider>
                    </ProblemLogContext>
                  </DialogsContext>
                </DownloadsContext>
              </ApiContext>
            </SessionContext>
          </ConfigurationContext>
        </LanguageProvider>
      </AppStoreContext>
    </MantineProvider>
  )
}

/** Gives the router the query cache, so that links can prefetch. */
function Pages({ router }: { router: AppRouter }) {
  const queries = useQueryClient()
  return <RouterProvider router={router} context={{ queries }} />
}

/** Runs the route guards again when the session begins or ends, here or in another tab. */
function useSessionInStep(store: AppStore, session: Session, router: AppRouter) {
  useEffect(() => {
    let { loggedIn } = store.get().auth
    return store.subscribe(() => {
      const now = store.get().auth.loggedIn
      if (now === loggedIn) return
      loggedIn = now
      // Ended in another tab: say so here too, instead of starting to sign in again.
      if (!now && session.ended() === null) session.leave('SignedOut')
      void router.invalidate()
    })
  }, [store, session, router])
}
