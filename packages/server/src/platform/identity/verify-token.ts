import {
  createRemoteJWKSet,
  decodeJwt,
  errors,
  importJWK,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import type { JWK } from 'jose'
import { z } from 'zod'
import { CallError } from '../http/call-error.ts'
import type { Issuer } from './issuers.ts'

export interface VerifiedToken {
  readonly issuer: Issuer
  readonly claims: JWTPayload
  /** Expiry of the token, in milliseconds, including the tolerance. */
  readonly expiresAt: number
}

/** Why a token is refused, for the log; the caller gets only the code. */
export class TokenRefused extends CallError {
  readonly reason: string
  /** The reason is for the log; the message is for the caller, if it reveals nothing that only the log may contain. */
  constructor(
    code: 'UNAUTHORIZED_ACCESS' | 'TOKEN_EXPIRED',
    reason: string,
    message = code === 'TOKEN_EXPIRED' ? 'The token has expired' : 'The token is not valid',
  ) {
    super(code, message)
    this.reason = reason
  }
}

/** Tolerance for clocks of providers. */
const toleranceSeconds = 10

interface VerifierOptions {
  readonly issuers: readonly Issuer[]
  /** Public keys of the embedded provider, by key id. */
  readonly ownKey: (kid: string) => Promise<JWK | undefined>
  /** Minimum interval between fetches of an external provider's keys because of an unknown key id. */
  readonly keyCooldownMs: number
}

/** Checks tokens against the configured providers: signature by RS256, audience, and time. */
export function createTokenVerifier({ issuers, ownKey, keyCooldownMs }: VerifierOptions) {
  const keysOf = new Map(
    issuers.map((issuer) => [issuer, issuer.isEmbedded ? localKeys(ownKey) : remoteKeys(issuer, keyCooldownMs)]),
  )

  return async (token: string): Promise<VerifiedToken> => {
    const claims = decoded(token)
    const candidates = issuers.filter((each) => each.issuer === claims.iss)
    const issuer = candidates.find((each) => isFor(claims, each.clientId)) ?? candidates[0]
    const keys = issuer && keysOf.get(issuer)
    if (!issuer || !keys) throw new TokenRefused('UNAUTHORIZED_ACCESS', 'unknown issuer')
    if (!issuer.verificationEnabled) return unverified(issuer, claims)

    const { payload } = await jwtVerify(token, keys, {
      issuer: issuer.issuer,
      audience: issuer.clientId,
      algorithms: ['RS256'],
      requiredClaims: ['exp', 'sub'],
      clockTolerance: toleranceSeconds,
    }).catch((error: unknown) => {
      throw refusal(error, issuer)
    })
    return { issuer, claims: payload, expiresAt: endOf(payload) }
  }
}

function decoded(token: string): JWTPayload {
  try {
    return decodeJwt(token)
  } catch {
    throw new TokenRefused('UNAUTHORIZED_ACCESS', 'not a token')
  }
}

function isFor({ aud }: JWTPayload, clientId: string): boolean {
  return Array.isArray(aud) ? aud.includes(clientId) : aud === clientId
}

/** On a loopback address, for providers whose keys are unavailable: only the time is checked. */
function unverified(issuer: Issuer, claims: JWTPayload): VerifiedToken {
  const now = Date.now() / 1000
  if (claims.exp === undefined || claims.sub === undefined)
    throw new TokenRefused('UNAUTHORIZED_ACCESS', 'no exp or sub')
  if (claims.exp + toleranceSeconds <= now) throw new TokenRefused('TOKEN_EXPIRED', 'expired')
  if ((claims.nbf ?? 0) - toleranceSeconds > now) throw new TokenRefused('UNAUTHORIZED_ACCESS', 'not yet valid')
  return { issuer, claims, expiresAt: endOf(claims) }
}

function endOf({ exp = 0 }: JWTPayload): number {
  return (exp + toleranceSeconds) * 1000
}

function refusal(error: unknown, issuer: Issuer): unknown {
  if (error instanceof CallError) return error
  if (error instanceof errors.JWTExpired) return new TokenRefused('TOKEN_EXPIRED', 'expired')
  if (issuer.isEmbedded && !(error instanceof errors.JOSEError)) return error
  if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) return unreachable(issuer, error)
  return new TokenRefused('UNAUTHORIZED_ACCESS', error.message)
}

function unreachable(issuer: Issuer, cause: unknown): Error {
  const error = new CallError('SERVICE_UNAVAILABLE', `The keys of the identity provider ${issuer.name} cannot be had`)
  error.cause = cause
  return error
}

function localKeys(ownKey: VerifierOptions['ownKey']): JWTVerifyGetKey {
  return async ({ kid, alg }) => {
    const jwk = kid === undefined ? undefined : await ownKey(kid)
    if (!jwk || alg !== 'RS256') throw new TokenRefused('UNAUTHORIZED_ACCESS', 'unknown key')
    return importJWK(jwk, 'RS256')
  }
}

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url() })

/** The key set's URL rarely changes; the discovery document is read again this often. */
const discoveryLifeMs = 60 * 60 * 1000

/**
 * The key set of an external provider. A new key is found without a restart; the set is not fetched for every guess.
 */
function remoteKeys(issuer: Issuer, cooldownDuration: number): JWTVerifyGetKey {
  const keySetAt = (address: string) =>
    createRemoteJWKSet(new URL(address), { cooldownDuration, timeoutDuration: 5_000, cacheMaxAge: 10 * 60 * 1000 })
  if (issuer.verifierType === 'jwks') return keySetAt(issuer.verifierUri)

  let known: { address: string; keys: JWTVerifyGetKey; readAt: number } | undefined
  const current = async () => {
    if (known && Date.now() - known.readAt < discoveryLifeMs) return known.keys
    const { jwks_uri: address } = await discover(issuer)
    const keys = known?.address === address ? known.keys : keySetAt(address)
    known = { address, keys, readAt: Date.now() }
    return keys
  }
  return async (header, token) => (await current())(header, token)
}

async function discover(issuer: Issuer): Promise<z.output<typeof discovery>> {
  try {
    const answer = await fetch(issuer.verifierUri, { signal: AbortSignal.timeout(5_000), redirect: 'error' })
    if (!answer.ok) throw new Error(`It answered ${answer.status}`)
    const document = discovery.parse(await answer.json())
    if (document.issuer !== issuer.issuer) throw new Error(`It calls itself ${document.issuer}`)
    return document
  } catch (cause) {
    throw unreachable(issuer, cause)
  }
}
