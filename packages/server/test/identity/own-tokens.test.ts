import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOwnTokens } from '../../src/platform/identity/own-tokens.ts'
import { loadProviderKeys } from '../../src/platform/identity/provider/provider-keys.ts'
import { newTenant, useTestDatabase } from '../support/test-database.ts'
import { type PeopleServer, startPeopleServer } from './people-server.ts'

const database = useTestDatabase()
let server: PeopleServer

beforeAll(async () => {
  await newTenant(database.db, 'demo')
  // It makes the signing keys.
  server = await startPeopleServer(database.db)
})
afterAll(async () => {
  await server.stop()
})

const subject = { tenantId: crypto.randomUUID(), userId: crypto.randomUUID() }

function tokensOf(holder: 'client' | 'visitor', { seconds = 900, claims = [] as string[] } = {}) {
  const ownKey = async (kid: string) => {
    const { kty, n = '', e = '' } = (await loadProviderKeys(database.db)).signing.find((key) => key.kid === kid) ?? {}
    return { kty: kty ?? 'RSA', n, e }
  }
  const parts = { db: database.db, issuer: 'http://127.0.0.1/idp', ownKey }
  return { ...createOwnTokens(parts, { holder, seconds, claims }), parts }
}

test('a token is accepted as its own kind only, while it lasts and with what it has to say', async () => {
  const clients = tokensOf('client')
  const token = await clients.sign(subject)
  expect((await clients.verify(token)).subject).toEqual(subject)
  const visitors = tokensOf('visitor')
  expect([clients.claims(token), visitors.claims(token), clients.claims('no token')]).toEqual([true, false, false])
  await expect(visitors.verify(token)).rejects.toMatchObject({ code: 'UNAUTHORIZED_ACCESS' })
  await expect(tokensOf('client', { claims: ['link_id'] }).verify(token)).rejects.toMatchObject({
    code: 'UNAUTHORIZED_ACCESS',
  })
  const ended = await tokensOf('client', { seconds: -60 }).sign(subject)
  await expect(clients.verify(ended)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })
})

test('a token is not refused because its key cannot be read at the moment', async () => {
  const { sign, parts } = tokensOf('visitor')
  const token = await sign(subject)
  const away = new Error('The database is away')
  const verifying = (ownKey: () => Promise<undefined>) =>
    createOwnTokens({ ...parts, ownKey }, { holder: 'visitor', seconds: 900 }).verify(token)
  await expect(verifying(() => Promise.reject(away))).rejects.toBe(away)
  await expect(verifying(() => Promise.resolve(undefined))).rejects.toMatchObject({ code: 'UNAUTHORIZED_ACCESS' })
})
