import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/** A small external OpenID provider, with its own keys that can be rotated. */
export interface OutsideProvider {
  readonly issuer: string
  readonly keysUri: string
  /** How often the key set was fetched. */
  readonly fetches: () => number
  /** Replaces the signing key; the old one is dropped. */
  rotate(): Promise<void>
  token(claims: Record<string, unknown>, times?: { expiresIn?: number; notBefore?: number }): Promise<string>
  stop(): Promise<void>
}

export async function startOutsideProvider(): Promise<OutsideProvider> {
  let key = await newKey()
  let fetches = 0
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/.well-known/openid-configuration') {
      response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` }))
    } else if (request.url === '/keys') {
      fetches += 1
      response.end(JSON.stringify({ keys: [key.publicJwk] }))
    } else {
      response.statusCode = 404
      response.end('{}')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const issuer = `http://127.0.0.1:${address.port}`

  return {
    issuer,
    keysUri: `${issuer}/keys`,
    fetches: () => fetches,
    rotate: async () => {
      key = await newKey()
    },
    token: (claims, { expiresIn = 300, notBefore = 0 } = {}) => {
      const now = Math.floor(Date.now() / 1000)
      return new SignJWT({ iss: issuer, aud: 'our-client', sub: 'outside-1', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: key.kid })
        .setIssuedAt(now)
        .setNotBefore(now + notBefore)
        .setExpirationTime(now + expiresIn)
        .sign(key.privateKey)
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function newKey() {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const kid = crypto.randomUUID()
  const publicJwk: JWK = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }
  return { kid, privateKey, publicJwk }
}
