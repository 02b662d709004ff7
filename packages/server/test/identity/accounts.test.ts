import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { forgetFactorByOperator } from '../../src/features/users/forget-factor.ts'
import { resetPassword } from '../../src/features/users/reset-password.ts'
import { createPasswords } from '../../src/platform/identity/passwords.ts'
import { listMails } from '../../src/platform/mail/mail.store.ts'
import { newTenant, useTestDatabase } from '../support/test-database.ts'
import { Browser, type Page, WebClient } from './browser.ts'
import { addPerson, type PeopleServer, type Person, signInAs, startPeopleServer } from './people-server.ts'

const database = useTestDatabase()
let server: PeopleServer
let boss: Person
let admin: string

beforeAll(async () => {
  await newTenant(database.db, 'demo')
  server = await startPeopleServer(database.db)
  boss = await addPerson(database.db, 'demo', { email: 'boss@demo.test', groups: ['supervisor:pf'] })
  admin = (await signInAs(server, boss)).tokens.id_token
})
afterAll(async () => {
  await server.stop()
})

const as = (token: string) => (method: string, path: string, body?: unknown) =>
  server.call(path, { token, method, ...(body === undefined ? {} : { body }) })
const asAdmin = (method: string, path: string, body?: unknown) => as(admin)(method, path, body)

interface Entry {
  readonly action: string
  readonly actorName: string
  readonly entityName: string
  readonly after: Record<string, unknown> | null
}

async function trail(entityId: string): Promise<Entry[]> {
  const { body } = await asAdmin('POST', '/api/v1/audit/list', { search: [{ field: 'entityId', value: entityId }] })
  return body.data as Entry[]
}

interface MailHead {
  readonly id: string
  readonly recipient: string
}

async function mailTo(recipient: string) {
  const { body } = await asAdmin('GET', '/api/Diagnostic/outbox')
  const found = (body.data as { mails: MailHead[] }).mails.find((mail) => mail.recipient === recipient)
  expect(found).not.toHaveProperty('body')
  const read = await asAdmin('GET', `/api/Diagnostic/outbox/${found?.id ?? ''}`)
  return { id: found?.id ?? '', ...(read.body.data as { body: string; hidden: string | null }) }
}

/** The authenticator's current code, or one some steps away. */
function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
}

function secretOn(page: Page): string {
  return /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)?.[1]?.replaceAll(' ', '') ?? ''
}

async function passwordStep(person: Person, password = person.password) {
  const browser = new Browser(server.origin)
  const client = new WebClient(browser)
  const start = await client.start({ tenant: person.tenant })
  const page = await browser.submit(start, { tenant: person.tenant, email: person.email, password })
  return { browser, client, page }
}

describe('the account of somebody else', () => {
  test('is not opened by a supervisor who sends a link and reads it', async () => {
    const other = await addPerson(database.db, 'demo', { email: 'other.boss@demo.test', groups: ['supervisor:pf'] })
    expect((await asAdmin('POST', '/api/email/notifyuser', { email: other.email })).status).toBe(200)
    const mail = await mailTo(other.email)
    expect(mail.hidden).toBe('owner')
    expect(mail.body).toContain('Test Person asked for this link')
    expect(mail.body).not.toMatch(/token=|https?:/)
    expect(await trail(mail.id)).toMatchObject([{ action: 'mail.read', actorName: 'Test Person' }])
    expect(await trail(other.userId)).toMatchObject([{ action: 'user.sendPasswordLink', after: { to: other.email } }])

    const path = `/users/api/admin/users/${other.userId}`
    const moved = await asAdmin('PUT', path, { email: 'mine@demo.test' })
    expect(moved.body.errorCode).toBe('PERMISSION_DENIED')
    // Nor after leaving the group: the trail records that the person was a supervisor.
    expect((await asAdmin('PUT', path, { group_path: 'user:pf.forms' })).status).toBe(200)
    expect((await asAdmin('PUT', path, { email: 'mine@demo.test' })).body.errorCode).toBe('PERMISSION_DENIED')
    expect((await mailTo(other.email)).hidden).toBe('owner')
    expect((await asAdmin('DELETE', `${path}/second-factor`)).body.errorCode).toBe('PERMISSION_DENIED')
  })

  test('a link for a user is handed over without a mail server, and its use is told to the owner', async () => {
    const user = await addPerson(database.db, 'demo', { email: 'forgetful@demo.test' })
    await asAdmin('POST', '/api/email/notifyuser', { email: user.email })
    const mail = await mailTo(user.email)
    expect(mail.hidden).toBeNull()
    const browser = new Browser(server.origin, 'en', '10.9.8.7')
    const page = await browser.get(/http\S+/.exec(mail.body)?.[0] ?? '')
    const password = 'a quite different horse'
    expect((await browser.submit(page, { password, repeated: password })).status).toBe(200)
    const told = await mailTo(user.email)
    expect(told.body).toContain('was changed from the address 10.9.8.7')
    expect(await trail(user.userId)).toMatchObject([
      { action: 'user.changePassword', after: { by: 'link', address: '10.9.8.7' } },
      { action: 'user.sendPasswordLink' },
    ])
    await signInAs(server, { ...user, password })
    expect((await trail(user.userId))[0]).toMatchObject({ action: 'session.signIn', after: { by: ['password'] } })
    expect((await asAdmin('GET', '/api/Diagnostic/outbox/00000000-0000-7000-8000-000000000000')).body.errorCode).toBe(
      'MAIL_NOT_FOUND',
    )
  })

  test('is not opened with links that went to another address of theirs, or that a reset came after', async () => {
    const opens = async (link: string) => (await new Browser(server.origin).get(link)).status
    const linkFor = async (email: string) => {
      await asAdmin('POST', '/api/email/notifyuser', { email })
      return /http\S+/.exec((await mailTo(email)).body)?.[0] ?? ''
    }
    const user = await addPerson(database.db, 'demo', { email: 'misspelt@demo.test' })
    const path = `/users/api/admin/users/${user.userId}`
    const first = await linkFor(user.email)
    expect((await asAdmin('PUT', path, { data: { Position: 'Actuary' } })).status).toBe(200)
    expect(await opens(first)).toBe(200)
    expect((await asAdmin('PUT', path, { email: 'well.spelt@demo.test' })).status).toBe(200)
    expect(await opens(first)).toBe(400)

    const second = await linkFor('well.spelt@demo.test')
    expect(await opens(second)).toBe(200)
    await resetPassword(database.db, createPasswords(), { tenant: 'demo', email: 'well.spelt@demo.test' })
    expect(await opens(second)).toBe(400)
  })

  test('who asked for a forgotten password is named by the address', async () => {
    const user = await addPerson(database.db, 'demo', { email: 'asks@demo.test' })
    const browser = new Browser(server.origin, 'en', '10.1.2.3')
    const page = await browser.get('/idp/forgot-password')
    await browser.submit(page, { tenant: 'demo', email: user.email })
    await vi.waitFor(async () => {
      expect(await trail(user.userId)).toMatchObject([
        { action: 'user.forgotPassword', after: { address: '10.1.2.3' } },
      ])
    })
    expect((await mailTo(user.email)).body).toContain('somebody at the address 10.1.2.3')
  })

  test('where a mail server delivers, nobody reads links in the outbox', async () => {
    const user = await addPerson(database.db, 'demo', { email: 'delivered@demo.test' })
    const delivering = await startPeopleServer(
      database.db,
      {},
      {
        SHEETWRIGHT_SMTP: 'smtp://127.0.0.1:1',
        SHEETWRIGHT_MAIL_FROM: 'product@example.test',
      },
    )
    try {
      await asAdmin('POST', '/api/email/notifyuser', { email: user.email })
      const { id } = await mailTo(user.email)
      const token = (await signInAs(delivering, boss)).tokens.id_token
      const read = await delivering.call(`/api/Diagnostic/outbox/${id}`, { token })
      expect(read.body.data).toMatchObject({ hidden: 'delivered', body: expect.not.stringContaining('http') })
    } finally {
      await delivering.stop()
    }
  })
})

describe('a second factor', () => {
  test('is set up with a code, asked for at every sign-in, and removed again', async () => {
    const person = await addPerson(database.db, 'demo', { email: 'careful@demo.test' })
    const call = as((await signInAs(server, person)).tokens.id_token)
    const base = '/api/v1/UserLogin/SecondFactor'
    expect((await call('POST', `${base}/Begin`, { currentPassword: 'wrong' })).body.errorCode).toBe('WRONG_PASSWORD')
    const begun = await call('POST', `${base}/Begin`, { currentPassword: person.password })
    const { secret, uri, qr } = begun.body.data as { secret: string; uri: string; qr: { size: number; path: string } }
    expect(uri).toContain(`secret=${secret}`)
    expect(qr.size).toBeGreaterThan(20)
    expect(qr.path).toMatch(/^M/)
    // Not active before its first code was confirmed.
    expect((await passwordStep(person)).page.url.searchParams.get('code')).not.toBeNull()
    const wrong = await call('POST', `${base}/Confirm`, { code: '000000' })
    expect(wrong.body.errorCode).toBe('WRONG_CODE')
    const first = codeOf(secret, -1)
    const confirmed = await call('POST', `${base}/Confirm`, { code: first })
    const { recoveryCodes } = confirmed.body.data as { recoveryCodes: string[] }
    expect(recoveryCodes).toHaveLength(10)
    expect((await call('GET', base)).body.data).toEqual({ on: true, required: false, recoveryCodes: 10 })
    expect((await call('POST', `${base}/Begin`, { currentPassword: person.password })).body.errorCode).toBe('CONFLICT')

    const { browser, client, page } = await passwordStep(person)
    expect(page.text).toContain('Enter your code')
    const refused = await browser.submit(page, { code: '123456' })
    expect(refused).toMatchObject({ status: 401 })
    expect(refused.alert()).toContain('does not work')
    // A used code, the one of the set-up, is not accepted again.
    expect((await browser.submit(refused, { code: first })).status).toBe(401)
    const code = codeOf(secret)
    const done = await browser.submit(refused, { code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(await client.exchange(done)).toHaveProperty('id_token')
    expect((await trail(person.userId))[0]).toMatchObject({
      action: 'session.signIn',
      after: { by: ['password', 'code'] },
    })

    const [recovery = ''] = recoveryCodes
    const second = await passwordStep(person)
    const recovered = await second.browser.submit(second.page, { code: recovery.toUpperCase() })
    expect(await second.client.exchange(recovered)).toHaveProperty('id_token')
    const third = await passwordStep(person)
    const used = await third.browser.submit(third.page, { code: recovery })
    expect(used.status).toBe(401)
    // A ticket of another attempt is invalid.
    const fourth = await passwordStep(person)
    const { ticket = '' } = third.page.hiddenFields()
    expect((await fourth.browser.submit(fourth.page, { code: recoveryCodes[1] ?? '', ticket })).status).toBe(400)

    const body = { currentPassword: person.password, code: recoveryCodes[2] ?? '' }
    expect((await call('POST', `${base}/Remove`, { ...body, code: recovery })).body.errorCode).toBe('WRONG_CODE')
    expect((await call('POST', `${base}/Remove`, body)).status).toBe(200)
    expect((await passwordStep(person)).page.url.searchParams.get('code')).not.toBeNull()
  })

  test('is set up at sign-in where a group asks for it, and cannot be removed there', async () => {
    await asAdmin('POST', '/api/v1/UserGroupRule/SaveUserGroup', { userGroup: 'user:pf.strict' })
    const rules = [{ moduleName: 'Account', rules: [{ ruleName: 'SecondFactor', ruleValue: true }] }]
    const saved = await asAdmin('POST', '/api/v1/UserGroupRule/SaveUserGroupSetting', {
      userGroup: 'user:pf.strict',
      moduleRules: rules,
    })
    expect(saved.status).toBe(200)
    const groups = ['user:pf.forms', 'user:pf.strict']
    const person = await addPerson(database.db, 'demo', { email: 'strict@demo.test', groups, oneTime: true })
    const { browser, client, page } = await passwordStep(person)
    const password = 'battery staple correct'
    const setUp = await browser.submit(page, { password, repeated: password })
    expect(setUp.text).toContain('<svg class="qr"')
    const secret = secretOn(setUp)
    const wrong = await browser.submit(setUp, { code: '1' })
    expect(wrong.status).toBe(401)
    expect(secretOn(wrong)).toBe(secret)
    const codes = await browser.submit(wrong, { code: codeOf(secret, -1) })
    expect(codes.text.match(/<li><code>/g)).toHaveLength(10)
    const done = await browser.submit(codes, {})
    const token = (await client.exchange(done)).id_token
    const now = { ...person, password }
    const body = { currentPassword: password, code: codeOf(secret) }
    const refused = await as(token)('POST', '/api/v1/UserLogin/SecondFactor/Remove', body)
    expect(refused.body.errorCode).toBe('CONFLICT')
    expect((await passwordStep(now)).page.text).toContain('Enter your code')

    // A supervisor or the operator lets a person without their factor in again, and the person is notified.
    const removed = await asAdmin('DELETE', `/users/api/admin/users/${person.userId}/second-factor`)
    expect(removed.body.data).toEqual({ removed: true })
    expect((await mailTo(person.email)).body).toContain('Test Person removed the second factor')
    expect((await passwordStep(now)).page.text).toContain('<svg class="qr"')
    expect(await forgetFactorByOperator(database.db, { tenant: 'demo', email: person.email })).toBe(false)
    expect(await forgetFactorByOperator(database.db, { tenant: 'demo', email: 'nobody@demo.test' })).toBeUndefined()
  })

  test('is asked of supervisors where the group of users that they belong to asks for it', async () => {
    await asAdmin('POST', '/api/v1/UserGroupRule/SaveUserGroup', { userGroup: 'user:pf.life.forms' })
    const rules = [{ moduleName: 'Account', rules: [{ ruleName: 'SecondFactor', ruleValue: true }] }]
    const body = { userGroup: 'user:pf.life.forms', moduleRules: rules }
    expect((await asAdmin('POST', '/api/v1/UserGroupRule/SaveUserGroupSetting', body)).status).toBe(200)
    const groups = ['supervisor:pf.life']
    const person = await addPerson(database.db, 'demo', { email: 'head.of.life@demo.test', groups })
    expect((await passwordStep(person)).page.text).toContain('<svg class="qr"')
  })

  test('guesses are slowed down', async () => {
    const person = await addPerson(database.db, 'demo', { email: 'guessed@demo.test' })
    const call = as((await signInAs(server, person)).tokens.id_token)
    const begun = await call('POST', '/api/v1/UserLogin/SecondFactor/Begin', { currentPassword: person.password })
    const { secret } = begun.body.data as { secret: string }
    await call('POST', '/api/v1/UserLogin/SecondFactor/Confirm', { code: codeOf(secret) })
    const step = await passwordStep(person)
    const statuses: number[] = []
    let { page } = step
    for (let guess = 0; guess < 7; guess++) {
      page = await step.browser.submit(page, { code: String(guess).repeat(6) })
      statuses.push(page.status)
    }
    expect(statuses.at(-1)).toBe(429)
    expect(page.alert()).toContain('Too many attempts')
    expect((await database.db.inTenant(person.tenantId, (tx) => listMails(tx, 1))).length).toBe(1)
  })
})
