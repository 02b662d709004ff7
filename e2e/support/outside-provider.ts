import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'

/** A third-party OpenID provider at which one person is already signed in. */
export interface OutsideProvider {
  readonly issuer: string
  readonly clientId: string
  /** Claims about the person in the tokens from now on. */
  describe(claims: Readonly<Record<string, unknown>>): void
  stop(): Promise<void>
}

export async function startOutsideProvider(): Promise<OutsideProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const kid = randomUUID()
  const clientId = 'our-client'
  const nonces = new Map<string, string>()
  let person: Readonly<Record<string, unknown>> = {}

  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  function token(nonce: string | undefined): string {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer, aud: clientId, sub: 'olga', iat: now, exp: now + 900, nonce, ...person }
    const signed = `${base64({ alg: 'RS256', kid })}.${base64(claims)}`
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`
  }

  function answer(request: IncomingMessage, response: ServerResponse): unknown {
    const url = new URL(request.url ?? '/', issuer)
    const json = (value: unknown) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
        .end(JSON.stringify(value))
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
        })
      case '/keys':
        return json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] })
      case '/authorize': {
        const code = randomUUID()
        nonces.set(code, url.searchParams.get('nonce') ?? '')
        const back = new URL(url.searchParams.get('redirect_uri') ?? '')
        back.searchParams.set('code', code)
        back.searchParams.set('state', url.searchParams.get('state') ?? '')
        return response.writeHead(302, { location: back.href }).end()
      }
      case '/token':
        return collect(request, (body) => {
          const nonce = nonces.get(new URLSearchParams(body).get('code') ?? '')
          json({ id_token: token(nonce || undefined), access_token: 'unused', token_type: 'Bearer', expires_in: 900 })
        })
      default:
        return response.writeHead(404).end()
    }
  }

  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const issuer = `http://127.0.0.1:${address.port}`

  return {
    issuer,
    clientId,
    describe: (claims) => {
      person = claims
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function collect(request: IncomingMessage, use: (body: string) => void): void {
  let body = ''
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString()
  })
  request.on('end', () => use(body))
}
