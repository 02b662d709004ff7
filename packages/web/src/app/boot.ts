import { getUserDetail } from '@sheetwright/contract/session/get-user-detail.ts'
import { createApi } from '../platform/api/api.ts'
import { createDownloads } from '../platform/downloads/downloads.ts'
import { chooseLanguage } from '../platform/messages/language.ts'
import { loadMessages } from '../platform/messages/load-messages.ts'
import { releaseOf } from '../platform/release.ts'
import { type Configuration, issuerFor, loadConfiguration } from '../platform/session/configuration.ts'
import { createIdentityProvider } from '../platform/session/identity-provider.ts'
import { createSession } from '../platform/session/session.ts'
import { createSessionStorage } from '../platform/session/session-storage.ts'
import { createAppStore } from '../platform/store/app-state.ts'
import { createDialogs } from '../ui/feedback/dialogs.ts'
import { createProblemLog } from '../ui/feedback/problem-log.ts'
import type { AppProps } from './App.tsx'
import { createKeptAnswers } from './kept-answers.ts'
import { buildRouter } from './router.tsx'

/** Loads what the first page needs: configuration, messages, the session. */
export async function bootProduct(page: Window): Promise<AppProps> {
  const store = createAppStore(page.localStorage, page)
  const language = chooseLanguage(store.get().language, page.navigator.languages)
  page.document.documentElement.lang = language
  const [{ configuration, issuers }, messages] = await Promise.all([loadConfiguration(), loadMessages(language)])
  const storage = createSessionStorage(page.localStorage)
  const session = createSession({
    store,
    storage,
    tabStorage: page.sessionStorage,
    providerFor: (tenant) =>
      createIdentityProvider({
        issuer: issuerFor(issuers, tenant, storage.issuer()),
        redirectUrl: configuration.redirectUrl,
        signedOutUrl: new URL('/login', configuration.redirectUrl).href,
        storage: page.localStorage,
      }),
    providers: issuers
      // Only providers with a discovery document have a sign-in page.
      .filter(({ verifierType }) => verifierType === 'oidc')
      .map(({ issuer, name, tenant }) => ({ issuer, name, tenant })),
    issuer: issuerFor(issuers, storage.tenant() ?? configuration.defaultTenant, storage.issuer()).issuer,
    defaultTenant: configuration.defaultTenant,
    skipLogin: configuration.skipLoginFlow,
    exclusively: (work) => page.navigator.locks.request('sheetwright.renewal', work),
    now: () => Date.now(),
  })
  const api = createApi({ session, gatewayHeaders: gatewayHeaders(configuration) })

  if (configuration.skipLoginFlow) session.enter(await api.call(getUserDetail))
  else if (store.get().auth.loggedIn && storage.idToken() === null) session.leave('SignedOut')

  return {
    store,
    session,
    api,
    configuration,
    downloads: createDownloads(page),
    dialogs: createDialogs(),
    problems: createProblemLog(),
    router: buildRouter({ store, session, api }),
    kept: createKeptAnswers({
      storage: page.sessionStorage,
      store,
      page,
      release: releaseOf(page.document),
      now: () => Date.now(),
    }),
    language,
    messages,
  }
}

function gatewayHeaders({ apiGatewayApiVersion, apiGatewaySubscriptionKey }: Configuration): Record<string, string> {
  return {
    ...(apiGatewayApiVersion === null ? {} : { apiVersion: apiGatewayApiVersion }),
    ...(apiGatewaySubscriptionKey === null ? {} : { 'ocp-apim-subscription-key': apiGatewaySubscriptionKey }),
  }
}
