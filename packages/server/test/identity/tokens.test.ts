import { createHmac, createPublicKey } from 'node:crypto'
import { decodeJwt, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSystemValue } from '../../src/platform/db/system-values.store.ts'
import { newTenant, useTestDatabase } from '../support/test-database.ts'
import { addPerson, type PeopleServer, type Person, signInAs, startPeopleServer } from './people-server.ts'

const database = useTestDatabase()
let server: PeopleServer
let person: Person
let token: string

beforeAll(async () => {
  await newTenant(database.db, 'demo')
  server = await startPeopleServer(database.db)
  person = await addPerson(database.db, 'demo', { email: 'person@demo.test' })
  token = (await signInAs(server, person)).tokens.id_token
})
afterAll(async () => {
  await server.stop()
})

const detail = '/api/v1/UserLogin/GetUserDetail'
const codeFor = async (bearer: string) => (await server.call(detail, { token: bearer })).body.errorCode

/** The server's own signing key, as a thief of the database would have it. */
async function signingKey(): Promise<JWK> {
  const stored = await database.db.inSystem((tx) => readSystemValue(tx, 'identity.keys'))
  const { signing } = stored as { signing: { jwk: JWK }[] }
  return signing[0]?.jwk ?? {}
}

async function signedByUs(change: Record<string, unknown>): Promise<string> {
  const jwk = await signingKey()
  const key = await importJWK(jwk, 'RS256')
  return new SignJWT({ ...decodeJwt(token), ...change })
    .setProtectedHeader({ alg: 'RS256', kid: jwk.kid ?? '' })
    .sign(key)
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a bearer token', () => {
  test('is accepted as issued, and refused once its content or signature was touched', async () => {
    expect((await server.call(detail, { token })).status).toBe(200)
    const [header, payload, signature] = token.split('.')
    const lifted = encoded({ ...decodeJwt(token), groups: ['supervisor:pf'], is_realm_admin: true })
    expect(await codeFor(`${header}.${lifted}.${signature}`)).toBe('UNAUTHORIZED_ACCESS')
    expect(await codeFor(`${header}.${payload}.${signature?.slice(0, -4)}AAAA`)).toBe('UNAUTHORIZED_ACCESS')
    expect(await codeFor('no token at all')).toBe('UNAUTHORIZED_ACCESS')
    expect(await codeFor('a.b.c')).toBe('UNAUTHORIZED_ACCESS')
  })

  test('without an algorithm, or with the public key as a shared secret, is refused', async () => {
    const claims = decodeJwt(token)
    const { kid } = await signingKey()
    for (const alg of ['none', 'None', 'NONE']) {
      expect(await codeFor(`${encoded({ alg, kid })}.${encoded(claims)}.`)).toBe('UNAUTHORIZED_ACCESS')
    }
    const { kty, n, e } = await signingKey()
    const pem = createPublicKey({ key: { kty: kty ?? '', n: n ?? '', e: e ?? '' }, format: 'jwk' }).export({
      type: 'spki',
      format: 'pem',
    })
    const content = `${encoded({ alg: 'HS256', kid })}.${encoded(claims)}`
    const forged = createHmac('sha256', pem).update(content).digest('base64url')
    expect(await codeFor(`${content}.${forged}`)).toBe('UNAUTHORIZED_ACCESS')
  })

  test('of another key under our key id is refused', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const { kid } = await signingKey()
    const forged = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: 'RS256', kid: kid ?? '' })
      .sign(privateKey)
    expect(await codeFor(forged)).toBe('UNAUTHORIZED_ACCESS')
    const jwk = await exportJWK((await generateKeyPair('RS256')).publicKey)
    const embedded = await new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'RS256', jwk }).sign(privateKey)
    expect(await codeFor(embedded)).toBe('UNAUTHORIZED_ACCESS')
  })

  test('is held against audience, issuer and time even when the signature is right', async () => {
    const now = Math.floor(Date.now() / 1000)
    expect(await codeFor(await signedByUs({ aud: 'another-client' }))).toBe('UNAUTHORIZED_ACCESS')
    expect(await codeFor(await signedByUs({ iss: 'https://elsewhere.example/idp' }))).toBe('UNAUTHORIZED_ACCESS')
    expect(await codeFor(await signedByUs({ exp: now - 60 }))).toBe('TOKEN_EXPIRED')
    expect(await codeFor(await signedByUs({ nbf: now + 120 }))).toBe('UNAUTHORIZED_ACCESS')
    expect(await codeFor(await signedByUs({ exp: undefined }))).toBe('UNAUTHORIZED_ACCESS')
    expect(await codeFor(await signedByUs({ session_id: 'of nobody' }))).toBe('UNAUTHORIZED_ACCESS')
    expect(await codeFor(await signedByUs({ session_id: undefined }))).toBe('UNAUTHORIZED_ACCESS')
    expect((await server.call(detail, { token: await signedByUs({ exp: now + 60 }) })).status).toBe(200)
  })

  test('every refusal is logged with its reason and the correlation id of the answer', async () => {
    const answer = await server.call(detail, { token: await signedByUs({ aud: 'another-client' }) })
    const line = server.warnings.find((each) => each.correlationId === answer.body.correlationId)
    expect(line).toMatchObject({ msg: 'Credentials refused', reason: expect.stringContaining('aud') })
    expect(JSON.stringify(server.warnings)).not.toContain(token)
  })

  test('reaches its own tenant only', async () => {
    await newTenant(database.db, 'elsewhere')
    const answer = await server.call(detail, { token, headers: { 'x-tenant-name': 'elsewhere' } })
    expect(answer.body.errorCode).toBe('TENANT_MISMATCH')
    const moved = await database.db.inSystem(async (tx) => {
      const { rows } = await tx.q.execute("SELECT id FROM tenants WHERE name = 'elsewhere'")
      return String(rows[0]?.['id'])
    })
    expect(await codeFor(await signedByUs({ sub: `${moved}.${person.userId}` }))).toBe('UNAUTHORIZED_ACCESS')
  })

  test('is needed', async () => {
    expect(await server.call(detail)).toMatchObject({ status: 401, body: { errorCode: 'UNAUTHORIZED_ACCESS' } })
    const basic = await server.call(detail, { headers: { authorization: 'Basic c3VwZXI6dmlzb3I=' } })
    expect(basic.body.errorCode).toBe('UNAUTHORIZED_ACCESS')
  })
})
