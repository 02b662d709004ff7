import '../src/platform/api/schemas-without-eval.ts'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import 'virtual:theme.css'
import '../src/ui/global.css'
import { MantineProvider } from '@mantine/core'
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { LanguageProvider } from '../src/platform/messages/LanguageProvider.tsx'
import { loadMessages } from '../src/platform/messages/load-messages.ts'
import { createAppStore } from '../src/platform/store/app-state.ts'
import { AppStoreContext } from '../src/platform/store/use-app-store.ts'
import { createDialogs, DialogsContext } from '../src/ui/feedback/dialogs.ts'
import { DialogHost } from '../src/ui/feedback/DialogHost.tsx'
import { createProblemLog, ProblemLogContext } from '../src/ui/feedback/problem-log.ts'
import { ToastHost } from '../src/ui/feedback/ToastHost.tsx'
import { theme } from '../src/ui/theme.ts'
import { Gallery } from './Gallery.tsx'

/** `/gallery/?language=ja&scheme=dark`, served by `npm run dev` only. */
const wanted = new URLSearchParams(location.search)
const language = wanted.get('language') === 'ja' ? 'ja' : 'en'
const scheme = wanted.get('scheme') === 'dark' ? 'dark' : 'light'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root element')
document.documentElement.lang = language
document.documentElement.dataset['mantineColorScheme'] = scheme
const messages = await loadMessages(language)

// Some components hold links.
const show = () => <Gallery language={language} scheme={scheme} />
const router = createRouter({
  routeTree: createRootRoute({ component: show, notFoundComponent: show }),
})

createRoot(root).render(
  <MantineProvider theme={theme} forceColorScheme={scheme} withCssVariables={false} withGlobalClasses={false}>
    <AppStoreContext value={createAppStore(localStorage, globalThis)}>
      <LanguageProvider language={language} messages={messages}>
        <DialogsContext value={createDialogs()}>
          <ProblemLogContext value={createProblemLog()}>
            <ToastHost />
            <DialogHost />
            <RouterProvider router={router as never} />
          </ProblemLogContext>
        </DialogsContext>
      </LanguageProvider>
    </AppStoreContext>
  </MantineProvider>,
)
