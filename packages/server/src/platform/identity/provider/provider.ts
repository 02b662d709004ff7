import { type Configuration, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import { webClientId } from '../issuers.ts'
import { insertSession, isSessionOpen, removeOldSessions } from '../sessions.store.ts'
import { formatSubject, parseSubject } from '../subject.ts'
import type { TenantDirectory } from '../tenant-directory.ts'
import { findUser, type StoredUser } from '../users.store.ts'
import { createOidcStore } from './oidc.store.ts'
import type { ProviderKeys } from './provider-keys.ts'
import type { ProviderPages } from './provider-pages.ts'

/** Lifetimes of what the provider issues, in seconds. */
export interface SessionLimits {
  /** The identity token: short, because requests carry it. */
  readonly token: number
  /** Idle timeout of a session. */
  readonly idle: number
  /** Maximum lifetime of a session after the password was given. */
  readonly longest: number
}

export interface ProviderOptions {
  readonly db: Database
  readonly log: Logger
  readonly origin: string
  readonly keys: ProviderKeys
  readonly limits: SessionLimits
  readonly tenants: TenantDirectory
  readonly pages: ProviderPages
  /** A grant was revoked: its session has ended. */
  readonly onGrantRemoved: (grantId: string, accountId: string) => Promise<void>
}

export const providerPath = '/idp'

/** Paths of the web application that the provider may redirect to. */
const returnPaths = ['/login', '/login/', '/login/callback', '/login/silent']
const signedOutPaths = ['/login', '/login/', '/']

/** The claim with a token's session. */
export const sessionClaim = 'session_id'

/** The embedded OpenID provider. Its state is in the database; recreating it with new keys costs nothing. */
export function createProvider(options: ProviderOptions): Provider {
  const { origin, keys, log } = options
  const provider = new Provider(`${origin}${providerPath}`, configuration(options))
  /** The log of the request, with its correlation id (see provider-plugin.ts). */
  const logOf = (ctx: KoaContextWithOIDC): Logger => ('log' in ctx.req ? (ctx.req.log as Logger) : log)
  // TLS ends at a proxy or is not used; the mount tells from the configured origin (see provider-plugin.ts).
  provider.proxy = true
  provider.on('server_error', (ctx, error) => logOf(ctx).error({ err: error }, 'The identity provider failed'))
  provider.on('grant.error', (ctx, error) =>
    logOf(ctx).warn(
      { reason: error.message, detail: error.error_detail, client: ctx.oidc.client?.clientId },
      'Token refused',
    ),
  )
  provider.on('authorization.error', (ctx, error) =>
    logOf(ctx).warn({ reason: error.message }, 'Sign-in request refused'),
  )
  log.debug({ signingKey: keys.signing[0]?.kid }, 'The identity provider is ready')
  return provider
}

function configuration(options: ProviderOptions): Configuration {
  const { origin, keys, limits, pages } = options
  const secure = origin.startsWith('https:')
  return {
    adapter: createOidcStore(options.db, options.onGrantRemoved),
    clients: [
      {
        client_id: webClientId,
        client_name: 'Sheetwright',
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: returnPaths.map((path) => origin + path),
        post_logout_redirect_uris: signedOutPaths.map((path) => origin + path),
        id_token_signed_response_alg: 'RS256',
      },
    ],
    clientDefaults: { id_token_signed_response_alg: 'RS256' },
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    jwks: { keys: [...keys.signing] },
    cookies: {
      keys: [...keys.cookies],
      names: { session: 'sw_session', interaction: 'sw_interaction', resume: 'sw_resume' },
      long: { signed: true, httpOnly: true, sameSite: 'lax', secure, path: providerPath },
      short: { signed: true, httpOnly: true, sameSite: 'lax', secure },
    },
    responseTypes: ['code'],
    pkce: { required: () => true },
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    claims: {
      openid: ['sub', 'tenant', 'groups', 'is_realm_admin', sessionClaim],
      profile: ['name', 'preferred_username'],
      email: ['email'],
    },
    // Requests carry the identity token, so it contains the claims.
    conformIdTokenClaims: false,
    extraParams: ['tenant'],
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: true },
      revocation: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: pages.signOut,
        postLogoutSuccessSource: pages.signedOut,
      },
    },
    renderError: pages.error,
    interactions: {
      url: (_ctx, interaction) => `${providerPath}/interaction/${interaction.uid}`,
      policy: policy(options),
    },
    findAccount: (_ctx, sub, token) => findAccount(options, sub, token?.grantId),
    loadExistingGrant: (ctx) => loadGrant(options, ctx),
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // Sessions have their own rows with their end (sessions.store.ts).
    expiresWithSession: async () => false,
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    clientBasedCORS: (_ctx, from) => from === origin,
    clockTolerance: 5,
    ttl: {
      AccessToken: limits.token,
      AuthorizationCode: 60,
      IdToken: limits.token,
      Interaction: 60 * 60,
      Grant: limits.longest + limits.token,
      RefreshToken: (_ctx, token) => remaining(limits, token.iiat),
      Session: (_ctx, session) => remaining(limits, session.loginTs),
    },
  }
}

/** Seconds until something that began at `since` ends if it is not used again. */
function remaining(limits: SessionLimits, since: number | undefined): number {
  const now = Math.floor(Date.now() / 1000)
  return Math.max(1, Math.min(limits.idle, (since ?? now) + limits.longest - now))
}

/** Asks for the password again if the session has ended on our side, or another tenant is requested. */
function policy(options: ProviderOptions) {
  const { base, Check } = interactionPolicy
  const prompts = base()
  prompts.get('login')?.checks.add(
    new Check('session_ended', 'the session has ended', 'login_required', async ({ oidc }) => {
      if (!oidc.session?.accountId || oidc.result?.login) return Check.NO_NEED_TO_PROMPT
      return oidc.entities.Grant?.jti ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT
    }),
  )
  prompts.get('login')?.checks.add(
    new Check('other_tenant', 'another tenant was asked for', 'login_required', async ({ oidc }) => {
      const wanted = oidc.params?.['tenant']
      const subject = parseSubject(oidc.session?.accountId ?? '')
      if (typeof wanted !== 'string' || wanted === '' || !subject || oidc.result?.login) return Check.NO_NEED_TO_PROMPT
      const tenant = await options.tenants.byName(wanted)
      return tenant?.id === subject.tenantId ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT
    }),
  )
  return prompts
}

/** The person of a subject; undefined if disabled, or if the token's session has ended. */
async function findAccount({ db, tenants }: ProviderOptions, sub: string, sessionId: string | undefined) {
  const subject = parseSubject(sub)
  if (!subject) return undefined
  const tenant = await tenants.byId(subject.tenantId)
  if (!tenant) return undefined
  const user = await db.inTenant(subject.tenantId, async (tx) => {
    if (sessionId !== undefined && !(await isSessionOpen(tx, sessionId, subject.userId))) return undefined
    return findUser(tx, subject.userId)
  })
  if (!user?.isActive) return undefined
  return {
    accountId: sub,
    claims: async () => ({ sub, ...claimsOf(user, tenant.name), [sessionClaim]: sessionId }),
  }
}

function claimsOf(user: StoredUser, tenant: string) {
  return {
    tenant,
    name: user.fullName,
    preferred_username: user.username,
    email: user.email,
    groups: user.groups,
    ...(user.isSuperuser ? { is_realm_admin: true } : {}),
  }
}

/**
 * The grant of this browser's session. The web application is ours, so there is no consent page: giving the password
 * starts a new session, and with it a grant.
 */
async function loadGrant({ db, limits }: ProviderOptions, ctx: KoaContextWithOIDC) {
  const { session, client, result, provider } = ctx.oidc
  const subject = parseSubject(session?.accountId ?? '')
  if (!session || !client || !subject) return undefined

  const present = session.grantIdFor(client.clientId)
  const isOpen = present && (await db.inTenant(subject.tenantId, (tx) => isSessionOpen(tx, present, subject.userId)))
  const grant = isOpen ? await provider.Grant.find(present) : undefined
  if (grant || !result?.login) return grant

  const fresh = new provider.Grant({ accountId: formatSubject(subject), clientId: client.clientId })
  fresh.addOIDCScope('openid profile email offline_access')
  const id = await fresh.save()
  const expiresAt = new Date(Date.now() + limits.longest * 1000)
  await db.inTenant(subject.tenantId, async (tx) => {
    await removeOldSessions(tx, subject.userId)
    await insertSession(tx, { id, userId: subject.userId, expiresAt })
  })
  return fresh
}
