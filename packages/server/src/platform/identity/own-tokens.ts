import { decodeJwt, errors, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Database } from '../db/database.ts'
import { CallError } from '../http/call-error.ts'
import { loadProviderKeys } from './provider/provider-keys.ts'
import { formatSubject, parseSubject, type Subject } from './subject.ts'
import { TokenRefused } from './verify-token.ts'

export interface OwnTokenParts {
  readonly db: Database
  readonly issuer: string
  /** Public keys of the embedded provider, by key id. */
  readonly ownKey: (kid: string) => Promise<JWK | undefined>
}

interface Kind {
  readonly holder: 'client' | 'visitor'
  readonly seconds: number
  /** Claims that a token of this kind must have, besides its subject and its end. */
  readonly claims?: readonly string[]
}

interface OwnTokens {
  readonly sign: (subject: Subject, claims?: JWTPayload) => Promise<string>
  /** Whether a token claims to be of this kind; checks nothing else. */
  readonly claims: (token: string) => boolean
  readonly verify: (token: string) => Promise<{ readonly subject: Subject | null; readonly payload: JWTPayload }>
}

/** Tokens signed with the keys of the embedded provider, for callers that do not sign in there. */
export function createOwnTokens({ db, issuer, ownKey }: OwnTokenParts, kind: Kind): OwnTokens {
  // Differs from those of persons and of the other kind, so that no token is ever mistaken for another.
  const audience = `sheetwright-${kind.holder}`
  return {
    sign: async (subject, claims = {}) => {
      const [key] = (await loadProviderKeys(db)).signing
      if (key?.kid === undefined) throw new Error('There is no signing key')
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: key.kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(formatSubject(subject))
        .setIssuedAt()
        .setExpirationTime(`${kind.seconds}s`)
        .sign(await importJWK(key, 'RS256'))
    },
    claims: (token) => {
      try {
        return decodeJwt(token).aud === audience
      } catch {
        return false
      }
    },
    verify: async (token) => {
      const { payload } = await jwtVerify(
        token,
        async ({ kid }) => {
          const jwk = kid === undefined ? undefined : await ownKey(kid)
          if (!jwk) throw new TokenRefused('UNAUTHORIZED_ACCESS', 'unknown key')
          return importJWK(jwk, 'RS256')
        },
        { issuer, audience, algorithms: ['RS256'], requiredClaims: ['exp', 'sub', ...(kind.claims ?? [])] },
      ).catch((error: unknown) => {
        throw refusal(error, kind)
      })
      return { subject: parseSubject(payload.sub ?? ''), payload }
    },
  }
}

/** A key that cannot be read at the moment is no reason to refuse the token. */
function refusal(error: unknown, { holder }: Kind): unknown {
  if (error instanceof CallError || !(error instanceof errors.JOSEError)) return error
  if (error instanceof errors.JWTExpired) return new TokenRefused('TOKEN_EXPIRED', 'expired')
  return new TokenRefused('UNAUTHORIZED_ACCESS', `not a token of a ${holder}`)
}
