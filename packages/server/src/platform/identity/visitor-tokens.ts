import { decodeJwt, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import type { Database } from '../db/database.ts'
import type { FileVisitorIdentity, VisitorIdentity } from '../http/caller.ts'
import { loadProviderKeys } from './provider/provider-keys.ts'
import { formatSubject, parseSubject } from './subject.ts'
import type { TenantDirectory } from './tenant-directory.ts'
import { TokenRefused } from './verify-token.ts'
import { emailOfVisitor, findOpenLink } from './visitors.store.ts'

/** Differs from that of any client, so that a visitor's token is never mistaken for a person's, nor the reverse. */
const audience = 'sheetwright-visitor'
const linkClaim = 'link_id'
const lifetime = '1h'

export interface VisitorTokens {
  issue(visitor: { tenantId: string; visitorId: string; linkId: string }): Promise<string>
  /** Whether a token claims to be a visitor's; checks nothing else. */
  claims(token: string): boolean
  identify(token: string): Promise<VisitorIdentity | FileVisitorIdentity>
}

interface VisitorTokenParts {
  readonly db: Database
  readonly issuer: string
  readonly tenants: TenantDirectory
  readonly ownKey: (kid: string) => Promise<JWK | undefined>
}

/** Tokens of visitors: signed with the keys of the embedded provider, valid for one link while it is valid. */
export function createVisitorTokens({ db, issuer, tenants, ownKey }: VisitorTokenParts): VisitorTokens {
  return {
    issue: async ({ tenantId, visitorId, linkId }) => {
      const [key] = (await loadProviderKeys(db)).signing
      if (key?.kid === undefined) throw new Error('There is no signing key')
      return new SignJWT({ [linkClaim]: linkId })
        .setProtectedHeader({ alg: 'RS256', kid: key.kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(formatSubject({ tenantId, userId: visitorId }))
        .setIssuedAt()
        .setExpirationTime(lifetime)
        .sign(await importJWK(key, 'RS256'))
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
        { issuer, audience, algorithms: ['RS256'], requiredClaims: ['exp', 'sub', linkClaim] },
      ).catch((error: unknown) => {
        const expired = error instanceof Error && 'code' in error && error.code === 'ERR_JWT_EXPIRED'
        throw new TokenRefused(expired ? 'TOKEN_EXPIRED' : 'UNAUTHORIZED_ACCESS', 'not a token of a visitor')
      })
      const subject = parseSubject(payload.sub ?? '')
      const tenant = subject && (await tenants.byId(subject.tenantId))
      if (!tenant) throw new TokenRefused('UNAUTHORIZED_ACCESS', 'unknown tenant')
      const { link, email } = await db.inTenant(tenant.id, async (tx) => {
        const found = await findOpenLink(tx, String(payload[linkClaim]))
        return {
          link: found,
          email: found?.keepsAddresses ? await emailOfVisitor(tx, found.id, subject.userId) : undefined,
        }
      })
      if (!link) throw new TokenRefused('UNAUTHORIZED_ACCESS', 'the link has ended')
      const { productId, serviceName, fileId } = link.target
      const who = { tenantId: tenant.id, tenantName: tenant.name, visitorId: subject.userId, linkId: link.id }
      if (fileId !== null) return { kind: 'fileVisitor', ...who, fileId }
      return {
        kind: 'visitor',
        ...who,
        productId,
        serviceName,
        ...(email === undefined ? {} : { email }),
      }
    },
  }
}
