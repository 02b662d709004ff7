import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listMails } from '../../src/platform/mail/mail.store.ts'
import { newTenant, useTestDatabase } from '../support/test-database.ts'
import { Browser, WebClient } from './browser.ts'
import { addPerson, type PeopleServer, type Person, signInAs, startPeopleServer } from './people-server.ts'

const database = useTestDatabase()
let server: PeopleServer
let supervisor: Person
let admin: string
let tenantId: string

beforeAll(async () => {
  tenantId = await newTenant(database.db, 'demo')
  await newTenant(database.db, 'other')
  server = await startPeopleServer(database.db)
  supervisor = await addPerson(database.db, 'demo', { email: 'supervisor@demo.test', groups: ['supervisor:pf'] })
  admin = (await signInAs(server, supervisor)).tokens.id_token
})
afterAll(async () => {
  await server.stop()
})

/** How long a notification to other processes may take, also on a busy machine. */
const soon = { timeout: 60_000 }

const users = '/users/api/admin/users'
const as = (token: string) => (method: string, path: string, body?: unknown) =>
  server.call(path, { token, method, ...(body === undefined ? {} : { body }) })
const asAdmin = (method: string, path: string, body?: unknown) => as(admin)(method, path, body)

const add = async (email: string, group = 'user:pf.forms') => {
  const answer = await asAdmin('POST', users, {
    email,
    group_path: group,
    data: { FullName: `Person ${email.split('@')[0]}`, Position: 'Actuary' },
  })
  expect(answer).toMatchObject({ status: 200 })
  return (answer.body.data as { user_id: string }).user_id
}

/** The link in the newest mail to an address, in the tenant demo. */
async function linkIn(email: string): Promise<string> {
  return vi.waitFor(async () => {
    const mails = await database.db.inTenant(tenantId, (tx) => listMails(tx, 50))
    const link = /http\S+/.exec(mails.find((mail) => mail.recipient === email)?.body ?? '')?.[0]
    if (link === undefined) throw new Error(`No mail to ${email}`)
    return link
  }, soon)
}

describe('administrators', () => {
  test('add somebody, who chooses a password with the link in the mail and signs in', async () => {
    const id = await add('newcomer@demo.test')
    expect((await asAdmin('GET', `${users}/${id}`)).body.data).toEqual({
      user: {
        id,
        is_active: true,
        email: 'newcomer@demo.test',
        first_name: 'Person',
        last_name: 'newcomer',
        groups: ['user:pf.forms'],
        group_path: 'user:pf.forms',
        data: { FullName: 'Person newcomer', Position: 'Actuary' },
        status: 'Enabled',
        is_external: false,
        last_login: null,
      },
    })
    const browser = new Browser(server.origin)
    const link = await linkIn('newcomer@demo.test')
    const page = await browser.get(link)
    expect(page.text).toContain('newcomer@demo.test')
    const choice = { password: 'my own long phrase', repeated: 'my own long phrase' }
    expect((await browser.submit(page, { password: 'short', repeated: 'short' })).status).toBe(400)
    expect((await browser.submit(page, choice)).text).toContain('Your password is set')
    // A link works once.
    expect((await browser.submit(page, choice)).status).toBe(400)
    expect((await browser.get(link)).text).toContain('does not work any more')

    const person = { tenant: 'demo', tenantId, userId: id, email: 'newcomer@demo.test', password: choice.password }
    await signInAs(server, person)
    const seen = (await asAdmin('GET', `${users}/${id}`)).body.data as { user: { last_login: string | null } }
    expect(seen.user.last_login).not.toBeNull()
  })

  test('cannot add an address twice, in whatever case, nor a group that is none', async () => {
    await add('twice@demo.test')
    const body = { email: 'Twice@Demo.test', group_path: 'user:pf.forms', data: { FullName: 'Twice' } }
    expect(await asAdmin('POST', users, body)).toMatchObject({
      status: 409,
      body: { errorCode: 'USER_ALREADY_EXISTS', errors: [{ field: 'body.email' }] },
    })
    const wrong = { ...body, email: 'x@demo.test', group_path: 'root:all' }
    expect((await asAdmin('POST', users, wrong)).body.errorCode).toBe('INVALID_INPUT')
    const more = { ...body, email: 'y@demo.test', is_superuser: true }
    expect((await asAdmin('POST', users, more)).body.errorCode).toBe('INVALID_INPUT')
  })

  test('search, filter, sort and page', async () => {
    for (const name of ['anna', 'ANNABEL', 'bert']) await add(`${name}@list.test`)
    const list = async (query: string) => {
      const { data } = (await asAdmin('GET', `${users}?${query}`)).body
      const found = data as { users: { email: string }[]; count: number }
      return { emails: found.users.map((user) => user.email), count: found.count }
    }
    expect(await list('search=list.test')).toEqual({
      emails: ['anna@list.test', 'ANNABEL@list.test', 'bert@list.test'],
      count: 3,
    })
    expect((await list('search=list.test&sort=-email')).emails[0]).toBe('bert@list.test')
    expect(await list('search=list.test&page=2&pageSize=2')).toEqual({ emails: ['bert@list.test'], count: 3 })
    expect(await list('search=ANNAB')).toMatchObject({ emails: ['ANNABEL@list.test'] })
    expect((await list('search=%25')).count).toBe(0)
    expect((await list('group=supervisor:pf')).emails).toEqual(['supervisor@demo.test'])
    const { groups } = (await asAdmin('GET', `${users}/groups`)).body.data as { groups: { label: string }[] }
    expect(groups).toContainEqual({ label: 'supervisor:pf', role: 'supervisor', name: 'pf', members: 1 })
  })

  test('change somebody’s name, address and groups', async () => {
    const id = await add('before@demo.test')
    const answer = await asAdmin('PUT', `${users}/${id}`, {
      email: 'after@demo.test',
      groups: ['user:pf', 'supervisor:pf.rates'],
      data: { FullName: 'Ada After' },
    })
    expect(answer.body.data).toMatchObject({
      user: {
        email: 'after@demo.test',
        groups: ['supervisor:pf.rates', 'user:pf'],
        group_path: 'supervisor:pf.rates',
        data: { FullName: 'Ada After', Position: 'Actuary' },
      },
    })
    expect(await asAdmin('PUT', `${users}/${id}`, { email: 'supervisor@demo.test' })).toMatchObject({ status: 409 })
    const moved = await asAdmin('PUT', `${users}/updates/group`, { user_ids: [id], group_path: 'user:pf.forms' })
    expect(moved.body.data).toEqual({ updated: 1 })
    const unknown = '00000000-0000-7000-8000-000000000000'
    expect((await asAdmin('PUT', `${users}/${unknown}`, {})).body.errorCode).toBe('USER_NOT_FOUND')
  })

  test('add somebody to several groups, and change the groups of several people at once', async () => {
    const body = { email: 'many@demo.test', data: { FullName: 'Many Groups' } }
    expect((await asAdmin('POST', users, body)).body.errorCode).toBe('INVALID_INPUT')
    const added = await asAdmin('POST', users, { ...body, groups: ['user:pf.motor', 'user:pf.life'] })
    const { user_id: one } = added.body.data as { user_id: string }
    const two = (await addPerson(database.db, 'demo', { email: 'two@demo.test' })).userId
    const groupsOf = async (id: string) =>
      ((await asAdmin('GET', `${users}/${id}`)).body.data as { user: { groups: string[] } }).user.groups
    const change = (mode: string, groups: string[]) =>
      asAdmin('PUT', `${users}/updates/group`, { user_ids: [one, two], groups, mode })
    expect(await groupsOf(one)).toEqual(['user:pf.life', 'user:pf.motor'])
    await change('add', ['user:pf.travel'])
    expect(await groupsOf(one)).toEqual(['user:pf.life', 'user:pf.motor', 'user:pf.travel'])
    expect(await groupsOf(two)).toEqual(['user:pf.forms', 'user:pf.travel'])
    // One of them would be left without a group, so the other is not changed either.
    expect((await change('remove', ['user:pf.forms', 'user:pf.travel'])).body.errorCode).toBe('CONFLICT')
    expect(await groupsOf(one)).toEqual(['user:pf.life', 'user:pf.motor', 'user:pf.travel'])
    expect((await change('remove', ['user:pf.forms'])).body.data).toEqual({ updated: 2 })
    expect(await groupsOf(two)).toEqual(['user:pf.travel'])
    await change('replace', ['user:pf.forms'])
    expect([await groupsOf(one), await groupsOf(two)]).toEqual([['user:pf.forms'], ['user:pf.forms']])
  })

  test('disable and enable; a disabled person’s token stops, and comes not back to life', async () => {
    const person = await addPerson(database.db, 'demo', { email: 'toggled@demo.test' })
    const { tokens } = await signInAs(server, person)
    const own = () => server.call('/api/v1/UserLogin/GetUserDetail', { token: tokens.id_token })
    expect((await own()).status).toBe(200)
    const disabled = await asAdmin('PUT', `${users}/${person.userId}/status`, { status: 'Disabled' })
    expect(disabled.body.data).toMatchObject({ user: { status: 'Disabled', is_active: false } })
    await vi.waitFor(async () => expect((await own()).status).toBe(401), soon)
    await asAdmin('PUT', `${users}/${person.userId}/status`, { status: 'Enabled' })
    expect((await own()).status).toBe(401)
    await signInAs(server, person)
  })

  test('cannot disable themselves or leave the tenant without a supervisor', async () => {
    const self = `${users}/${supervisor.userId}`
    expect((await asAdmin('PUT', `${self}/status`, { status: 'Disabled' })).body.errorCode).toBe('CONFLICT')
    expect((await asAdmin('PUT', self, { group_path: 'user:pf' })).body.errorCode).toBe('CONFLICT')
    expect((await asAdmin('GET', self)).body.data).toMatchObject({ user: { groups: ['supervisor:pf'] } })
  })

  test('are supervisors of the tenant, and nobody else', async () => {
    const ordinary = await signInAs(server, await addPerson(database.db, 'demo', { email: 'ordinary@demo.test' }))
    expect((await as(ordinary.tokens.id_token)('GET', users)).body.errorCode).toBe('PERMISSION_DENIED')
    const foreign = await addPerson(database.db, 'other', { email: 'boss@other.test', groups: ['supervisor:pf'] })
    const { tokens } = await signInAs(server, foreign)
    expect((await as(tokens.id_token)('GET', `${users}/${supervisor.userId}`)).body.errorCode).toBe('USER_NOT_FOUND')
    const list = (await as(tokens.id_token)('GET', users)).body.data as { users: { email: string }[] }
    expect(list.users.map((user) => user.email)).toEqual(['boss@other.test'])
  })
})

describe('a forgotten password', () => {
  test('is replaced with the link from the mail, and nothing tells whether an account exists', async () => {
    const person = await addPerson(database.db, 'demo', { email: 'forgetful@demo.test' })
    const { tokens } = await signInAs(server, person)
    const browser = new Browser(server.origin)
    const page = await browser.get('/idp/forgot-password')
    const known = await browser.submit(page, { tenant: 'demo', email: 'Forgetful@demo.test' })
    const unknown = await browser.submit(page, { tenant: 'demo', email: 'nobody@demo.test' })
    expect(known.text).toBe(unknown.text)
    expect(known.text).toContain('If there is an account')

    const choose = await browser.get(await linkIn(person.email))
    await browser.submit(choose, { password: 'remembered phrase', repeated: 'remembered phrase' })
    expect((await server.call('/api/v1/UserLogin/GetUserDetail', { token: tokens.id_token })).status).toBe(401)
    await signInAs(server, { ...person, password: 'remembered phrase' })
    const mails = await database.db.inTenant(tenantId, (tx) => listMails(tx, 50))
    expect(mails.some((mail) => mail.recipient === 'nobody@demo.test')).toBe(false)
  })

  test('cannot be asked for without end, and its link cannot be guessed or carried to another tenant', async () => {
    await addPerson(database.db, 'demo', { email: 'pestered@demo.test' })
    const browser = new Browser(server.origin)
    const page = await browser.get('/idp/forgot-password?lang=ja')
    expect(page.text).toContain('パスワードを忘れた場合')
    const ask = async () => (await browser.submit(page, { tenant: 'demo', email: 'pestered@demo.test' })).status
    for (let i = 0; i < 5; i++) expect(await ask()).toBe(200)
    expect(await ask()).toBe(429)
    const link = new URL(await linkIn('pestered@demo.test'))
    link.searchParams.set('tenant', 'other')
    expect((await browser.get(link.href)).status).toBe(400)
    expect((await browser.get('/idp/choose-password?tenant=demo&token=guess')).status).toBe(400)
  })

  test('a link of the sign-in page leads there', async () => {
    const page = await new WebClient(new Browser(server.origin)).start()
    expect(page.text).toContain('href="/idp/forgot-password?lang=en"')
  })
})

describe('API keys', () => {
  test('are shown once, know their group and scopes, and stop when revoked or expired', async () => {
    const made = await asAdmin('POST', '/api/v1/apikey/create', {
      name: 'Rating portal',
      group: 'user:pf.forms',
      scopes: ['execute', 'logs'],
    })
    const { key, apiKey } = made.body.data as { key: string; apiKey: { id: string; start: string } }
    expect(key).toMatch(/^sw_[\w-]{43}$/)
    expect(apiKey).toMatchObject({ name: 'Rating portal', start: key.slice(0, 8), lastUsedAt: null, revokedAt: null })
    const again = await asAdmin('POST', '/api/v1/apikey/create', { name: 'rating PORTAL', group: 'user:pf.forms' })
    expect(again.body.errorCode).toBe('API_KEY_ALREADY_EXISTS')

    const identify = (headers: Record<string, string>) => server.call('/api/v1/UserLogin/GetUserDetail', { headers })
    const headers = { 'x-synthetic-key': key, 'x-tenant-name': 'demo' }
    // The key is known, but never valid for calls that need a person.
    expect((await identify(headers)).body.errorCode).toBe('PERMISSION_DENIED')
    expect((await server.call(users, { headers })).body.errorCode).toBe('PERMISSION_DENIED')
    expect((await identify({ ...headers, 'x-tenant-name': 'other' })).body.errorCode).toBe('UNAUTHORIZED_ACCESS')
    expect((await identify({ 'x-synthetic-key': key })).body.errorCode).toBe('UNAUTHORIZED_ACCESS')
    expect((await identify({ ...headers, 'x-synthetic-key': `${key}x` })).body.errorCode).toBe('UNAUTHORIZED_ACCESS')

    const listed = await asAdmin('POST', '/api/v1/apikey/list', {})
    expect(listed.body).toMatchObject({ count: 1, data: [{ id: apiKey.id, lastUsedAt: expect.any(String) }] })
    expect(JSON.stringify(listed.body)).not.toContain(key)

    await asAdmin('DELETE', `/api/v1/apikey/revoke/${apiKey.id}`)
    await vi.waitFor(async () => expect((await identify(headers)).body.errorCode).toBe('UNAUTHORIZED_ACCESS'), soon)
    const past = { name: 'Old', group: 'user:pf', expiresAt: '2020-01-01T00:00:00.000Z' }
    expect((await asAdmin('POST', '/api/v1/apikey/create', past)).body.errorCode).toBe('INVALID_INPUT')
  })
})
