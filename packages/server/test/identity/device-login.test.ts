import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { beginDeviceLogin } from '@sheetwright/contract/api-keys/begin-device-login.ts'
import { claimDeviceLogin } from '@sheetwright/contract/api-keys/claim-device-login.ts'
import { decideDeviceLogin } from '@sheetwright/contract/api-keys/decide-device-login.ts'
import { getDeviceLogin } from '@sheetwright/contract/api-keys/get-device-login.ts'
import { listApiKeys } from '@sheetwright/contract/api-keys/list-api-keys.ts'
import { listOwnKeys } from '@sheetwright/contract/api-keys/list-own-keys.ts'
import { revokeOwnKey } from '@sheetwright/contract/api-keys/revoke-own-key.ts'
import { listAudit } from '@sheetwright/contract/audit/list-audit.ts'
import { createClient } from '@sheetwright/contract/client.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { listProducts } from '@sheetwright/contract/products/list-products.ts'
import { setUserStatus } from '@sheetwright/contract/users/set-user-status.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cliFile } from '../support/cli-file.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'

const server = useTestServer()

const stranger = () => createClient({ baseUrl: server().origin, headers: () => ({}) })
const begin = () => stranger().call(beginDeviceLogin, { body: { machine: 'ada-laptop' } })
const claim = (deviceCode: string) => stranger().call(claimDeviceLogin, { body: { deviceCode } })
const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : error)
const refusal = (promise: Promise<unknown>) => promise.then(() => 'none', codeOf)

/** Polls as often as the server allows. */
async function ended(deviceCode: string) {
  for (;;) {
    try {
      const answer = await claim(deviceCode)
      if (answer.state !== 'pending') return answer
    } catch (error) {
      if (codeOf(error) !== 'TOO_MANY_REQUESTS') throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function signedInLine(person: SignedIn) {
  const { userCode, deviceCode } = await begin()
  await person.client.call(decideDeviceLogin, { body: { code: userCode, approve: true } })
  const { key, tenant, expiresAt } = await ended(deviceCode)
  const headers = { 'x-synthetic-key': key ?? '', 'x-tenant-name': tenant ?? '' }
  return { expiresAt, client: createClient({ baseUrl: server().origin, headers: () => headers }) }
}

describe('a command line that somebody signs in by a code', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-login-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('reaches what its person reaches, for 90 days, and nothing of others', async () => {
    const supervisor = await server().signIn({ groups: ['supervisor:pf'] })
    const person = await server().signIn({ tenant: supervisor, groups: ['user:pf.forms'] })
    await supervisor.client.call(createProduct, { body: { Name: 'Of the supervisor' } })
    await person.client.call(createProduct, { body: { Name: 'Own' } })
    const line = await signedInLine(person)
    const { items } = await line.client.call(listProducts, { body: {} })
    expect(items.map(({ name }) => name)).toEqual(['Own'])
    expect(Math.round((Date.parse(line.expiresAt ?? '') - Date.now()) / 86_400_000)).toBe(90)
    expect(await refusal(line.client.call(listApiKeys, { body: {} }))).toBe('PERMISSION_DENIED')
    const { items: told } = await supervisor.client.call(listAudit, { body: {} })
    expect(told.map(({ action }) => action)).toEqual(expect.arrayContaining(['deviceLogin.approve', 'apiKey.create']))
  })

  test('ends when its person signs it out, and when the person is disabled', async () => {
    const supervisor = await server().signIn({ groups: ['supervisor:pf'] })
    const person = await server().signIn({ tenant: supervisor, groups: ['user:pf.forms'] })
    const [first, second] = [await signedInLine(person), await signedInLine(person)]
    const own = await person.client.call(listOwnKeys, {})
    expect(own.items.map(({ name }) => name.includes('ada-laptop'))).toEqual([true, true])
    const oldest = own.items.at(-1)?.id ?? ''
    expect(await refusal(supervisor.client.call(revokeOwnKey, { params: { id: oldest } }))).toBe('API_KEY_NOT_FOUND')
    await person.client.call(revokeOwnKey, { params: { id: oldest } })
    await expect.poll(() => refusal(first.client.call(listProducts, { body: {} }))).toBe('UNAUTHORIZED_ACCESS')
    expect(await refusal(second.client.call(listProducts, { body: {} }))).toBe('none')
    await supervisor.client.call(setUserStatus, { params: { id: person.userId }, body: { status: 'Disabled' } })
    await expect.poll(() => refusal(second.client.call(listProducts, { body: {} }))).toBe('UNAUTHORIZED_ACCESS')
  })

  test('gets nothing before it is confirmed, when it is refused, or a second time', async () => {
    const person = await server().signIn({ groups: ['user:pf.forms'] })
    const asked = await begin()
    expect(await claim(asked.deviceCode)).toMatchObject({ state: 'pending', key: null })
    expect(await refusal(claim(asked.deviceCode))).toBe('TOO_MANY_REQUESTS')
    const shown = await person.client.call(getDeviceLogin, {
      body: { code: asked.userCode.toLowerCase().replace('-', ' ') },
    })
    expect(shown).toMatchObject({ code: asked.userCode, machine: 'ada-laptop', state: 'pending' })
    await person.client.call(decideDeviceLogin, { body: { code: asked.userCode, approve: false } })
    expect(
      await refusal(person.client.call(decideDeviceLogin, { body: { code: asked.userCode, approve: true } })),
    ).toBe('CONFLICT')
    expect(await ended(asked.deviceCode)).toMatchObject({ state: 'refused', key: null })
    expect(await refusal(claim(asked.deviceCode))).toBe('DEVICE_LOGIN_NOT_FOUND')
    const again = await begin()
    await person.client.call(decideDeviceLogin, { body: { code: again.userCode, approve: true } })
    const answers = await Promise.allSettled([ended(again.deviceCode), ended(again.deviceCode)])
    const keys = answers.flatMap((each) => (each.status === 'fulfilled' && each.value.key !== null ? [1] : []))
    expect(keys).toHaveLength(1)
  })

  test('makes people who guess codes wait, and addresses that ask for many', async () => {
    const person = await server().signIn({ groups: ['user:pf.forms'] })
    expect(await refusal(person.client.call(getDeviceLogin, { body: { code: 'AEIO-UAEI' } }))).toBe('INVALID_INPUT')
    const tried: unknown[] = []
    for (let n = 0; n < 12; n += 1)
      tried.push(await refusal(person.client.call(getDeviceLogin, { body: { code: 'BCDF-GHJK' } })))
    expect(new Set(tried)).toEqual(new Set(['DEVICE_LOGIN_NOT_FOUND', 'TOO_MANY_REQUESTS']))
  })

  test('is what `sheetwright login` does', async () => {
    const person = await server().signIn({ groups: ['user:pf.forms'] })
    const line = spawn(process.execPath, [cliFile, 'login', server().origin, '--json'], {
      env: { ...process.env, XDG_CONFIG_HOME: folder },
    })
    let told = ''
    let printed = ''
    line.stdout.on('data', (part: Buffer) => (printed += part.toString()))
    const code = await new Promise<string>((resolve, reject) => {
      line.stderr.on('data', (part: Buffer) => {
        told += part.toString()
        const found = /the code ([A-Z]{4}-[A-Z]{4})/.exec(told)?.[1]
        if (found !== undefined) resolve(found)
      })
      line.on('exit', () => reject(new Error(told)))
    })
    expect(told).toContain(`${server().origin}/device?code=${code}`)
    const exit = new Promise((resolve) => line.on('exit', resolve))
    await person.client.call(decideDeviceLogin, { body: { code, approve: true } })
    expect(await exit).toBe(0)
    expect(JSON.parse(printed)).toMatchObject({ tenant: person.tenantName })
    const kept = JSON.parse(await readFile(path.join(folder, 'sheetwright/credentials.json'), 'utf8')) as unknown
    expect(kept).toMatchObject([{ url: server().origin, tenant: person.tenantName }])
  })
})
