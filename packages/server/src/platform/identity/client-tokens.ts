import { decodeJwt, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import type { KeyScope } from '@sheetwright/contract/call.ts'
import type { Database } from '../db/database.ts'
import type { ApiKeys } from './api-keys.ts'
import type { UsableKey } from './api-keys.store.ts'
import { loadProviderKeys } from './provider/provider-keys.ts'
import { formatSubject, parseSubject } from './subject.ts'
import type { TenantDirectory } from './tenant-directory.ts'
import type { Tenant } from './tenants.store.ts'
import { TokenRefused } from './verify-token.ts'

/** Differs from those of persons and visitors, so that none is ever mistaken for another. */
const audience = 'sheetwright-client'

const seconds = 900

interface IssuedToken {
  readonly token: string
  readonly seconds: number
  readonly scopes: readonly KeyScope[]
}

export interface ClientTokens {
  /** Undefined if the id and the secret are not those of a valid key. */
  issue(client: { tenantName: string; clientId: string; secret: string }): Promise<IssuedToken | undefined>
  /** Whether a token claims to be a client's; checks nothing else. */
  claims(token: string): boolean
  /** The current state of a token's key. */
  identify(token: string): Promise<{ readonly tenant: Tenant; readonly key: UsableKey }>
}

interface ClientTokenParts {
  readonly db: Database
  readonly issuer: string
  readonly tenants: TenantDirectory
  readonly apiKeys: ApiKeys
  readonly ownKey: (kid: string) => Promise<JWK | undefined>
}

/** Tokens of clients: each stands for an API key, and ends with it. */
export function createClientTokens({ db, issuer, tenants, apiKeys, ownKey }: ClientTokenParts): ClientTokens {
  return {
    issue: async ({ tenantName, clientId, secret }) => {
      const tenant = await tenants.byName(tenantName)
      const key = tenant && (await apiKeys.find(tenant.id, secret))
      if (!tenant || !key || !isCalled(key, clientId)) return undefined
      const [signing] = (await loadProviderKeys(db)).signing
      if (signing?.kid === undefined) throw new Error('There is no signing key')
      const token = await new SignJWT({})
        .setProtectedHeader({ alg: 'RS256', kid: signing.kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(formatSubject({ tenantId: tenant.id, userId: key.id }))
        .setIssuedAt()
        .setExpirationTime(`${seconds}s`)
        .sign(await importJWK(signing, 'RS256'))
      return { token, seconds, scopes: key.scopes }
    },
    claims: (token) => {
      try {
        return decodeJwt(token).aud === audience
      } catch {
        return false
      }
    },
    identify: async (token) => {
      const { payload } = await jwtVerify(
        token,
        async ({ kid }) => {
          const jwk = kid === undefined ? undefined : await ownKey(kid)
          if (!jwk) throw new TokenRefused('UNAUTHORIZED_ACCESS', 'unknown key')
          return importJWK(jwk, 'RS256')
        },
        { issuer, audience, algorithms: ['RS256'], requiredClaims: ['exp', 'sub'] },
      ).catch((error: unknown) => {
        const expired = error instanceof Error && 'code' in error && error.code === 'ERR_JWT_EXPIRED'
        throw new TokenRefused(expired ? 'TOKEN_EXPIRED' : 'UNAUTHORIZED_ACCESS', 'not a token of a client')
      })
      const subject = parseSubject(payload.sub ?? '')
      const tenant = subject && (await tenants.byId(subject.tenantId))
      const key = tenant && (await apiKeys.findById(tenant.id, subject.userId))
      if (!tenant || !key) throw new TokenRefused('UNAUTHORIZED_ACCESS', 'the key has ended')
      return { tenant, key }
    },
  }
}

function isCalled({ id, name }: UsableKey, clientId: string): boolean {
  return clientId.toLowerCase() === id || clientId.toLowerCase() === name.toLowerCase()
}
