import { listAudit } from '@sheetwright/contract/audit/list-audit.ts'
import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { saveChain } from '@sheetwright/contract/execution/save-chain.ts'
import { listCallLimits } from '@sheetwright/contract/limits/list-call-limits.ts'
import { saveCallLimit } from '@sheetwright/contract/limits/save-call-limit.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { premiumWorkbook } from '../execution/workbooks.ts'
import { publishedEngine, type PublishedEngine } from '../support/published-engine.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'

const server = useTestServer()

describe('limits that supervisors set', () => {
  const supervisor = () => server().signIn({ groups: ['supervisor:pf'] })
  const set = (
    person: SignedIn,
    of: 'tenant' | 'key' | 'engine',
    id: string | null,
    executionsPerMinute: number | null,
  ) => person.client.call(saveCallLimit, { body: { of, id, executionsPerMinute } })

  async function prepared() {
    const person = await supervisor()
    return { person, engine: await publishedEngine(server(), person, premiumWorkbook(0.02)) }
  }

  async function keyOf(person: SignedIn, name: string) {
    const { key, apiKey } = await person.client.call(createApiKey, { body: { name, group: 'supervisor:pf' } })
    return { id: apiKey.id, headers: { 'x-synthetic-key': key, 'x-tenant-name': person.tenantName } }
  }

  const post = (path: string, headers: Record<string, string>, body: unknown, origin = server().origin) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const inputs = { Sum: 1000, Age: 50, Cover: 'Full' }
  const execute = ({ productId, engineId }: PublishedEngine, headers: Record<string, string>, origin?: string) =>
    post(`/api/v1/product/${productId}/engines/Execute/${engineId}`, headers, { request_data: { inputs } }, origin)
  const statuses = async (count: number, call: () => Promise<Response>) => {
    const seen: number[] = []
    for (let n = 0; n < count; n++) seen.push((await call()).status)
    return seen
  }

  it('hold a tenant with all its callers, and no other tenant', async () => {
    const { person, engine } = await prepared()
    const other = await prepared()
    const key = await keyOf(person, 'Portal')
    await set(person, 'tenant', null, 4)
    expect(await statuses(2, () => execute(engine, person.headers))).toEqual([200, 200])
    const last = await execute(engine, key.headers)
    expect(last.headers.get('ratelimit')).toMatch(/^"minute";r=\d+;t=\d+, "tenant";r=1;t=\d+$/)
    expect(last.headers.get('ratelimit-policy')).toBe('"minute";q=60000;w=60, "tenant";q=4;w=60')
    expect(await statuses(2, () => execute(engine, key.headers))).toEqual([200, 429])
    expect((await execute(engine, person.headers)).status).toBe(429)
    expect(await statuses(6, () => execute(other.engine, other.person.headers))).toEqual(Array(6).fill(200))
    // Other requests go on, so that the limit can be changed.
    await set(person, 'tenant', null, null)
    expect(await statuses(6, () => execute(engine, person.headers))).toEqual(Array(6).fill(200))
  })

  it('hold one key, above or below what the installation allows', async () => {
    const { person, engine } = await prepared()
    const [held, free] = [await keyOf(person, 'Held'), await keyOf(person, 'Free')]
    await set(person, 'key', held.id, 2)
    expect(await statuses(3, () => execute(engine, held.headers))).toEqual([200, 200, 429])
    expect(await statuses(3, () => execute(engine, free.headers))).toEqual([200, 200, 200])
    await set(person, 'key', held.id, 90_000)
    const answer = await execute(engine, held.headers)
    expect(answer.headers.get('ratelimit-policy')).toBe('"key";q=90000;w=60')
    expect(answer.headers.get('ratelimit')).toBe('"key";r=89999;t=1')
  })

  it('hold one engine, and say the time to wait in every shape', async () => {
    const { person, engine } = await prepared()
    const second = await publishedEngine(server(), person, premiumWorkbook(0.03), { productId: engine.productId })
    await person.client.call(saveChain, {
      params: { product: engine.productId, engine: second.engineId },
      body: { name: 'Both', steps: [{ product: engine.productId, engine: engine.engineId }] },
    })
    await set(person, 'engine', engine.engineId, 1)
    const first = await execute(engine, person.headers)
    expect(first.status).toBe(200)
    expect(first.headers.get('ratelimit')).toMatch(/^"minute";r=\d+;t=\d+, "engine";r=0;t=60$/)
    expect(first.headers.get('ratelimit-policy')).toBe('"minute";q=60000;w=60, "engine";q=1;w=60')
    const { tenantName } = person
    const { productId, engineId } = engine
    const calls = {
      v1: execute(engine, person.headers),
      v3: post(`/${tenantName}/api/v3/folders/${productId}/services/${engineId}/execute`, person.headers, {
        request_data: { inputs },
      }),
      v4: post(`/${tenantName}/api/v4/execute`, person.headers, { service: engineId, inputs: [inputs] }),
      'v1 calculator': post(`/api/v1/product/${productId}/engines/${engineId}/GetFormState`, person.headers, {
        inputs,
      }),
      'v1 chain': post(`/api/v1/product/${productId}/engines/ExecuteChain/${second.engineId}`, person.headers, {
        request_data: { inputs },
      }),
    }
    for (const [shape, call] of Object.entries(calls)) {
      const answer = await call
      const body = (await answer.json()) as { message: string; error?: { code: string } }
      const wait = Number(answer.headers.get('retry-after'))
      expect({ shape, status: answer.status, body }).toMatchObject({
        shape,
        status: 429,
        body: { errorCode: 'TOO_MANY_REQUESTS', message: `Too many requests: try again in ${wait} s` },
      })
      expect(wait).toBeGreaterThan(0)
      expect(answer.headers.get('x-retry-after')).toBe(String(wait))
      expect(answer.headers.get('ratelimit')).toMatch(/, "engine";r=0;t=\d+$/)
      expect(answer.headers.get('ratelimit-policy')).toMatch(/, "engine";q=1;w=60$/)
      expect(body.error?.code).toBe(shape.startsWith('v1') ? undefined : 'TOO_MANY_REQUESTS')
    }
    expect((await execute(second, person.headers)).status).toBe(200)
  })

  it('are listed by name, recorded, and refused for what is not there', async () => {
    const { person, engine } = await prepared()
    const key = await keyOf(person, 'Portal')
    await set(person, 'engine', engine.engineId, 30)
    await set(person, 'key', key.id, 20)
    const { limits, installation } = await set(person, 'tenant', null, 10)
    expect(limits.map(({ of, name, executionsPerMinute }) => [of, name, executionsPerMinute])).toEqual([
      ['tenant', '', 10],
      ['key', 'Portal', 20],
      ['engine', `${engine.product} / ${engine.serviceName}`, 30],
    ])
    expect(installation).toEqual({ executionsPerMinute: 60_000, requestsPerMinute: 1_000_000 })
    const { items } = await person.client.call(listAudit, { body: {} })
    expect(items.find(({ action }) => action === 'tenant.callLimit')).toMatchObject({
      before: { executionsPerMinute: null },
      after: { executionsPerMinute: 10 },
    })
    const stranger = await supervisor()
    await expect(set(stranger, 'key', key.id, 1)).rejects.toMatchObject({ code: 'API_KEY_NOT_FOUND' })
    await expect(set(stranger, 'engine', engine.engineId, 1)).rejects.toMatchObject({ code: 'ENGINE_NOT_FOUND' })
    await expect(set(person, 'tenant', key.id, 1)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(set(person, 'engine', null, 1)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect((await stranger.client.call(listCallLimits, {})).limits).toEqual([])
  })

  describe('on another process', () => {
    let other: ServerProcess
    beforeAll(async () => {
      other = await startServerProcess(server().environment, 'api')
    })
    afterAll(async () => {
      other.child.kill('SIGTERM')
      await other.ended
    })

    it('hold within about a second', async () => {
      const { person, engine } = await prepared()
      const key = await keyOf(person, 'Portal')
      const there = () => execute(engine, key.headers, other.origin)
      expect(await statuses(3, there)).toEqual([200, 200, 200])
      await set(person, 'tenant', null, 1)
      const from = performance.now()
      while ((await there()).headers.get('ratelimit-policy')?.includes('"tenant";q=1;') !== true);
      expect(performance.now() - from).toBeLessThan(2_000)
      expect((await there()).status).toBe(429)
    })
  })
})
