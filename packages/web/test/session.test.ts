import type { UserDetail } from '@sheetwright/contract/session/get-user-detail.ts'
import type { PublicIssuer } from '@sheetwright/contract/session/issuer.ts'
import { describe, expect, test } from 'vitest'
import { issuerFor } from '../src/platform/session/configuration.ts'
import { type IdentityProvider, IdentityRefused } from '../src/platform/session/identity-provider.ts'
import { createSession } from '../src/platform/session/session.ts'
import { createSessionStorage } from '../src/platform/session/session-storage.ts'
import { isExpired } from '../src/platform/session/token.ts'
import { createAppStore } from '../src/platform/store/app-state.ts'
import { memoryStorage } from './memory-storage.ts'

const now = 1_800_000_000_000

function token(secondsLeft: number, name = 'token'): string {
  const claims = { exp: now / 1000 + secondsLeft, name }
  return `header.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
}

const person: UserDetail = {
  userId: '0198c3a2-7f10-7c4e-9b1a-5d2e8f60a1b3',
  username: 'sam',
  displayName: 'Sam Supervisor',
  userEmailID: 'sam@example.com',
  groups: ['supervisor:pf'],
  isAdmin: true,
  isSuperuser: false,
  tenant: 'demo',
  canChangePassword: true,
}

/** A session whose provider renews by the given function; renewals run one after the other, as over all tabs. */
function start(renew: IdentityProvider['renew'], stored: { idToken: string; refreshToken?: string }) {
  const local = memoryStorage()
  const storage = createSessionStorage(local)
  storage.keep({ idToken: stored.idToken, refreshToken: stored.refreshToken, tenant: 'demo' })
  const store = createAppStore(local, new EventTarget())
  let last: Promise<unknown> = Promise.resolve()
  const session = createSession({
    store,
    storage,
    tabStorage: memoryStorage(),
    providerFor: () => ({
      renew,
      signInUrl: async () => '',
      finishSignIn: async () => ({ idToken: '', refreshToken: undefined, returnUrl: '/' }),
      signOutUrl: async () => null,
    }),
    issuer: 'https://id.example.com',
    defaultTenant: 'first',
    skipLogin: false,
    exclusively(work) {
      const next = last.then(work)
      last = next.catch(() => undefined)
      return next
    },
    now: () => now,
  })
  session.enter(person)
  return { session, store, storage }
}

const never: IdentityProvider['renew'] = () => Promise.reject(new Error('must not be asked'))

describe('token', () => {
  test('counts as expired shortly before its end, and when it cannot be read', () => {
    expect(isExpired(token(60), now)).toBe(false)
    expect(isExpired(token(5), now)).toBe(true)
    expect(isExpired(token(-1), now)).toBe(true)
    expect(isExpired('not a token', now)).toBe(true)
    expect(isExpired('a.b.c', now)).toBe(true)
  })
})

describe('session', () => {
  test('uses a valid token as it is', async () => {
    const { session } = start(never, { idToken: token(600), refreshToken: 'r1' })
    expect(await session.bearer()).toBe(token(600))
  })

  test('renews an expired token once for all requests that wait for it', async () => {
    const used: string[] = []
    const { session, storage } = start(
      async ({ refreshToken }) => {
        used.push(refreshToken)
        return { idToken: token(600, 'fresh'), refreshToken: 'r2' }
      },
      { idToken: token(-1), refreshToken: 'r1' },
    )
    const bearers = await Promise.all([session.bearer(), session.bearer(), session.bearer()])
    expect(new Set(bearers)).toEqual(new Set([token(600, 'fresh')]))
    expect(used).toEqual(['r1'])
    expect(storage.refreshToken()).toBe('r2')
  })

  test('a refused renewal signs out, forgets the tenant and says why', async () => {
    const refuse = () => Promise.reject(new IdentityRefused('invalid_grant'))
    const { session, store, storage } = start(refuse, { idToken: token(-1), refreshToken: 'r1' })
    await expect(session.bearer()).rejects.toMatchObject({ code: 'REFRESH_TOKEN_LIMIT_REACHED' })
    expect(store.get().auth.loggedIn).toBe(false)
    expect(storage.tenant()).toBeNull()
    expect(storage.idToken()).toBeNull()
    expect(session.ended()).toBe('REFRESH_TOKEN_LIMIT_REACHED')
    expect(session.tenant()).toBe('first')
  })

  test('an expired token without a refresh token ends the session', async () => {
    const { session, store } = start(never, { idToken: token(-1) })
    await expect(session.bearer()).rejects.toMatchObject({ code: 'REFRESH_TOKEN_LIMIT_REACHED' })
    expect(store.get().auth.loggedIn).toBe(false)
  })

  test('a provider that cannot be reached does not end the session', async () => {
    const { session, store, storage } = start(() => Promise.reject(new TypeError('offline')), {
      idToken: token(-1),
      refreshToken: 'r1',
    })
    await expect(session.bearer()).rejects.toMatchObject({ code: 'UNABLE_TO_CONNECT' })
    expect(store.get().auth.loggedIn).toBe(true)
    expect(storage.refreshToken()).toBe('r1')
  })

  test('a token that the server refused is renewed although it looks valid', async () => {
    const fresh = token(900, 'fresh')
    const { session } = start(async () => ({ idToken: fresh, refreshToken: 'r2' }), {
      idToken: token(600),
      refreshToken: 'r1',
    })
    expect(await session.renew(token(600))).toBe(fresh)
    // The next one who was refused with the old token gets what is there already.
    expect(await session.renew(token(600))).toBe(fresh)
  })

  test('knows the person the server described', () => {
    const { store } = start(never, { idToken: token(600) })
    expect(store.get()).toMatchObject({
      auth: { loggedIn: true, isAdmin: true, tenant: 'demo', groups: ['supervisor:pf'] },
      user: { displayName: 'Sam Supervisor', userEmailID: 'sam@example.com' },
      permissions: { administrate: true },
    })
  })

  test('a visitor’s token stands in for an identity token, and nobody is signed in with it', async () => {
    const { session, store, storage } = start(never, { idToken: token(600) })
    session.leave('SignedOut')
    session.enterAsVisitor({ token: token(600, 'visitor'), tenant: 'partner' })
    expect(await session.bearer()).toBe(token(600, 'visitor'))
    expect(session.tenant()).toBe('partner')
    expect(store.get().auth.loggedIn).toBe(false)
    // It cannot be renewed: when it ends, the visitor asks for a new code.
    session.enterAsVisitor({ token: token(-1, 'visitor'), tenant: 'partner' })
    await expect(session.bearer()).rejects.toMatchObject({ code: 'REFRESH_TOKEN_LIMIT_REACHED' })
    expect(storage.idToken()).toBeNull()
  })
})

describe('of several identity providers', () => {
  const provider = (name: string, tenant: string | null): PublicIssuer => ({
    name,
    issuer: `https://${name}.example.com`,
    verifierType: 'oidc',
    verifierUri: `https://${name}.example.com/.well-known/openid-configuration`,
    clientId: 'web',
    scope: 'openid',
    authFlow: 'code',
    authType: 'Bearer',
    tenant,
    claims: { displayName: 'name', username: 'sub', email: 'email', groups: 'groups', tenant: 'tenant' },
    superUserKey: 'superuser',
    verificationEnabled: true,
  })
  const all = [provider('own', null), provider('partner', 'first'), provider('group', null)]
  const chosenFor = (tenant: string, chosen: string | null) => issuerFor(all, tenant, chosen).name

  test('the chosen one counts where it is for the tenant, else that of the tenant, else one for all', () => {
    expect(chosenFor('first', null)).toBe('partner')
    expect(chosenFor('second', null)).toBe('own')
    expect(chosenFor('first', 'https://group.example.com')).toBe('group')
    expect(chosenFor('second', 'https://partner.example.com')).toBe('own')
    expect(chosenFor('second', 'https://gone.example.com')).toBe('own')
  })

  test('the choice stays after signing out', () => {
    const storage = createSessionStorage(memoryStorage())
    storage.keepIssuer('https://group.example.com')
    storage.clear()
    expect(storage.issuer()).toBe('https://group.example.com')
  })
})
