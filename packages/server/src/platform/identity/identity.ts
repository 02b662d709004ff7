import type { FastifyInstance } from 'fastify'
import type { JWK } from 'jose'
import type { Provider } from 'oidc-provider'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import type { Identify, UserIdentity } from '../http/caller.ts'
import { createApiKeys } from './api-keys.ts'
import { removeOldAttempts } from './attempts.store.ts'
import { type ClientTokens, createClientTokens } from './client-tokens.ts'
import { createIdentify } from './identify.ts'
import { announce, hearChanges } from './identity-changes.ts'
import { type Issuer, loadIssuers } from './issuers.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createFormTokens } from './provider/form-tokens.ts'
import { registerInteractions } from './provider/interaction-routes.ts'
import { removeExpiredPayloads, removeGrant } from './provider/oidc.store.ts'
import { registerPasswordLinks } from './provider/password-link-routes.ts'
import { createProvider, type SessionLimits } from './provider/provider.ts'
import { loadProviderKeys, nextActivation, rotateProviderKeys } from './provider/provider-keys.ts'
import { providerPages } from './provider/provider-pages.ts'
import { mountProvider } from './provider/provider-plugin.ts'
import { endSession } from './sessions.store.ts'
import { createSignIn, type SignIn } from './sign-in.ts'
import { parseSubject } from './subject.ts'
import { createTenantDirectory, type TenantDirectory } from './tenant-directory.ts'
import { createUserStates } from './user-states.ts'
import { recordOutsideUser } from './users.store.ts'
import { createVisitorTokens, type VisitorTokens } from './visitor-tokens.ts'
import { createTokenVerifier } from './verify-token.ts'

export interface IdentityOptions {
  readonly db: Database
  readonly log: Logger
  /** Origin under which browsers reach the product. */
  readonly origin: string
  readonly defaultTenant: string
  /** File with external providers. */
  readonly issuersFile: string | undefined
  readonly onLoopback: boolean
  /** Without sign-in: everyone is administrator and superuser of the default tenant. */
  readonly skipLogin: boolean
  readonly limits: SessionLimits
  readonly keyCooldownMs?: number
  /** Requests per minute from one address to the embedded provider. */
  readonly requestsPerMinute?: number
}

/** Identity: signing people in, and recognising them in requests. */
export interface Identity {
  readonly identify: Identify
  /** The accepted providers, the preferred one first. */
  readonly issuers: readonly Issuer[]
  readonly skipLogin: boolean
  readonly signIn: SignIn
  readonly tenants: TenantDirectory
  readonly visitorTokens: VisitorTokens
  readonly clientTokens: ClientTokens
  readonly passwords: Passwords
  /** Adds the embedded provider and its pages to the server. */
  mount(app: FastifyInstance): Promise<void>
  /** Ends one session: its tokens stop working in every process, and it cannot be renewed. */
  endSession(tenantId: string, userId: string, sessionId: string): Promise<void>
  close(): Promise<void>
}

const upkeepMs = 10 * 60 * 1000

export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const { db, log, origin } = options
  const issuers = await loadIssuers({ origin, file: options.issuersFile, onLoopback: options.onLoopback })
  const tenants = createTenantDirectory(db)
  const states = createUserStates(db)
  const apiKeys = createApiKeys(db, log)
  const passwords = createPasswords()
  const signIn = createSignIn({ db, passwords, tenants })

  const forgetSession = async (tenantId: string, userId: string, sessionId: string) => {
    await db.inTenant(tenantId, async (tx) => {
      await endSession(tx, sessionId)
      await announce(tx, { kind: 'user', tenantId, userId })
    })
  }

  const provider = await openProvider()
  const stopHearing = await hearChanges(
    db,
    (change) => {
      if (change.kind === 'user') states.forget(change.tenantId, change.userId)
      if (change.kind === 'key') apiKeys.forgetAll()
      if (change.kind === 'keys') provider.reload()
    },
    () => {
      states.forgetAll()
      apiKeys.forgetAll()
      provider.reload()
    },
  )
  const stopUpkeep = startUpkeep(db, log)

  const verify = createTokenVerifier({
    issuers,
    ownKey: provider.publicKey,
    keyCooldownMs: options.keyCooldownMs ?? 10_000,
  })
  const visitorTokens = createVisitorTokens({ db, issuer: `${origin}/idp`, tenants, ownKey: provider.publicKey })
  const clientTokens = createClientTokens({ db, issuer: `${origin}/idp`, tenants, apiKeys, ownKey: provider.publicKey })
  const everybody = options.skipLogin ? await everybodyOf(options) : undefined

  return {
    identify: createIdentify({
      db,
      tenants,
      states,
      apiKeys,
      visitors: visitorTokens,
      clients: clientTokens,
      verify,
      everybody,
    }),
    tenants,
    visitorTokens,
    clientTokens,
    issuers,
    skipLogin: options.skipLogin,
    signIn,
    passwords,
    mount: async (app) => {
      if (!issuers.some((issuer) => issuer.isEmbedded)) return
      await mountProvider(app, {
        origin,
        requestsPerMinute: options.requestsPerMinute ?? 1200,
        answer: (request, response) => provider.answer(request, response),
        pages: (scope) => {
          const { defaultTenant } = options
          registerPasswordLinks(scope, { db, signIn, tenants, origin, defaultTenant })
          registerInteractions(scope, {
            provider: () => provider.current(),
            signIn,
            tenants,
            forms: createFormTokens(() => provider.cookieKeys()),
            origin,
            defaultTenant,
          })
        },
      })
    },
    endSession: async (tenantId, userId, sessionId) => {
      await forgetSession(tenantId, userId, sessionId)
      await removeGrant(db, sessionId)
    },
    close: async () => {
      stopUpkeep()
      provider.close()
      await stopHearing()
    },
  }

  /** The provider with the current keys. It is recreated when they change; requests in progress keep the old one. */
  async function openProvider() {
    const make = async () => {
      const keys = await loadProviderKeys(db)
      const made: Provider = createProvider({
        db,
        log,
        origin,
        keys,
        limits: options.limits,
        tenants,
        pages: providerPages,
        onGrantRemoved: async (grantId, accountId) => {
          const subject = parseSubject(accountId)
          if (!subject) return
          await forgetSession(subject.tenantId, subject.userId, grantId)
          await removeGrant(db, grantId)
        },
      })
      scheduleActivation(await nextActivation(db))
      return { keys, provider: made, answer: made.callback() }
    }
    let activation: NodeJS.Timeout | undefined
    const scheduleActivation = (moment: number | undefined) => {
      clearTimeout(activation)
      // At most a day: timers cannot be set for months.
      if (moment !== undefined)
        activation = setTimeout(reload, Math.min(moment - Date.now() + 1000, 86_400_000)).unref()
    }
    let current = await make()
    const replace = async () => {
      current = await make()
    }
    const reload = () => {
      replace().catch((error: unknown) => {
        log.error({ err: error }, 'The keys of the identity provider could not be read')
      })
    }
    let readAt = 0
    return {
      current: () => current.provider,
      answer: (...args: Parameters<ReturnType<Provider['callback']>>) => void current.answer(...args),
      cookieKeys: () => current.keys.cookies,
      reload,
      close: () => clearTimeout(activation),
      /** A key that another process has just published is looked up at most once a second. */
      publicKey: async (kid: string) => {
        const present = () => publicPart(current.keys.signing.find((key) => key.kid === kid))
        if (present() || Date.now() - readAt < 1000) return present()
        readAt = Date.now()
        await replace()
        return present()
      },
    }
  }
}

function publicPart(key: JWK | undefined): JWK | undefined {
  if (!key?.n || !key.e) return undefined
  return { kty: 'RSA', n: key.n, e: key.e }
}

/** With sign-in switched off, one row stands for everyone, so that what they create has an owner. */
async function everybodyOf({ db, defaultTenant }: IdentityOptions): Promise<UserIdentity> {
  const tenant = await createTenantDirectory(db).byName(defaultTenant)
  if (!tenant) throw new Error(`There is no tenant ${defaultTenant}`)
  const user = await db.inTenant(tenant.id, (tx) =>
    recordOutsideUser(tx, {
      issuer: 'skip-login',
      subject: 'everybody',
      username: 'everybody',
      email: '',
      fullName: 'Everybody',
    }),
  )
  return {
    kind: 'user',
    tenantId: tenant.id,
    tenantName: tenant.name,
    userId: user.id,
    username: user.username,
    displayName: user.fullName,
    email: user.email,
    groups: ['supervisor:pf', 'user:pf.forms'],
    isAdmin: true,
    isSuperuser: true,
  }
}

/** Periodically removes expired rows and rotates keys. Any number of processes may do it. */
function startUpkeep(db: Database, log: Logger): () => void {
  const run = async () => {
    await removeExpiredPayloads(db)
    await db.inSystem(removeOldAttempts)
    await rotateProviderKeys(db)
  }
  const timer = setInterval(() => {
    run().catch((error: unknown) => log.error({ err: error }, 'The upkeep of sign-ins failed'))
  }, upkeepMs)
  timer.unref()
  return () => clearInterval(timer)
}
