import type { FastifyRequest } from 'fastify'
import { type Soon, whenKnown } from '../caches/fresh-cache.ts'
import type { Database } from '../db/database.ts'
import { CallError } from '../http/call-error.ts'
import { anyone, type CallerIdentity, type Identify, type KeyIdentity, type UserIdentity } from '../http/caller.ts'
import { mayUseFrom } from './allowed-addresses.ts'
import type { ApiKeys } from './api-keys.ts'
import type { ClientTokens } from './client-tokens.ts'
import type { UsableKey } from './api-keys.store.ts'
import { noteOutsideSignIn, type SignInOrigin } from './outside-sign-in.ts'
import { BoundedMap } from '../caches/bounded-map.ts'
import { membershipOf } from './group-rules.ts'
import type { Issuer } from './issuers.ts'
import { sessionClaim } from './provider/provider.ts'
import { parseSubject } from './subject.ts'
import type { TenantDirectory } from './tenant-directory.ts'
import type { Tenant } from './tenants.store.ts'
import { type SoughtUser, soughtUser, type UserStates } from './user-states.ts'
import { recordOutsideUser, type StoredUser } from './users.store.ts'
import type { VisitorTokens } from './visitor-tokens.ts'
import { TokenRefused, type VerifiedToken } from './verify-token.ts'

interface IdentifyParts {
  readonly db: Database
  readonly tenants: TenantDirectory
  readonly states: UserStates
  readonly apiKeys: ApiKeys
  readonly visitors: VisitorTokens
  readonly clients: ClientTokens
  readonly verify: (token: string) => Promise<VerifiedToken>
  /** The user that everybody is when sign-in is switched off. */
  readonly everybody: UserIdentity | undefined
}

/** Maximum number of cached tokens, whose signature need not be verified again. */
const mostTokens = 10_000

/** The subject of a verified token. Everything that can change while it is valid is looked up for every request. */
interface Bearer {
  readonly expiresAt: number
  readonly issuer: Issuer
  readonly tenant: Tenant
  readonly user: SoughtUser
  /** The token's own claims; undefined for our own users, whose rows hold them. */
  readonly outside: { readonly groups: readonly string[]; readonly isSuperuser: boolean } | undefined
}

/** Identifies the sender of a request by a bearer token or an API key. Synchronous for known ones. */
export function createIdentify(parts: IdentifyParts): Identify {
  const { states, verify, everybody } = parts
  const bearers = new BoundedMap<string, { readonly header: string; readonly bearer: Bearer }>(mostTokens)
  /** Tokens being verified. */
  const verifying = new Map<string, Promise<Bearer>>()
  /** The last result for a token, valid until its user is read again. */
  const identities = new WeakMap<Bearer, { readonly user: StoredUser; readonly identity: UserIdentity }>()

  /** The same for API keys. */
  const keyIdentities = new WeakMap<UsableKey, KeyIdentity>()

  const verified = (request: FastifyRequest, header: string, token: string): Promise<Bearer> => {
    const present = verifying.get(header)
    if (present) return present
    const made = verify(token)
      .then((claims) => resolve(parts, claims, { address: request.ip, requestId: request.id }))
      .then((bearer) => {
        bearers.set(shortOf(header), { header, bearer })
        return bearer
      })
      .finally(() => verifying.delete(header))
    verifying.set(header, made)
    return made
  }

  const byBearer = (header: string, bearer: Bearer): Soon<UserIdentity> => {
    if (bearer.expiresAt <= Date.now()) {
      bearers.delete(shortOf(header))
      throw new TokenRefused('TOKEN_EXPIRED', 'expired')
    }
    return whenKnown(states.get(bearer.user), (user) => asOf(bearer, user))
  }

  const asOf = (bearer: Bearer, user: StoredUser | undefined): UserIdentity => {
    if (!user) throw new TokenRefused('UNAUTHORIZED_ACCESS', 'the session has ended')
    if (!user.isActive) throw new TokenRefused('UNAUTHORIZED_ACCESS', 'the user is disabled')
    const known = identities.get(bearer)
    if (known?.user === user) return known.identity
    const identity = identityOf(bearer, user)
    identities.set(bearer, { user, identity })
    return identity
  }

  const byNewToken = async (request: FastifyRequest, header: string): Promise<CallerIdentity> => {
    const token = bearerToken(header)
    if (parts.visitors.claims(token)) return parts.visitors.identify(token)
    if (parts.clients.claims(token)) {
      const { tenant, key } = await parts.clients.identify(token)
      return programOf(request, tenant, key)
    }
    return byBearer(header, await verified(request, header, token))
  }

  const byKey = (request: FastifyRequest): Soon<CallerIdentity> => {
    const { headers } = request
    const secret = headers['x-synthetic-key']
    if (secret === undefined) return anyone
    const name = headers['x-tenant-name']
    if (typeof secret !== 'string' || typeof name !== 'string') {
      throw new TokenRefused(
        'UNAUTHORIZED_ACCESS',
        'an API key needs x-tenant-name',
        'Send the tenant of the API key in the header x-tenant-name',
      )
    }
    return whenKnown(parts.tenants.byName(name), (tenant) =>
      tenant === undefined
        ? programOf(request, tenant, undefined)
        : whenKnown(parts.apiKeys.find(tenant.id, secret), (key) => programOf(request, tenant, key)),
    )
  }

  const programOf = (
    { ip: address, id: requestId }: FastifyRequest,
    tenant: Tenant | undefined,
    key: UsableKey | undefined,
  ): KeyIdentity => {
    if (!tenant || !key) throw unusableKey()
    if (!mayUseFrom(key, address)) {
      throw new CallError('PERMISSION_DENIED', `This API key is not used from the address ${address}`)
    }
    parts.apiKeys.noteAddress(tenant.id, key, { address, requestId })
    const known = keyIdentities.get(key)
    if (known !== undefined) return known
    // A command line ends with the last group of its person.
    if (membershipOf(key.groups).role === null) throw unusableKey()
    const identity = keyIdentityOf(tenant, key)
    keyIdentities.set(key, identity)
    return identity
  }

  const byHeaders = (request: FastifyRequest): Soon<CallerIdentity> => {
    const { authorization } = request.headers
    if (authorization === undefined) return byKey(request)
    const known = bearers.get(shortOf(authorization))
    return known?.header === authorization ? byBearer(authorization, known.bearer) : byNewToken(request, authorization)
  }

  const identify: Identify = (request) => {
    const { log } = request
    if (everybody) return everybody
    const noted = (error: unknown): never => {
      if (error instanceof TokenRefused) log.warn({ reason: error.reason }, 'Credentials refused')
      else if (error instanceof CallError) log.warn({ code: error.code, err: error.cause }, 'Credentials refused')
      throw error
    }
    try {
      const caller = byHeaders(request)
      return caller instanceof Promise ? caller.catch(noted) : caller
    } catch (error) {
      return noted(error)
    }
  }

  return identify
}

/**
 * Lookup key of a token, with the end of its signature. The whole header is then compared, but is too long as a key.
 */
function shortOf(header: string): string {
  return header.slice(0, 6) + header.slice(-40)
}

function bearerToken(header: string): string {
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(header)?.[1]
  if (token === undefined) throw new TokenRefused('UNAUTHORIZED_ACCESS', 'not a bearer token')
  return token
}

async function resolve(
  parts: IdentifyParts,
  { issuer, claims, expiresAt }: VerifiedToken,
  from: SignInOrigin,
): Promise<Bearer> {
  if (issuer.isEmbedded) {
    const subject = parseSubject(claims.sub ?? '')
    const sessionId = claims[sessionClaim]
    const tenant = subject && (await parts.tenants.byId(subject.tenantId))
    if (!tenant || typeof sessionId !== 'string') throw new TokenRefused('UNAUTHORIZED_ACCESS', 'not an identity token')
    return { expiresAt, issuer, tenant, user: soughtUser(tenant.id, subject.userId, sessionId), outside: undefined }
  }

  const named = issuer.tenant ?? textOf(claims[issuer.claims.tenant])
  const tenant = named === undefined ? undefined : await parts.tenants.byName(named)
  if (!tenant) throw new TokenRefused('UNAUTHORIZED_ACCESS', `unknown tenant: ${named ?? 'none'}`)
  const groups = issuer.verificationEnabled ? listOf(claims[issuer.claims.groups]) : issuer.groups
  refuseWithoutGroup(groups)
  const subject = claims.sub ?? ''
  const username = textOf(claims[issuer.claims.username]) ?? subject
  const user = await parts.db.inTenant(tenant.id, async (tx) => {
    const recorded = await recordOutsideUser(tx, {
      issuer: issuer.issuer,
      subject,
      username,
      email: textOf(claims[issuer.claims.email]) ?? '',
      fullName: textOf(claims[issuer.claims.displayName]) ?? username,
    })
    await noteOutsideSignIn(tx, recorded, { issuer, claims, from })
    return recorded
  })
  // The token's claims may be newer than the cached ones.
  parts.states.forget(tenant.id, user.id)
  const isSuperuser = isTrue(claims[issuer.superUserKey])
  const sought = soughtUser(tenant.id, user.id, undefined)
  return { expiresAt, issuer, tenant, user: sought, outside: { groups, isSuperuser } }
}

function identityOf({ tenant, outside, user: { sessionId } }: Bearer, user: StoredUser): UserIdentity {
  const labels = outside?.groups ?? user.groups
  refuseWithoutGroup(labels)
  const { groups, role } = membershipOf(labels)
  return {
    kind: 'user',
    tenantId: tenant.id,
    tenantName: tenant.name,
    userId: user.id,
    username: user.username,
    displayName: user.fullName,
    email: user.email,
    groups,
    isAdmin: role === 'supervisor',
    isSuperuser: outside?.isSuperuser ?? user.isSuperuser,
    ...(sessionId === undefined ? {} : { sessionId }),
  }
}

function refuseWithoutGroup(labels: readonly string[]): void {
  if (membershipOf(labels).role !== null) return
  throw new CallError('UNAUTHORIZED_USER_GROUP', 'This account belongs to no group that may use the product')
}

function unusableKey(): TokenRefused {
  return new TokenRefused(
    'UNAUTHORIZED_ACCESS',
    'unknown, expired or revoked API key',
    'The API key in x-synthetic-key is not known in the tenant of x-tenant-name, has expired or was revoked',
  )
}

function keyIdentityOf(tenant: Tenant, key: UsableKey): KeyIdentity {
  return {
    kind: 'key',
    tenantId: tenant.id,
    tenantName: tenant.name,
    keyId: key.id,
    keyName: key.name,
    groups: membershipOf(key.groups).groups,
    ...(key.personId === null ? {} : { personId: key.personId }),
    ...(key.requestsPerMinute === null
      ? {}
      : { limit: { of: key.clientId ?? key.id, perMinute: key.requestsPerMinute } }),
    scopes: key.scopes,
    ...(key.products === null && key.engines === null
      ? {}
      : { reach: { products: key.products ?? [], engines: key.engines ?? [] } }),
  }
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim !== '' ? claim : undefined
}

function listOf(claim: unknown): string[] {
  if (typeof claim === 'string') return claim.split(/[ ,]+/)
  return Array.isArray(claim) ? claim.filter((entry) => typeof entry === 'string') : []
}

function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true'
}
