import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { UserDetail } from '@sheetwright/contract/session/get-user-detail.ts'
import { signedOut, type AppStore } from '../store/app-state.ts'
import { type IdentityProvider, IdentityRefused } from './identity-provider.ts'
import type { SessionStorage } from './session-storage.ts'
import { isExpired } from './token.ts'

/** Why the user is on the login page. */
const ends = ['SignedOut', 'SessionIdle', 'REFRESH_TOKEN_LIMIT_REACHED', 'UnauthorizedUserGroup', 'Other'] as const

export type SessionEnd = (typeof ends)[number]

const endKey = 'sheetwright.session-end'

/** Why the session ended before this page was loaded. It is shown once. */
function takeEnd(tabStorage: SessionOptions['tabStorage']): SessionEnd | null {
  const stored = tabStorage.getItem(endKey)
  tabStorage.removeItem(endKey)
  return ends.find((one) => one === stored) ?? null
}

/** An identity provider on the login page. */
interface Provider {
  readonly issuer: string
  readonly name: string
  /** The one tenant it is for; null for all. */
  readonly tenant: string | null
}

export interface SessionOptions {
  readonly store: AppStore
  readonly storage: SessionStorage
  /** State of one tab during the redirect to the identity provider. */
  readonly tabStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly providerFor: (tenant: string) => IdentityProvider
  readonly issuer: string
  /** The identity providers to choose from. */
  readonly providers?: readonly Provider[]
  readonly defaultTenant: string
  /** Everybody is admitted without a token, by the server's configuration. */
  readonly skipLogin: boolean
  /** Runs one renewal at a time over all tabs: a refresh token may be used only once. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>
  readonly now: () => number
}

export interface Session {
  tenant(): string
  chooseTenant(tenant: string): void
  providers(): readonly Provider[]
  /** Signs in through this provider from now on. */
  chooseProvider(issuer: string): void
  /** A valid identity token, renewed first if it expired; null if not signed in. */
  bearer(): Promise<string | null>
  /** Renews the token although it looks valid: the server refused it. */
  renew(refused: string): Promise<string>
  signInUrl(returnUrl: string, language: string): Promise<string>
  /** Exchanges the provider's answer for tokens; the return address is where the user wanted to go. */
  finishSignIn(address: string): Promise<{ returnUrl: string }>
  /** The return address of an answer that was already exchanged; undefined for any other address. */
  returnUrlOf(address: string): string | undefined
  /** Stores the user that the server returned. */
  enter(person: UserDetail): void
  /** Stores the token of a visitor, who has no account, in place of an identity token. */
  enterAsVisitor(visitor: { readonly token: string; readonly tenant: string }): void
  /** The address that ends the provider's session; read it before leaving. */
  signOutUrl(): Promise<string | null>
  leave(reason: SessionEnd): void
  /** Why the last session of this page ended; null if there was none. */
  ended(): SessionEnd | null
}

export function createSession(options: SessionOptions): Session {
  const { store, storage, tabStorage, providerFor, issuer, defaultTenant, skipLogin, exclusively, now } = options
  let end = takeEnd(tabStorage)
  let taken: { readonly address: string; readonly returnUrl: string } | undefined

  function leave(reason: SessionEnd) {
    end = reason
    tabStorage.setItem(endKey, reason)
    storage.clear()
    store.set(signedOut)
  }

  async function renewNow(stale: string): Promise<string> {
    const current = storage.idToken()
    // Another tab renewed it while this one waited.
    if (current !== null && current !== stale && !isExpired(current, now())) return current
    const refreshToken = storage.refreshToken()
    if (refreshToken === null) return giveUp()
    try {
      const tokens = await providerFor(tenant()).renew({ idToken: stale, refreshToken })
      storage.keep({ ...tokens, tenant: tenant() })
      return tokens.idToken
    } catch (cause) {
      if (cause instanceof IdentityRefused) return giveUp(cause)
      throw new ApiError('UNABLE_TO_CONNECT', 'The identity provider could not be reached', { cause })
    }
  }

  function giveUp(cause?: unknown): never {
    leave('REFRESH_TOKEN_LIMIT_REACHED')
    throw new ApiError('REFRESH_TOKEN_LIMIT_REACHED', 'The session could not be renewed', { cause })
  }

  function tenant(): string {
    return storage.tenant() ?? defaultTenant
  }

  return {
    tenant,
    chooseTenant: (name) => storage.keepTenant(name),
    providers: () => options.providers ?? [],
    chooseProvider: (chosen) => storage.keepIssuer(chosen),
    async bearer() {
      if (skipLogin) return null
      const token = storage.idToken()
      if (token === null) return null
      return isExpired(token, now()) ? exclusively(() => renewNow(token)) : token
    },
    renew: (refused) => exclusively(() => renewNow(refused)),
    signInUrl: (returnUrl, language) =>
      providerFor(tenant()).signInUrl({ returnUrl, language, tenant: storage.tenant() ?? '' }),
    async finishSignIn(address) {
      const { returnUrl, ...tokens } = await providerFor(tenant()).finishSignIn(address)
      storage.keep({ ...tokens, tenant: tenant() })
      taken = { address, returnUrl }
      return { returnUrl }
    },
    returnUrlOf: (address) => (taken?.address === address ? taken.returnUrl : undefined),
    enter(person) {
      end = null
      tabStorage.removeItem(endKey)
      storage.keepTenant(person.tenant)
      store.set({
        auth: {
          loggedIn: true,
          isLoggingOut: false,
          isAdmin: person.isAdmin,
          isSuperuser: person.isSuperuser,
          tenant: person.tenant,
          issuer,
          username: person.username,
          groups: person.groups,
          userId: person.userId,
        },
        user: {
          displayName: person.displayName,
          userEmailID: person.userEmailID,
          canChangePassword: person.canChangePassword,
        },
        permissions: { administrate: person.isAdmin },
      })
    },
    enterAsVisitor({ token, tenant: realm }) {
      storage.keep({ idToken: token, refreshToken: undefined, tenant: realm })
    },
    async signOutUrl() {
      const token = storage.idToken()
      return token === null || skipLogin ? null : providerFor(tenant()).signOutUrl(token)
    },
    leave,
    ended: () => end,
  }
}
