import { getUserDetail } from '@sheetwright/contract/session/get-user-detail.ts'
import type { Client } from '@sheetwright/contract/client.ts'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { releaseOf, releaseOfServer } from '../platform/release.ts'
import { fromReturnUrl, toReturnUrl } from '../platform/session/return-url.ts'
import type { Session } from '../platform/session/session.ts'
import type { AppStore } from '../platform/store/app-state.ts'
import { late } from '../ui/late.tsx'
import { type Place, places } from './navigation.ts'
import { CrashPage } from './pages/CrashPage.tsx'
import { inArea } from './pages/AreaGate.tsx'
import { withPermission } from './pages/PermissionGate.tsx'
import { readAhead } from './read-ahead.ts'
import { NotFoundPage } from './pages/NotFoundPage.tsx'
import { SigningInPage } from './pages/SigningInPage.tsx'
import { parseSearch, stringifySearch } from './search-text.ts'
import { RootFrame } from './shell/RootFrame.tsx'
import { Shell } from './shell/Shell.tsx'

export interface RouterContext {
  readonly store: AppStore
  readonly session: Session
  readonly api: Client
  /** The query cache; set once the pages are shown. */
  readonly queries?: QueryClient
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: RootFrame,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashPage,
})

const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: 'shell', component: Shell })

export function buildRouter(context: RouterContext) {
  const routesIn = (frame: Place['frame']) => places.filter((place) => place.frame === frame)
  return createRouter({
    routeTree: rootRoute.addChildren([
      shellRoute.addChildren(routesIn('shell').map((place) => placeRoute(place, shellRoute))),
      ...routesIn('none').map((place) => placeRoute(place, rootRoute)),
    ]),
    context,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    scrollRestoration: true,
  })
}

export type AppRouter = ReturnType<typeof buildRouter>

function placeRoute(place: Place, parent: typeof shellRoute | typeof rootRoute) {
  return createRoute({
    getParentRoute: () => parent,
    path: place.path,
    beforeLoad: ({ context, location }) => admit(place, context, location),
    loader: ({ context, params, preload }) => {
      // A failed prefetch is ignored: the page fetches again and shows the failure.
      if (preload && context.queries) readAhead(context.queries, context.api, params).catch(() => undefined)
    },
    component: late(async () => gated(await place.page(), place), reloadForRelease),
    ...(place.access === 'signed-out' ? { pendingComponent: SigningInPage } : {}),
  })
}

/** Reloads if the server has another release: the code of this one may be gone. */
async function reloadForRelease(): Promise<void> {
  const current = await releaseOfServer()
  if (current === undefined || current === releaseOf(document)) return
  window.location.reload()
  await new Promise(() => undefined)
}

/** A page of an area exists only if the tenant has that area. */
function gated(page: ComponentType, { flag, permission }: Place): ComponentType {
  const inTenant = flag === undefined ? page : inArea(page, flag)
  return permission === undefined ? inTenant : withPermission(inTenant, permission)
}

/** Redirects users who may not see a page. */
async function admit(place: Place, context: RouterContext, location: ParsedLocation) {
  if (place.access === 'signed-out' && isProviderAnswer(location)) throw redirect(await finishSignIn(context, location))
  const { loggedIn } = context.store.get().auth
  if (place.access === 'signed-in' && !loggedIn) {
    if (place.anonymousVariant && comesAsVisitor(location)) {
      throw redirect({ href: visitorVariant(location.href), replace: true })
    }
    throw redirect({ to: '/login', search: { return_url: toReturnUrl(location.href) } })
  }
  if (place.access === 'signed-out' && loggedIn) {
    throw redirect({ href: fromReturnUrl(parametersOf(location)['return_url'], window.location.origin) })
  }
}

/** The address of the visitor page. The search starts behind the engine, which may itself be named `calculator`. */
function visitorVariant(href: string): string {
  const engine = href.indexOf('/tutorial/') + '/tutorial/'.length
  const at = href.indexOf('/calculator', engine)
  return `${href.slice(0, at)}/anonymous${href.slice(at)}`
}

function comesAsVisitor(location: ParsedLocation): boolean {
  const { code, isAnonymousUser } = parametersOf(location)
  return code !== undefined || isAnonymousUser === 'true'
}

function parametersOf(location: ParsedLocation): Readonly<Record<string, string | undefined>> {
  return location.search
}

/** The identity provider redirects back with the state, and a code or an error. */
function isProviderAnswer(location: ParsedLocation): boolean {
  const { state, code, error } = parametersOf(location)
  return state !== undefined && (code !== undefined || error !== undefined)
}

/** Exchanges the provider's answer, asks the server who the user is, and returns where to go. */
async function finishSignIn({ session, api, store }: RouterContext, location: ParsedLocation) {
  const address = window.location.origin + location.href
  if (store.get().auth.loggedIn) {
    // Signing in invalidates the router, which then visits the same address once more.
    return { href: fromReturnUrl(session.returnUrlOf(address), window.location.origin), replace: true }
  }
  let returnUrl = '/'
  try {
    ;({ returnUrl } = await session.finishSignIn(address))
    session.enter(await api.call(getUserDetail))
    return { href: fromReturnUrl(returnUrl, window.location.origin), replace: true }
  } catch (error) {
    const unknownGroup = error instanceof ApiError && error.code === 'UNAUTHORIZED_USER_GROUP'
    session.leave(unknownGroup ? 'UnauthorizedUserGroup' : 'Other')
    return { to: '/login', search: { return_url: toReturnUrl(returnUrl) }, replace: true }
  }
}
