import { ApiError } from '@sheetwright/contract/api-error.ts'
import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { exportAudit } from '@sheetwright/contract/audit/export-audit.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { getProduct } from '@sheetwright/contract/products/get-product.ts'
import { listProducts } from '@sheetwright/contract/products/list-products.ts'
import { getUserDetail } from '@sheetwright/contract/session/get-user-detail.ts'
import { setUserStatus } from '@sheetwright/contract/users/set-user-status.ts'
import { updateUser } from '@sheetwright/contract/users/update-user.ts'
import { listOutbox } from '@sheetwright/contract/mail/list-outbox.ts'
import { readMail } from '@sheetwright/contract/mail/read-mail.ts'
import { addUser } from '@sheetwright/contract/users/add-user.ts'
import { listUsers } from '@sheetwright/contract/users/list-users.ts'
import { exportUserGroups } from '@sheetwright/contract/user-groups/export-user-groups.ts'
import { createHmac } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { users as people } from '../../src/platform/db/schema/users.ts'
import { queueMail } from '../../src/platform/mail/mail.store.ts'
import { loadProviderKeys } from '../../src/platform/identity/provider/provider-keys.ts'
import { publishedEngine } from '../support/published-engine.ts'
import { useTestServer } from '../support/test-server.ts'
import { buildWorld } from './callers.ts'

const server = useTestServer()

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const codeOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof ApiError ? error.code : error
}

async function statusWith(headers: Record<string, string>, path = '/api/v1/UserLogin/GetUserDetail') {
  const response = await fetch(server().origin + path, { headers })
  return response.status
}

describe('a forged token', () => {
  const victim = async () => {
    const { headers } = await server().signIn({ groups: ['supervisor:pf'] })
    const token = headers.authorization.slice('Bearer '.length)
    const [head = '', body = '', signature = ''] = token.split('.')
    return { head, body, signature, claims: decodeJwt(token), header: decodeProtectedHeader(token) }
  }
  const refused = (token: string) => statusWith({ authorization: `Bearer ${token}` })

  it('without a signature is refused, however its algorithm is spelt', async () => {
    const { body } = await victim()
    for (const alg of ['none', 'None', 'NONE', 'nOnE']) {
      expect(await refused(`${base64({ alg, typ: 'JWT' })}.${body}.`)).toBe(401)
    }
  })

  it('signed by HMAC with the public key is refused', async () => {
    const { body, header } = await victim()
    const keySet = await (await fetch(`${server().origin}/idp/jwks`)).text()
    const head = base64({ ...header, alg: 'HS256' })
    const signature = createHmac('sha256', keySet).update(`${head}.${body}`).digest('base64url')
    expect(await refused(`${head}.${body}.${signature}`)).toBe(401)
  })

  it('that brings its own key, or names one elsewhere, is refused', async () => {
    const { claims, header } = await victim()
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    const jwk = await exportJWK(publicKey)
    const headers = [
      { alg: 'RS256', jwk },
      { alg: 'RS256', kid: header.kid ?? '', jwk },
      { alg: 'RS256', kid: '../../../dev/null' },
      { alg: 'RS256', kid: "' OR 1=1 --", jku: 'https://example.test/keys' },
    ]
    for (const protectedHeader of headers) {
      expect(await refused(await new SignJWT(claims).setProtectedHeader(protectedHeader).sign(privateKey))).toBe(401)
    }
  })

  it('with another person, tenant or session under an old signature is refused', async () => {
    const one = await victim()
    const other = await victim()
    for (const change of [
      { sub: other.claims.sub },
      { session_id: other.claims['session_id'] },
      { exp: 9_999_999_999 },
    ]) {
      expect(await refused(`${one.head}.${base64({ ...one.claims, ...change })}.${one.signature}`)).toBe(401)
    }
  })

  it('of a visitor that says it is for the application, and of a person that says it is a visitor’s, are refused', async () => {
    const { visitorId, linkId, supervisor } = await buildWorld(server())
    const [key] = (await loadProviderKeys(server().services.db)).signing
    if (key?.kid === undefined) throw new Error('There is no signing key')
    const visitors = await server().services.identity.visitorTokens.issue({
      tenantId: supervisor.tenantId,
      visitorId,
      linkId,
    })
    const sign = async (claims: object, audience: string) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: key.kid ?? '' })
        .setAudience(audience)
        .sign(await importJWK(key, 'RS256'))
    const person = decodeJwt(supervisor.headers.authorization.slice('Bearer '.length))
    // Even a token that the server signed for one purpose is invalid for another.
    expect(await refused(await sign(decodeJwt(visitors), String(person.aud)))).toBe(401)
    expect(await refused(await sign(person, 'sheetwright-visitor'))).toBe(401)
  })
})

describe('another tenant', () => {
  it('cannot be reached by headers, parameters or fields that name it', async () => {
    const { supervisor, productId } = await buildWorld(server())
    const stranger = await server().signIn({ groups: ['supervisor:pf'] })
    const path = `/api/v1/product/GetProduct/${productId}`
    const { headers } = stranger
    expect(await statusWith({ ...headers, 'x-tenant-name': supervisor.tenantName }, path)).toBe(403)
    expect(
      await statusWith({ ...headers, 'x-forwarded-host': 'other.test', 'x-tenant-id': supervisor.tenantId }, path),
    ).toBe(404)
    expect(await statusWith(headers, `${path}?tenant=${supervisor.tenantName}`)).toBe(400)
    expect(await statusWith(headers, `${path}?tenantId=${supervisor.tenantId}`)).toBe(400)
    expect((await stranger.client.call(listProducts, { body: {} })).count).toBe(0)
  })

  it('does not accept a key of ours, nor we theirs', async () => {
    const one = await server().signIn({ groups: ['supervisor:pf'] })
    const other = await server().signIn({ groups: ['supervisor:pf'] })
    const { key } = await one.client.call(createApiKey, { body: { name: 'Ours', group: 'supervisor:pf' } })
    expect(await statusWith({ 'x-synthetic-key': key, 'x-tenant-name': other.tenantName })).toBe(401)
    expect(await statusWith({ 'x-synthetic-key': key })).toBe(401)
    expect(await statusWith({ 'x-synthetic-key': key, 'x-tenant-name': one.tenantName })).toBe(403)
  })
})

describe('fields that nobody may set', () => {
  it.each([
    [
      '/users/api/admin/users',
      {
        email: 'a@example.test',
        group_path: 'user:pf.forms',
        data: { FullName: 'A', Position: '' },
        isSuperuser: true,
      },
    ],
    [
      '/users/api/admin/users',
      {
        email: 'a@example.test',
        group_path: 'user:pf.forms',
        data: { FullName: 'A', Position: '', is_superuser: true },
      },
    ],
    ['/api/v1/apikey/create', { name: 'K', group: 'user:pf.forms', tenantId: '00000000-0000-4000-8000-000000000000' }],
    ['/api/v1/apikey/create', { name: 'K', group: 'user:pf.forms', scopes: ['administrate'] }],
    ['/api/v1/UserGroupRule/SaveUserGroup', { userGroup: 'user:pf.x', __proto__: { admin: true }, members: 7 }],
  ] as const)('are refused by %s', async (path, body) => {
    const { headers } = await server().signIn({ groups: ['supervisor:pf'] })
    const response = await fetch(server().origin + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(400)
  })

  it('cannot make somebody the owner or the status of a product', async () => {
    const { headers, client, userId } = await server().signIn()
    const { id } = await client.call(createProduct, { body: { Name: 'Mine' } })
    for (const change of [
      { ownerId: userId },
      { access: 'manage' },
      { sharedWith: ['user:pf.forms'] },
      { tenantId: id },
    ]) {
      const response = await fetch(`${server().origin}/api/v1/product/update/${id}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(change),
      })
      expect(response.status).toBe(400)
    }
  })
})

describe('a path', () => {
  it.each(['..%2f..%2f..%2fetc%2fpasswd', '..%5c..%5cetc', '%2e%2e%2f%2e%2e%2fpackage.json', '....//....//etc/passwd'])(
    'does not lead out of what is served: %s',
    async (path) => {
      for (const start of ['/', '/assets/', '/api/v1/messages/', '/idp/assets/']) {
        const response = await fetch(server().origin + start + path)
        expect(await response.text()).not.toMatch(/root:|"workspaces"/)
      }
    },
  )
})

describe('text that people choose', () => {
  const hostile = '<img src=x onerror=alert(1)>'

  it('cannot be markup in names that become file names or paths', async () => {
    const { client } = await server().signIn()
    expect(await codeOf(client.call(createProduct, { body: { Name: hostile } }))).toBe('INVALID_PRODUCT_NAME')
  })

  it('comes back as text of JSON where it may hold anything, and pages run no inline scripts', async () => {
    const supervisor = await server().signIn({ groups: ['supervisor:pf'] })
    await supervisor.client.call(addUser, {
      body: { email: 'x@example.test', group_path: 'user:pf.forms', data: { FullName: hostile, Position: hostile } },
    })
    const response = await fetch(`${server().origin}/users/api/admin/users`, { headers: supervisor.headers })
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.text()).toContain(hostile)
    const page = await fetch(`${server().origin}/`, { headers: { accept: 'text/html' } })
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain('script-src')
    expect(policy).not.toMatch(/script-src[^;]*('unsafe-inline'|'unsafe-eval')/)
  })

  it('in the cells of a workbook comes back as text of JSON, from calls, lists and logs', async () => {
    const supervisor = await server().signIn({ groups: ['supervisor:pf'] })
    const workbook = {
      sheets: [{ name: 'Calc', cells: { A1: hostile, B1: hostile, C1: { formula: 'B1&"!"', value: `${hostile}!` } } }],
      names: [
        { name: 'Xinput_Note', text: 'Calc!$B$1' },
        { name: 'Xoutput_Echo', text: 'Calc!$C$1' },
      ],
    }
    const { productId, engineId } = await publishedEngine(server(), supervisor, workbook)
    const headers = { ...supervisor.headers, 'content-type': 'application/json' }
    const engines = `${server().origin}/api/v1/product/${productId}/engines`
    const answers = [
      await fetch(`${engines}/Execute/${engineId}`, { method: 'POST', headers, body: '{}' }),
      await fetch(`${engines}/get/${engineId}`, { headers }),
      await fetch(`${engines}/${engineId}/logs/All`, { method: 'POST', headers, body: '{}' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const answer of answers) {
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect(await answers[0]?.json()).toMatchObject({ data: { xOutput: { Echo: `${hostile}!` } } })
  })

  it.each(['=cmd|"/c calc"!A1', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '＝1+1', '=HYPERLINK("https://example.test")'])(
    'is no formula in an exported file: %s',
    async (name) => {
      const supervisor = await server().signIn({ groups: ['supervisor:pf'] })
      const body = {
        email: 'f@example.test',
        group_path: 'user:pf.forms',
        data: { FullName: name, Position: name },
      }
      await supervisor.client.call(addUser, { body })
      const file = await (await supervisor.client.call(exportAudit)).blob.text()
      const cells = file.split(/\r\n|,/).map((cell) => cell.replace(/^"/, ''))
      expect(cells.filter((cell) => /^[=+@＝＋－＠\t-]/.test(cell))).toEqual([])
      // The name is in the file, escaped by an apostrophe so that it does not run.
      expect(file).toContain(`'${name.trim().slice(0, 4)}`)
      const workbook = await (await supervisor.client.call(exportUserGroups)).blob.arrayBuffer()
      expect(Buffer.from(workbook).includes(Buffer.from('<f>'))).toBe(false)
    },
  )
})

describe('who has an account', () => {
  it('is not told by the answers to people who are not signed in', async () => {
    const supervisor = await server().signIn({ groups: ['supervisor:pf'] })
    const { users } = await supervisor.client.call(listUsers)
    const known = users[0]?.email ?? ''
    const ask = async (email: string) => {
      const form = new URLSearchParams({ tenant: supervisor.tenantName, email })
      const response = await fetch(`${server().origin}/idp/forgot-password`, {
        method: 'POST',
        body: form,
        redirect: 'manual',
      })
      return { status: response.status, length: (await response.text()).replaceAll(email, '').length }
    }
    const answer = await ask(known)
    expect(answer.status).toBe(200)
    expect(await ask('nobody@example.test')).toEqual(answer)
  })

  it('is not told to a user either', async () => {
    const user = await server().signIn()
    expect(await codeOf(user.client.call(listUsers))).toBe('PERMISSION_DENIED')
    expect((await user.client.call(getUserDetail)).userId).toBe(user.userId)
    expect(await codeOf(user.client.call(getProduct, { params: { product: 'Not there' } }))).toBe('PRODUCT_NOT_FOUND')
  })
})

describe('a supervisor', () => {
  it('cannot get into the account of a superuser by its address or its mail', async () => {
    const supervisor = await server().signIn({ groups: ['supervisor:pf'] })
    const tenant = { tenantId: supervisor.tenantId, tenantName: supervisor.tenantName }
    const superuser = await server().signIn({ tenant })
    const recipient = await server().services.db.inTenant(tenant.tenantId, async (tx) => {
      const rows = await tx.q
        .update(people)
        .set({ isSuperuser: true })
        .where(eq(people.id, superuser.userId))
        .returning({ email: people.email })
      const email = rows[0]?.email ?? ''
      await queueMail(tx, { recipient: email, subject: 'Choose a password', body: 'https://sheetwright.test/secret' })
      return email
    })
    const params = { id: superuser.userId }
    const takeOver = supervisor.client.call(updateUser, { params, body: { email: 'mine@example.test' } })
    expect(await codeOf(takeOver)).toBe('PERMISSION_DENIED')
    const lockOut = supervisor.client.call(setUserStatus, { params, body: { status: 'Disabled' } })
    expect(await codeOf(lockOut)).toBe('PERMISSION_DENIED')
    const { mails } = await supervisor.client.call(listOutbox, { query: {} })
    const sent = mails.find((mail) => mail.recipient === recipient)
    const { body, hidden } = await supervisor.client.call(readMail, { params: { id: sent?.id ?? '' } })
    expect(hidden).toBe('owner')
    expect(body).not.toContain('secret')
  })
})
