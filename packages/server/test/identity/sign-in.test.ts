import { get } from 'node:http'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resetPassword } from '../../src/features/users/reset-password.ts'
import { createPasswords } from '../../src/platform/identity/passwords.ts'
import { findUser, setActive } from '../../src/platform/identity/users.store.ts'
import { newTenant, useTestDatabase } from '../support/test-database.ts'
import { Browser, WebClient } from './browser.ts'
import { addPerson, type PeopleServer, type Person, signInAs, startPeopleServer } from './people-server.ts'

const database = useTestDatabase()
let server: PeopleServer
let supervisor: Person

beforeAll(async () => {
  await newTenant(database.db, 'demo')
  await newTenant(database.db, 'other')
  supervisor = await addPerson(database.db, 'demo', { email: 'supervisor@demo.test', groups: ['supervisor:pf'] })
  server = await startPeopleServer(database.db)
})
afterAll(async () => {
  await server.stop()
})

const detail = '/api/v1/UserLogin/GetUserDetail'

describe('signing in with authorisation code and PKCE', () => {
  test('gives an RS256 identity token for the web client that opens the calls', async () => {
    const { tokens } = await signInAs(server, supervisor)
    expect(decodeProtectedHeader(tokens.id_token).alg).toBe('RS256')
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      iss: `${server.origin}/idp`,
      aud: 'sheetwright-web',
      sub: `${supervisor.tenantId}.${supervisor.userId}`,
      tenant: 'demo',
      preferred_username: 'supervisor@demo.test',
      email: 'supervisor@demo.test',
      name: 'Test Person',
      groups: ['supervisor:pf'],
    })
    expect(decodeJwt(tokens.id_token)).not.toHaveProperty('is_realm_admin')

    const answer = await server.call(detail, { token: tokens.id_token })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'Success',
        data: {
          userId: supervisor.userId,
          displayName: 'Test Person',
          userEmailID: 'supervisor@demo.test',
          groups: ['supervisor:pf', 'user:pf.forms'],
          isAdmin: true,
          isSuperuser: false,
          tenant: 'demo',
          canChangePassword: true,
        },
      },
    })
  })

  test('finds the address without regard to case, in the tenant that was typed only', async () => {
    const client = new WebClient(new Browser(server.origin))
    const page = await client.start()
    const typed = { tenant: 'DEMO', email: 'Supervisor@Demo.Test', password: supervisor.password }
    const done = await client.browser.submit(page, typed)
    expect(decodeJwt((await client.exchange(done)).id_token)['tenant']).toBe('demo')

    const elsewhere = new WebClient(new Browser(server.origin))
    const refused = await elsewhere.browser.submit(await elsewhere.start(), { ...typed, tenant: 'other' })
    expect(refused.status).toBe(401)
  })

  test('knows the browser again without a password, unless another tenant is asked for', async () => {
    const { browser } = await signInAs(server, supervisor)
    const again = new WebClient(browser)
    expect((await again.start({ tenant: 'demo' })).url.searchParams.get('code')).not.toBeNull()
    const page = await new WebClient(browser).start({ tenant: 'other' })
    expect(page.text).toContain('value="other"')
    expect((await new WebClient(browser).start({ prompt: 'login' })).text).toContain('name="password"')
  })

  test('insists on PKCE, on the verifier, and on registered return addresses', async () => {
    const browser = new Browser(server.origin)
    const query = new URLSearchParams({
      client_id: 'sheetwright-web',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: `${server.origin}/login`,
    })
    expect((await browser.get(`/idp/auth?${query.toString()}`)).url.searchParams.get('error')).toBe('invalid_request')
    expect((await new WebClient(browser).start({ redirect_uri: 'https://evil.example/login' })).status).toBe(400)
    expect((await new WebClient(browser).start({ response_type: 'token' })).url.href).toMatch(
      /error=unsupported_response_type/,
    )

    const client = new WebClient(browser)
    const { tenant, email, password } = supervisor
    const done = await browser.submit(await client.start(), { tenant, email, password })
    const code = done.url.searchParams.get('code') ?? ''
    expect((await client.redeem(code, 'x'.repeat(43))).status).toBe(400)
  })

  test('a code is good for one exchange, and a second one takes back what the first gave', async () => {
    const browser = new Browser(server.origin)
    const client = new WebClient(browser)
    const { tenant, email, password } = supervisor
    const done = await browser.submit(await client.start(), { tenant, email, password })
    const tokens = await client.exchange(done)
    const again = await client.redeem(done.url.searchParams.get('code') ?? '')
    expect(await again.json()).toMatchObject({ error: 'invalid_grant' })
    expect((await server.call(detail, { token: tokens.id_token })).body.errorCode).toBe('UNAUTHORIZED_ACCESS')
  })
})

describe('refusing a sign-in', () => {
  test('says the same for a wrong password, an unknown address and an unknown tenant', async () => {
    const typed = { tenant: 'demo', email: 'nobody-1@demo.test', password: 'not the password' }
    const answers = await Promise.all(
      [typed, { ...typed, email: supervisor.email }, { ...typed, tenant: 'nowhere' }].map(async (fields) => {
        const client = new WebClient(new Browser(server.origin))
        return client.browser.submit(await client.start(), fields)
      }),
    )
    expect(answers.map((page) => page.status)).toEqual([401, 401, 401])
    expect(new Set(answers.map((page) => page.alert()))).toEqual(
      new Set(['These details do not match an account. Check them and try again.']),
    )
    expect(answers[1]?.text).toContain('value="supervisor@demo.test"')
    expect(answers[1]?.text).not.toContain('not the password')
  })

  test('names the empty field and ties the error to it', async () => {
    const client = new WebClient(new Browser(server.origin))
    const page = await client.browser.submit(await client.start(), { tenant: 'demo', email: '', password: '' })
    expect(page.status).toBe(400)
    expect(page.text).toMatch(
      /<input id="email"[^>]*aria-invalid="true"[^>]*aria-describedby="email-error"[^>]*autofocus/,
    )
    expect(page.text).toContain('Enter your email address.')
  })

  test('turns away disabled people and people without a valid group, after the right password only', async () => {
    const disabled = await addPerson(database.db, 'demo', { email: 'disabled@demo.test' })
    const stranger = await addPerson(database.db, 'demo', { email: 'stranger@demo.test', groups: [] })
    await database.db.inTenant(disabled.tenantId, (tx) => setActive(tx, disabled.userId, false))
    const attempt = async ({ tenant, email }: Person, password: string) => {
      const client = new WebClient(new Browser(server.origin))
      const page = await client.browser.submit(await client.start(), { tenant, email, password })
      return { status: page.status, alert: page.alert() }
    }
    expect(await attempt(disabled, disabled.password)).toMatchObject({ status: 403, alert: /disabled/ })
    expect((await attempt(disabled, 'wrong wrong wrong')).status).toBe(401)
    expect(await attempt(stranger, stranger.password)).toMatchObject({ status: 403, alert: /no group/ })
  })

  test('makes an account wait after five failures, whoever asks, and lets it in afterwards', async () => {
    const victim = await addPerson(database.db, 'demo', { email: 'victim@demo.test' })
    const attempt = async (email: string, password: string) => {
      const client = new WebClient(new Browser(server.origin))
      return client.browser.submit(await client.start(), { tenant: 'demo', email, password })
    }
    for (let i = 0; i < 5; i++) expect((await attempt(victim.email, `wrong password ${i}`)).status).toBe(401)
    const locked = await attempt(victim.email.toUpperCase(), victim.password)
    expect(locked.status).toBe(429)
    expect(locked.alert()).toMatch(/^Too many attempts\. Try again in \d+ seconds\.$/)
    expect(Number(locked.answer.headers.get('retry-after'))).toBeGreaterThan(0)
    // An unknown address is limited in the same way.
    for (let i = 0; i < 5; i++) await attempt('nobody-2@demo.test', `wrong password ${i}`)
    expect((await attempt('nobody-2@demo.test', 'wrong password')).status).toBe(429)

    await database.db.inSystem((tx) => tx.q.execute(`UPDATE sign_in_attempts SET blocked_until = now()`))
    expect((await attempt(victim.email, victim.password)).url.searchParams.get('code')).not.toBeNull()
  })

  test('parallel guesses do not slip past the limit', async () => {
    const target = await addPerson(database.db, 'demo', { email: 'target@demo.test' })
    const pages = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const client = new WebClient(new Browser(server.origin))
        return { client, page: await client.start() }
      }),
    )
    const answers = await Promise.all(
      pages.map(({ client, page }, i) =>
        client.browser.submit(page, { tenant: 'demo', email: target.email, password: `guess number ${i}` }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(7)
  })
})

describe('the product under another name of the machine', () => {
  test('sends browsers to the one that signing in works under, and nobody elsewhere', async () => {
    const { port } = new URL(server.origin)
    const open = (host: string, path: string, accept = 'text/html') =>
      new Promise<{ status: number | undefined; location: string | undefined }>((resolve, reject) => {
        get({ host: '127.0.0.1', port, path, headers: { host, accept } }, (answer) => {
          answer.resume()
          resolve({ status: answer.statusCode, location: answer.headers.location })
        }).on('error', reject)
      })
    const asked = await open(`localhost:${port}`, '/products/a%20b?x=1')
    expect(asked).toEqual({ status: 307, location: `${server.origin}/products/a%20b?x=1` })
    expect((await open(`localhost:${port}`, '//evil.example/')).location).toBe(`${server.origin}//evil.example/`)
    expect((await open(`localhost:${port}`, '/config.json', 'application/json')).status).toBe(200)
    expect((await open(`127.0.0.1:${port}`, '/config.json')).status).toBe(200)
    expect((await open('evil.example', '/config.json')).status).toBe(200)
  })
})

describe('behind a proxy that ends TLS', () => {
  test('cookies are secure and every address is the public one, whatever the proxy forwards', async () => {
    const origin = 'https://rates.example.test'
    const hidden = await startPeopleServer(database.db, { origin })
    const { port } = hidden.app.server.address() as { port: number }
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', headers: { 'x-forwarded-host': 'evil.example' } })
    const discovery = (await (await ask('/idp/.well-known/openid-configuration')).json()) as Record<string, string>
    expect(discovery).toMatchObject({ issuer: `${origin}/idp`, token_endpoint: `${origin}/idp/token` })
    const query = new URLSearchParams({
      client_id: 'sheetwright-web',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: `${origin}/login`,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })
    const started = await ask(`/idp/auth?${query.toString()}`)
    expect(started.status).toBe(303)
    const cookies = started.headers.getSetCookie()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; secure/i)
      expect(cookie).toMatch(/; httponly/i)
      expect(cookie).toMatch(/; samesite=lax/i)
    }
    await hidden.stop()
  })
})

describe('an address that guesses', () => {
  test('waits after thirty failures, whatever the accounts; other addresses do not', async () => {
    const from = (address: string) => new WebClient(new Browser(server.origin, 'en', address))
    const guess = async (client: WebClient, i: number) =>
      (
        await client.browser.submit(await client.start(), {
          tenant: 'demo',
          email: `guess-${i}@demo.test`,
          password: 'wrong password',
        })
      ).status
    expect(await guess(from('203.0.113.7'), 1)).toBe(401)
    // As if 28 more had failed.
    await database.db.inSystem((tx) => tx.q.execute('UPDATE sign_in_attempts SET failures = 29'))
    expect(await guess(from('203.0.113.7'), 30)).toBe(401)
    expect(await guess(from('203.0.113.7'), 31)).toBe(429)
    expect(await guess(from('203.0.113.8'), 32)).toBe(401)
  })
})

describe('one-time passwords', () => {
  test('must be replaced before anything else, by one that follows the rules', async () => {
    const newcomer = await addPerson(database.db, 'demo', { email: 'newcomer@demo.test', oneTime: true })
    const { tenant, email, password } = newcomer
    const client = new WebClient(new Browser(server.origin))
    const asked = await client.browser.submit(await client.start(), { tenant, email, password })
    expect(asked.text).toContain('Choose a new password')
    expect(asked.text).toContain('At least 12 characters')

    const choose = (first: string, second = first) =>
      client.browser.submit(asked, { password: first, repeated: second })
    expect((await choose('short')).text).toContain('must have at least 12 characters')
    expect((await choose('password1234')).text).toContain('too easy to guess')
    expect((await choose(password)).text).toContain('must differ')
    expect((await choose('a fine long phrase', 'another phrase')).text).toContain('are not the same')
    const done = await choose('a fine long phrase')
    const tokens = await client.exchange(done)
    expect((await server.call(detail, { token: tokens.id_token })).status).toBe(200)

    const old = new WebClient(new Browser(server.origin))
    expect((await old.browser.submit(await old.start(), { tenant, email, password })).status).toBe(401)
    await signInAs(server, { ...newcomer, password: 'a fine long phrase' })
  })

  test('the proof of the one-time password cannot be forged or carried to another sign-in', async () => {
    const newcomer = await addPerson(database.db, 'demo', { email: 'newcomer2@demo.test', oneTime: true })
    const { tenant, email, password } = newcomer
    const client = new WebClient(new Browser(server.origin))
    const asked = await client.browser.submit(await client.start(), { tenant, email, password })
    const { ticket = '' } = asked.hiddenFields()
    const choice = { password: 'a fine long phrase', repeated: 'a fine long phrase' }
    const forged = ticket.replace(newcomer.userId, supervisor.userId)
    expect((await client.browser.submit(asked, { ...choice, ticket: forged })).status).toBe(400)

    const other = new WebClient(new Browser(server.origin))
    const page = await other.start()
    const action = page.formAction().replace('?', '/password?')
    const carried = await other.browser.submit(Object.assign(Object.create(page), { formAction: () => action }), {
      ...choice,
      ticket,
    })
    expect(carried.status).toBe(400)
    await signInAs(server, supervisor)
  })

  test.each([
    ['the operator gave another one', (who: Person) => resetPassword(database.db, createPasswords(), who)],
    [
      'the person was disabled',
      (who: Person) => database.db.inTenant(who.tenantId, (tx) => setActive(tx, who.userId, false)),
    ],
  ])('the proof of the one-time password is worth nothing once %s', async (what, happen) => {
    const email = `newcomer.${what.length}@demo.test`
    const newcomer = await addPerson(database.db, 'demo', { email, oneTime: true })
    const { tenant, password } = newcomer
    const client = new WebClient(new Browser(server.origin))
    const asked = await client.browser.submit(await client.start(), { tenant, email, password })
    await happen(newcomer)
    const answer = await client.browser.submit(asked, {
      password: 'a fine long phrase',
      repeated: 'a fine long phrase',
    })
    expect(answer.status).toBe(400)
    const user = await database.db.inTenant(newcomer.tenantId, (tx) => findUser(tx, newcomer.userId))
    expect(user?.passwordIsOneTime).toBe(true)
  })
})

describe('the sign-in page', () => {
  test('comes in the language that was chosen, asked for, or preferred', async () => {
    const japanese = new WebClient(new Browser(server.origin, 'ja-JP,ja;q=0.9,en;q=0.8'))
    const page = await japanese.start()
    expect(page.text).toContain('<html lang="ja">')
    expect(page.text).toContain('Sheetwright にサインイン')
    expect(page.text).not.toContain('Password')

    const english = await japanese.browser.get(`${page.url.pathname}?lang=en`)
    expect(english.text).toContain('<html lang="en">')
    // The choice persists, and errors use it.
    const wrong = await japanese.browser.submit(english, { tenant: 'demo', email: 'x@demo.test', password: 'x' })
    expect(wrong.alert()).toContain('do not match')
    expect((await japanese.start()).text).toContain('<html lang="en">')
    expect((await japanese.start({ ui_locales: 'ja' })).text).toContain('<html lang="ja">')

    const answer = await japanese.browser.submit(await japanese.start({ ui_locales: 'ja' }), {
      tenant: 'demo',
      email: 'x@demo.test',
      password: 'x',
    })
    expect(answer.alert()).toBe('入力内容に一致するアカウントがありません。確認してもう一度お試しください。')
  })

  test('runs no script of its own page, frames nowhere, and escapes what was typed', async () => {
    const client = new WebClient(new Browser(server.origin))
    const page = await client.start({ login_hint: '"><script>alert(1)</script>' })
    expect(page.text).not.toContain('<script>')
    expect(page.text).toContain('&#60;script&#62;')
    const policy = page.answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(page.answer.headers.get('cache-control')).toBe('no-store')
    const style = await fetch(`${server.origin}/idp/assets/login.css`)
    expect(style.headers.get('content-type')).toContain('text/css')
  })

  test('takes no form from another site, without its token, or with another browser’s attempt', async () => {
    const { tenant, email, password } = supervisor
    const client = new WebClient(new Browser(server.origin))
    const page = await client.start()
    const fields = { tenant, email, password }
    expect((await client.browser.submit(page, fields, { origin: 'https://evil.example' })).status).toBe(400)
    expect((await client.browser.submit(page, { ...fields, token: 'forged' })).status).toBe(400)
    const stranger = new Browser(server.origin)
    expect((await stranger.submit(page, fields)).status).toBe(400)
  })
})
