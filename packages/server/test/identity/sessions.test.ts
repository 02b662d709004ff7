import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { resetPassword } from '../../src/features/users/reset-password.ts'
import { announce } from '../../src/platform/identity/identity-changes.ts'
import { loadProviderKeys, rotateProviderKeys } from '../../src/platform/identity/provider/provider-keys.ts'
import { setActive, setGroups } from '../../src/platform/identity/users.store.ts'
import { newTenant, useTestDatabase } from '../support/test-database.ts'
import { Browser, WebClient } from './browser.ts'
import { addPerson, type PeopleServer, type Person, signInAs, startPeopleServer } from './people-server.ts'

const database = useTestDatabase()
let server: PeopleServer
let tenantId: string

beforeAll(async () => {
  tenantId = await newTenant(database.db, 'demo')
  server = await startPeopleServer(database.db)
})
afterAll(async () => {
  await server.stop()
})

/** How long a notification to other processes may take, also on a busy machine. */
const soon = { timeout: 60_000 }

const detail = '/api/v1/UserLogin/GetUserDetail'
let count = 0
const newPerson = (): Promise<Person> => addPerson(database.db, 'demo', { email: `person-${++count}@demo.test` })
const statusFor = async (token: string, at = server) => (await at.call(detail, { token })).status

describe('refresh tokens', () => {
  test('are rotated, and each refresh brings a new identity token', async () => {
    const { tokens, client } = await signInAs(server, await newPerson())
    const first = await client.refresh(tokens.refresh_token)
    const fresh = (await first.json()) as typeof tokens
    expect(first.status).toBe(200)
    expect(fresh.refresh_token).not.toBe(tokens.refresh_token)
    expect(await statusFor(fresh.id_token)).toBe(200)
    expect(decodeJwt(fresh.id_token)['session_id']).toBe(decodeJwt(tokens.id_token)['session_id'])
    expect((await client.refresh(fresh.refresh_token)).status).toBe(200)
  })

  test('used twice end the whole session: its other tokens and the browser’s sign-in', async () => {
    const { tokens, client, browser } = await signInAs(server, await newPerson())
    const fresh = (await (await client.refresh(tokens.refresh_token)).json()) as typeof tokens
    const stolen = await client.refresh(tokens.refresh_token)
    expect(await stolen.json()).toMatchObject({ error: 'invalid_grant' })
    expect((await client.refresh(fresh.refresh_token)).status).toBe(400)
    expect(await statusFor(fresh.id_token)).toBe(401)
    expect((await new WebClient(browser).start()).text).toContain('name="password"')
  })

  test('used twice at the same moment give one answer at most', async () => {
    const { tokens, client } = await signInAs(server, await newPerson())
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.refresh(tokens.refresh_token)))
    expect(answers.filter((answer) => answer.status === 200).length).toBeLessThanOrEqual(1)
  })

  test('end with the session’s limits: when idle, and however active', async () => {
    const limits = { token: 60, idle: 120, longest: 300 }
    const strict = await startPeopleServer(database.db, { limits })
    const { tokens, client } = await signInAs(strict, await newPerson())
    const change = (statement: string) =>
      database.db.inSystem((tx) => tx.q.execute(`${statement} WHERE model = 'RefreshToken' AND consumed_at IS NULL`))
    const remaining = async () => {
      const { rows } = await change(
        'SELECT max(extract(epoch FROM expires_at - now()))::int AS seconds FROM oidc_payloads',
      )
      return Number(rows[0]?.['seconds'])
    }
    await change('DELETE FROM oidc_payloads')
    const fresh = await signInAs(strict, await newPerson())
    expect(await remaining()).toBeGreaterThan(limits.idle - 30)
    expect(await remaining()).toBeLessThanOrEqual(limits.idle)
    expect((await client.refresh(tokens.refresh_token)).status).toBe(400)

    // As if the password was entered long ago: the next token expires with the session, not after an idle time.
    await change(
      `UPDATE oidc_payloads SET payload = jsonb_set(payload, '{iiat}', to_jsonb((payload->>'iiat')::int - 250))`,
    )
    const answer = await client.refresh(fresh.tokens.refresh_token)
    const renewed = (await answer.json()) as typeof tokens
    expect(answer.status).toBe(200)
    expect(await remaining()).toBeLessThanOrEqual(limits.longest - 250)

    await change("UPDATE oidc_payloads SET expires_at = now() - interval '1 second'")
    expect((await client.refresh(renewed.refresh_token)).status).toBe(400)
    await strict.stop()
  })

  test('are kept as hashes', async () => {
    const { tokens } = await signInAs(server, await newPerson())
    const { rows } = await database.db.inSystem((tx) => tx.q.execute('SELECT * FROM oidc_payloads'))
    const content = JSON.stringify(rows)
    expect(rows.length).toBeGreaterThan(0)
    expect(content).not.toContain(tokens.refresh_token)
    expect(content).not.toContain(tokens.access_token)
  })
})

describe('signing out', () => {
  test('by the call ends tokens, refresh and the browser’s sign-in; other sessions stay', async () => {
    const person = await newPerson()
    const { tokens, client, browser } = await signInAs(server, person)
    const other = await signInAs(server, person)
    const answer = await server.call('/api/v1/UserLogin/SignOut', { token: tokens.id_token, method: 'POST' })
    expect(answer).toMatchObject({ status: 200, body: { data: { signedOut: true } } })
    expect(await statusFor(tokens.id_token)).toBe(401)
    expect((await client.refresh(tokens.refresh_token)).status).toBe(400)
    expect((await new WebClient(browser).start()).text).toContain('name="password"')
    expect(await statusFor(other.tokens.id_token)).toBe(200)
  })

  test('at the provider goes on by itself with the identity token, and comes back to the application', async () => {
    const { tokens, client, browser } = await signInAs(server, await newPerson())
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${server.origin}/login`,
      state: 'bye',
    })
    const page = await browser.get(`/idp/session/end?${query.toString()}`)
    expect(page.text).toContain('sign-out.js')
    expect(page.text).toContain('Sign out')
    const done = await browser.submit(page, { logout: 'yes' })
    expect(done.url.href).toBe(`${server.origin}/login?state=bye`)
    expect(await statusFor(tokens.id_token)).toBe(401)
    expect((await client.refresh(tokens.refresh_token)).status).toBe(400)
  })

  test('at the provider never leads to another site, and asks when the application has not', async () => {
    const { tokens, browser } = await signInAs(server, await newPerson())
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: 'https://evil.example/',
    })
    expect((await browser.get(`/idp/session/end?${query.toString()}`)).status).toBe(400)
    const page = await browser.get('/idp/session/end')
    expect(page.text).toContain('Do you want to sign out')
    expect(page.text).not.toContain('sign-out.js')
  })
})

describe('changes to a person', () => {
  test('disabling stops tokens within a second in every process, and refreshing too', async () => {
    const second = await startPeopleServer(database.db)
    const person = await newPerson()
    const { tokens, client } = await signInAs(server, person)
    const elsewhere = await signInAs(second, person)
    expect(await statusFor(tokens.id_token)).toBe(200)
    expect(await statusFor(elsewhere.tokens.id_token, second)).toBe(200)

    await database.db.inTenant(tenantId, async (tx) => {
      await setActive(tx, person.userId, false)
      await announce(tx, { kind: 'user', tenantId, userId: person.userId })
    })
    await vi.waitFor(async () => {
      expect(await statusFor(tokens.id_token)).toBe(401)
      expect(await statusFor(elsewhere.tokens.id_token, second)).toBe(401)
    }, soon)
    expect((await client.refresh(tokens.refresh_token)).status).toBe(400)
    await second.stop()
  })

  test('even a change that nobody announced is seen within a second', async () => {
    const person = await newPerson()
    const { tokens } = await signInAs(server, person)
    expect(await statusFor(tokens.id_token)).toBe(200)
    await database.db.inTenant(tenantId, (tx) => setActive(tx, person.userId, false))
    await vi.waitFor(async () => expect(await statusFor(tokens.id_token)).toBe(401), soon)
  })

  test('other groups count at once; without a valid one the token opens nothing', async () => {
    const person = await newPerson()
    const { tokens } = await signInAs(server, person)
    const setTo = (groups: string[]) =>
      database.db.inTenant(tenantId, async (tx) => {
        await setGroups(tx, person.userId, groups)
        await announce(tx, { kind: 'user', tenantId, userId: person.userId })
      })
    await setTo(['supervisor:pf'])
    await vi.waitFor(async () => {
      const { body } = await server.call(detail, { token: tokens.id_token })
      expect(body.data).toMatchObject({ isAdmin: true, groups: ['supervisor:pf', 'user:pf.forms'] })
    }, soon)
    await setTo([])
    await vi.waitFor(async () => {
      const answer = await server.call(detail, { token: tokens.id_token })
      expect(answer).toMatchObject({ status: 403, body: { errorCode: 'UNAUTHORIZED_USER_GROUP' } })
    }, soon)
  })

  test('changing the own password needs the current one, and ends the other sessions', async () => {
    const person = await newPerson()
    const { tokens } = await signInAs(server, person)
    const other = await signInAs(server, person)
    const change = (currentPassword: string, newPassword: string) =>
      server.call('/api/v1/UserLogin/ChangePassword', {
        token: tokens.id_token,
        method: 'POST',
        body: { currentPassword, newPassword },
      })
    expect(await change('not the right one', 'a fine long phrase')).toMatchObject({
      status: 400,
      body: { errorCode: 'WRONG_PASSWORD', errors: [{ field: 'body.currentPassword' }] },
    })
    expect((await change(person.password, 'qwertyuiop12')).body.errorCode).toBe('PASSWORD_REFUSED')
    expect((await change(person.password, 'short')).body.errorCode).toBe('INVALID_INPUT')
    expect((await change(person.password, 'a fine long phrase')).status).toBe(200)
    expect(await statusFor(tokens.id_token)).toBe(200)
    await vi.waitFor(async () => expect(await statusFor(other.tokens.id_token)).toBe(401), soon)
    await signInAs(server, { ...person, password: 'a fine long phrase' })
  })

  test('a password reset by the operator ends all sessions and is good once', async () => {
    const person = await newPerson()
    const { tokens } = await signInAs(server, person)
    const { passwords } = server.identity
    const password = await resetPassword(database.db, passwords, { tenant: 'DEMO', email: person.email.toUpperCase() })
    await vi.waitFor(async () => expect(await statusFor(tokens.id_token)).toBe(401), soon)
    const client = new WebClient(new Browser(server.origin))
    const page = await client.browser.submit(await client.start(), { ...person, password: password ?? '' })
    expect(page.text).toContain('Choose a new password')
    expect(await resetPassword(database.db, passwords, { tenant: 'demo', email: 'nobody@demo.test' })).toBeUndefined()
  })
})

describe('keys of the provider', () => {
  const day = 24 * 60 * 60 * 1000

  test('are shared by all processes and survive a restart', async () => {
    const person = await newPerson()
    const { tokens } = await signInAs(server, person)
    const again = await startPeopleServer(database.db, { origin: server.origin })
    expect(await statusFor(tokens.id_token, again)).toBe(200)
    await again.stop()
  })

  test('are published a week before they sign, and dropped a week after they stopped', async () => {
    const { db } = database
    const now = Date.now()
    const kids = async (at: number) => (await loadProviderKeys(db, at)).signing.map((key) => key.kid)
    const [old] = await kids(now)
    expect(await rotateProviderKeys(db, now + 30 * day)).toBe(false)
    expect(await rotateProviderKeys(db, now + 84 * day)).toBe(true)
    expect(await rotateProviderKeys(db, now + 84 * day)).toBe(false)
    const [active, coming] = await kids(now + 85 * day)
    expect(active).toBe(old)
    expect(coming).toBeDefined()

    const published = (await (await fetch(`${server.origin}/idp/jwks`)).json()) as {
      keys: { kid: string; d?: string }[]
    }
    await vi.waitFor(async () => {
      const set = (await (await fetch(`${server.origin}/idp/jwks`)).json()) as typeof published
      expect(set.keys.map((key) => key.kid)).toEqual([old, coming])
    }, soon)
    expect(published.keys.every((key) => key.d === undefined)).toBe(true)

    expect(await kids(now + 92 * day)).toEqual([coming, old])
    expect(await rotateProviderKeys(db, now + 99 * day)).toBe(true)
    expect(await kids(now + 99 * day)).toEqual([coming])
  })
})
