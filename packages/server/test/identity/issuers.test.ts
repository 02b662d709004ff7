import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { announce } from '../../src/platform/identity/identity-changes.ts'
import { setActive } from '../../src/platform/identity/users.store.ts'
import { newTenant, useTestDatabase } from '../support/test-database.ts'
import { type OutsideProvider, startOutsideProvider } from './outside-provider.ts'
import { addPerson, type PeopleServer, signInAs, startPeopleServer } from './people-server.ts'

const database = useTestDatabase()
let folder: string
let outside: OutsideProvider
let byKeys: OutsideProvider
let server: PeopleServer

beforeAll(async () => {
  await newTenant(database.db, 'demo')
  await newTenant(database.db, 'partner')
  folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-issuers-'))
  outside = await startOutsideProvider()
  byKeys = await startOutsideProvider()
  server = await startPeopleServer(database.db, {
    issuersFile: await issuersFile([
      'embedded',
      { issuer: outside.issuer, clientId: 'our-client', name: 'Head office' },
      {
        issuer: byKeys.issuer,
        verifierType: 'jwks',
        verifierUri: byKeys.keysUri,
        clientId: 'our-client',
        tenant: 'partner',
        claims: { displayName: 'full', username: 'login', email: 'mail', groups: 'roles' },
        superUserKey: 'root',
      },
    ]),
  })
})
afterAll(async () => {
  await server.stop()
  await outside.stop()
  await byKeys.stop()
  await rm(folder, { recursive: true, force: true })
})

async function issuersFile(content: unknown): Promise<string> {
  const file = path.join(folder, `${crypto.randomUUID()}.json`)
  await writeFile(file, JSON.stringify(content))
  return file
}

/** How long a notification to other processes may take, also on a busy machine. */
const soon = { timeout: 60_000 }

const detail = '/api/v1/UserLogin/GetUserDetail'
const call = (token: string) => server.call(detail, { token })
const member = { tenant: 'demo', groups: ['user:pf.forms'], name: 'Olga Outside', email: 'olga@office.test' }

describe('an outside provider', () => {
  test('found by discovery: its people are known by their claims and keep their id', async () => {
    const first = await call(await outside.token({ ...member, preferred_username: 'olga' }))
    expect(first).toMatchObject({
      status: 200,
      body: {
        data: {
          username: 'olga',
          displayName: 'Olga Outside',
          userEmailID: 'olga@office.test',
          tenant: 'demo',
          groups: ['user:pf.forms'],
          isAdmin: false,
          isSuperuser: false,
          canChangePassword: false,
        },
      },
    })
    const later = await call(await outside.token({ ...member, name: 'Olga Renamed' }, { expiresIn: 301 }))
    const [before, after] = [first.body.data, later.body.data] as { userId: string; displayName: string }[]
    expect(after?.userId).toBe(before?.userId)
    expect(after?.displayName).toBe('Olga Renamed')
  })

  test('its sign-ins are in the audit trail, once a session, with address and provider', async () => {
    const boss = { ...member, sub: 'boss', name: 'Bea Boss', groups: ['supervisor:pf'] }
    const token = await outside.token({ ...boss, sid: 'one' })
    await call(token)
    await call(await outside.token({ ...boss, sid: 'one' }, { expiresIn: 302 }))
    await call(await outside.token({ ...boss, sid: 'two' }, { expiresIn: 303 }))
    const { userId } = (await call(token)).body.data as { userId: string }
    const search = [{ field: 'entityId', value: userId }]
    const list = await server.call('/api/v1/audit/list', { token, method: 'POST', body: { search } })
    const entry = {
      action: 'session.signIn',
      actorName: 'Bea Boss',
      after: { address: '127.0.0.1', by: ['Head office'] },
    }
    expect(list.body.data).toEqual([expect.objectContaining(entry), expect.objectContaining(entry)])
  })

  test('by key set, with claims of other names and one tenant for all', async () => {
    const token = await byKeys.token({
      full: 'Pat Partner',
      login: 'pat',
      mail: 'pat@partner.test',
      roles: ['/supervisor:pf', 'offline_access'],
      root: true,
      tenant: 'demo',
    })
    expect((await call(token)).body.data).toMatchObject({
      displayName: 'Pat Partner',
      username: 'pat',
      tenant: 'partner',
      groups: ['supervisor:pf', 'user:pf.forms'],
      isAdmin: true,
      isSuperuser: true,
    })
  })

  test('its tokens are held against audience, time, tenant and groups', async () => {
    const codeFor = async (token: string) => (await call(token)).body.errorCode
    expect(await codeFor(await outside.token({ ...member, aud: 'their-client' }))).toBe('UNAUTHORIZED_ACCESS')
    expect(await codeFor(await outside.token(member, { expiresIn: -60 }))).toBe('TOKEN_EXPIRED')
    expect(await codeFor(await outside.token(member, { notBefore: 120 }))).toBe('UNAUTHORIZED_ACCESS')
    expect(await codeFor(await outside.token({ ...member, tenant: 'nowhere' }))).toBe('UNAUTHORIZED_ACCESS')
    expect(await codeFor(await outside.token({ ...member, tenant: undefined }))).toBe('UNAUTHORIZED_ACCESS')
    for (const groups of [[], ['admin'], ['user:marketing'], ['root:pf'], undefined]) {
      expect(await codeFor(await outside.token({ ...member, groups }))).toBe('UNAUTHORIZED_USER_GROUP')
    }
    // A key of the other provider is not valid for this one.
    const confused = await byKeys.token({ ...member, iss: outside.issuer })
    expect(await codeFor(confused)).toBe('UNAUTHORIZED_ACCESS')
    const unknown = await byKeys.token({ ...member, iss: 'https://unknown.example' })
    expect(await codeFor(unknown)).toBe('UNAUTHORIZED_ACCESS')
  })

  test('changes its keys without a restart here', async () => {
    const before = await outside.token({ ...member, sub: 'rotating' })
    expect((await call(before)).status).toBe(200)
    await outside.rotate()
    expect((await call(await outside.token({ ...member, sub: 'rotating' }))).status).toBe(200)
    // The provider has dropped the old key, so its signatures are no longer valid for a first request.
    await outside.rotate()
    const forged = await outside.token({ ...member, sub: 'rotating-2' })
    await outside.rotate()
    expect((await call(forged)).body.errorCode).toBe('UNAUTHORIZED_ACCESS')
  })

  test('its people can be disabled here', async () => {
    const token = await outside.token({ ...member, sub: 'to-be-disabled' })
    const { userId } = (await call(token)).body.data as { userId: string }
    await database.db.inSystem(async (tx) => {
      const { rows } = await tx.q.execute("SELECT id FROM tenants WHERE name = 'demo'")
      const tenantId = String(rows[0]?.['id'])
      await database.db.inTenant(tenantId, async (inside) => {
        await setActive(inside, userId, false)
        await announce(inside, { kind: 'user', tenantId, userId })
      })
    })
    await vi.waitFor(async () => expect((await call(token)).status).toBe(401), soon)
  })

  test('is 503 and no refusal while its keys cannot be had', async () => {
    const gone = await startOutsideProvider()
    const file = await issuersFile([{ issuer: gone.issuer, clientId: 'our-client' }])
    const lonely = await startPeopleServer(database.db, { issuersFile: file })
    const token = await gone.token(member)
    await gone.stop()
    const answer = await lonely.call(detail, { token })
    expect(answer).toMatchObject({ status: 503, body: { errorCode: 'SERVICE_UNAVAILABLE' } })
    await lonely.stop()
  })

  test('stands beside the embedded one', async () => {
    const person = await addPerson(database.db, 'demo', { email: 'inside@demo.test' })
    const { tokens } = await signInAs(server, person)
    expect((await call(tokens.id_token)).status).toBe(200)
  })
})

describe('verification switched off', () => {
  const unverified = (provider: OutsideProvider) => [
    {
      issuer: provider.issuer,
      clientId: 'our-client',
      tenant: 'demo',
      groups: ['user:pf'],
      verificationEnabled: false,
    },
  ]

  test('takes groups from the configuration, still minds the time', async () => {
    const open = await startPeopleServer(database.db, { issuersFile: await issuersFile(unverified(outside)) })
    const token = await outside.token({ ...member, sub: 'unverified', groups: ['supervisor:pf'] })
    const [header, payload] = token.split('.')
    const answer = await open.call(detail, { token: `${header}.${payload}.AAAA` })
    expect(answer.body.data).toMatchObject({ groups: ['user:pf'], isAdmin: false })
    const expired = await outside.token(member, { expiresIn: -60 })
    expect((await open.call(detail, { token: expired })).body.errorCode).toBe('TOKEN_EXPIRED')
    await open.stop()
  })

  test('is refused when the server can be reached from elsewhere', async () => {
    const file = await issuersFile(unverified(outside))
    await expect(startPeopleServer(database.db, { issuersFile: file, onLoopback: false })).rejects.toThrow(/loopback/)
  })
})

describe('what the browser is told', () => {
  test('/issuer.json lists the public parts of every provider', async () => {
    const issuers = (await (await fetch(`${server.origin}/issuer.json`)).json()) as Record<string, unknown>[]
    expect(issuers.map(({ issuer }) => issuer)).toEqual([`${server.origin}/idp`, outside.issuer, byKeys.issuer])
    expect(issuers[0]).toMatchObject({ clientId: 'sheetwright-web', authFlow: 'code', verifierType: 'oidc' })
    expect(issuers[2]).toMatchObject({ tenant: 'partner', superUserKey: 'root', verifierUri: byKeys.keysUri })
    expect(issuers[2]).not.toHaveProperty('groups')
  })

  test('/config.json has every field of the configuration', async () => {
    const configuration = (await (await fetch(`${server.origin}/config.json`)).json()) as Record<string, unknown>
    expect(configuration).toMatchObject({
      excelEngineDomain: server.origin,
      redirectUrl: `${server.origin}/login`,
      defaultTenant: 'demo',
      defaultTimeout: 15,
      skipLoginFlow: false,
      issuers: [`${server.origin}/idp`, outside.issuer, byKeys.issuer],
      idpConfiguration: { issuer: `${server.origin}/idp`, clientId: 'sheetwright-web' },
      userPilotToken: null,
      sentryDsn: null,
    })
  })

  test('a file of providers that is not right is named with what is wrong', async () => {
    const file = await issuersFile([{ issuer: 'not an address', clientID: 'x' }])
    await expect(startPeopleServer(database.db, { issuersFile: file })).rejects.toThrow(/Invalid URL[\s\S]*clientId/)
    await expect(startPeopleServer(database.db, { issuersFile: '/nowhere.json' })).rejects.toThrow(/cannot be read/)
  })
})

describe('without signing in', () => {
  test('everybody is administrator and superuser of the default tenant', async () => {
    const open = await startPeopleServer(database.db, { skipLogin: true })
    const answer = await open.call(detail)
    expect(answer.body.data).toMatchObject({ tenant: 'demo', isAdmin: true, isSuperuser: true })
    const again = await startPeopleServer(database.db, { skipLogin: true })
    expect((await again.call(detail)).body.data).toEqual(answer.body.data)
    await open.stop()
    await again.stop()
  })

  test('pages of other sites that are open on the machine are not let in, nor what a proxy passes on', async () => {
    const open = await startPeopleServer(database.db, { skipLogin: true })
    const statusWith = async (headers: Record<string, string>) => {
      const answered = await open.app.inject({ method: 'GET', url: detail, headers })
      return answered.statusCode
    }
    expect(await statusWith({ host: 'localhost:8080', origin: 'http://127.0.0.1:5173' })).toBe(200)
    expect(await statusWith({ host: '[::1]:8080' })).toBe(200)
    expect(await statusWith({ host: 'localhost:8080', origin: 'https://evil.example' })).toBe(403)
    expect(await statusWith({ host: 'localhost:8080', origin: 'null' })).toBe(403)
    expect(await statusWith({ host: 'rebound.evil.example:8080' })).toBe(403)
    // Some proxies name themselves as the host, and would let in everybody.
    for (const name of ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']) {
      expect(await statusWith({ host: '127.0.0.1:8080', [name]: '192.0.2.7' })).toBe(403)
    }
    await open.stop()
  })
})
