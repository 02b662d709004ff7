import type { FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { CallError } from '../http/call-error.ts'
import type { CallerIdentity, Identify, KeyIdentity, UserIdentity } from '../http/caller.ts'
import type { ApiKeys } from './api-keys.ts'
import { BoundedMap } from './bounded-map.ts'
import { membershipOf } from './group-rules.ts'
import type { Issuer } from './issuers.ts'
import { sessionClaim } from './provider/provider.ts'
import { parseSubject } from './subject.ts'
import type { TenantDirectory } from './tenant-directory.ts'
import type { Tenant } from './tenants.store.ts'
import type { UserStates } from './user-states.ts'
import { recordOutsideUser, type StoredUser } from './users.store.ts'
import type { VisitorTokens } from './visitor-tokens.ts'
import { TokenRefused, type VerifiedToken } from './verify-token.ts'

interface IdentifyParts {
  readonly db: Database
  readonly tenants: TenantDirectory
  readonly states: UserStates
  readonly apiKeys: ApiKeys
  readonly visitors: VisitorTokens
  readonly verify: (token: string) => Promise<VerifiedToken>
  /** When signing in is switched off: who everybody is. */
  readonly everybody: UserIdentity | undefined
}

/** Tokens whose signature need not be checked again. */
const mostTokens = 10_000

/** Whom a verified token is about. What can change while it is valid is looked up for every request. */
interface Bearer {
  readonly expiresAt: number
  readonly issuer: Issuer
  readonly tenant: Tenant
  readonly userId: string
  readonly sessionId: string | undefined
  /** What the token says itself; undefined for our own users, whose rows say it. */
  readonly outside: { readonly groups: readonly string[]; readonly isSuperuser: boolean } | undefined
}

/** Finds out who sends a request, from a bearer token or an API key. */
export function createIdentify(parts: IdentifyParts): Identify {
  const { states, verify, everybody } = parts
  const bearers = new BoundedMap<string, Promise<Bearer>>(mostTokens)
  /** What was last worked out for a token, good for as long as its user has not been read again. */
  const identities = new WeakMap<Bearer, { readonly user: StoredUser; readonly identity: UserIdentity }>()

  const bearerOf = (token: string): Promise<Bearer> => {
    const present = bearers.get(token)
    if (present) return present
    const made = verify(token).then((verified) => resolve(parts, verified))
    bearers.set(token, made)
    made.catch(() => bearers.delete(token))
    return made
  }

  const byToken = async (token: string): Promise<UserIdentity> => {
    const bearer = await bearerOf(token)
    if (bearer.expiresAt <= Date.now()) {
      bearers.delete(token)
      throw new TokenRefused('TOKEN_EXPIRED', 'expired')
    }
    const user = await states.get(bearer.tenant.id, bearer.userId, bearer.sessionId)
    if (!user) throw new TokenRefused('UNAUTHORIZED_ACCESS', 'the session has ended')
    if (!user.isActive) throw new TokenRefused('UNAUTHORIZED_ACCESS', 'the user is disabled')
    const known = identities.get(bearer)
    if (known?.user === user) return known.identity
    const identity = identityOf(bearer, user)
    identities.set(bearer, { user, identity })
    return identity
  }

  return async (request) => {
    if (everybody) return everybody
    try {
      const token = bearerToken(request)
      if (token === undefined) return await byKey(parts, request)
      // The token of a person that is known already need not be read again to tell that it is one.
      const isVisitors = bearers.get(token) === undefined && parts.visitors.claims(token)
      return await (isVisitors ? parts.visitors.identify(token) : byToken(token))
    } catch (error) {
      if (error instanceof TokenRefused) request.log.warn({ reason: error.reason }, 'Credentials refused')
      else if (error instanceof CallError)
        request.log.warn({ code: error.code, err: error.cause }, 'Credentials refused')
      throw error
    }
  }
}

function bearerToken({ headers }: FastifyRequest): string | undefined {
  const { authorization } = headers
  if (authorization === undefined) return undefined
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization)?.[1]
  if (token === undefined) throw new TokenRefused('UNAUTHORIZED_ACCESS', 'not a bearer token')
  return token
}

async function resolve(parts: IdentifyParts, { issuer, claims, expiresAt }: VerifiedToken): Promise<Bearer> {
  if (issuer.isEmbedded) {
    const subject = parseSubject(claims.sub ?? '')
    const sessionId = claims[sessionClaim]
    const tenant = subject && (await parts.tenants.byId(subject.tenantId))
    if (!tenant || typeof sessionId !== 'string') throw new TokenRefused('UNAUTHORIZED_ACCESS', 'not an identity token')
    return { expiresAt, issuer, tenant, userId: subject.userId, sessionId, outside: undefined }
  }

  const named = issuer.tenant ?? textOf(claims[issuer.claims.tenant])
  const tenant = named === undefined ? undefined : await parts.tenants.byName(named)
  if (!tenant) throw new TokenRefused('UNAUTHORIZED_ACCESS', `unknown tenant: ${named ?? 'none'}`)
  const groups = issuer.verificationEnabled ? listOf(claims[issuer.claims.groups]) : issuer.groups
  refuseWithoutGroup(groups)
  const subject = claims.sub ?? ''
  const username = textOf(claims[issuer.claims.username]) ?? subject
  const user = await parts.db.inTenant(tenant.id, (tx) =>
    recordOutsideUser(tx, {
      issuer: issuer.issuer,
      subject,
      username,
      email: textOf(claims[issuer.claims.email]) ?? '',
      fullName: textOf(claims[issuer.claims.displayName]) ?? username,
    }),
  )
  // What the token says may be newer than what is remembered.
  parts.states.forget(tenant.id, user.id)
  const isSuperuser = isTrue(claims[issuer.superUserKey])
  return { expiresAt, issuer, tenant, userId: user.id, sessionId: undefined, outside: { groups, isSuperuser } }
}

function identityOf({ tenant, outside, sessionId }: Bearer, user: StoredUser): UserIdentity {
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

async function byKey({ tenants, apiKeys }: IdentifyParts, { headers }: FastifyRequest): Promise<CallerIdentity> {
  const secret = headers['x-synthetic-key']
  if (secret === undefined) return { kind: 'anyone' }
  const name = headers['x-tenant-name']
  if (typeof secret !== 'string' || typeof name !== 'string') {
    throw new TokenRefused('UNAUTHORIZED_ACCESS', 'an API key needs x-tenant-name')
  }
  const tenant = await tenants.byName(name)
  const key = tenant && (await apiKeys.find(tenant.id, secret))
  if (!key) throw new TokenRefused('UNAUTHORIZED_ACCESS', 'unknown, expired or revoked API key')
  return {
    kind: 'key',
    tenantId: tenant.id,
    tenantName: tenant.name,
    keyId: key.id,
    keyName: key.name,
    groups: membershipOf([key.groupLabel]).groups,
    scopes: key.scopes,
  } satisfies KeyIdentity
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
