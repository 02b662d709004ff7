import { ApiError } from '@sheetwright/contract/api-error.ts'
import { addClientKey } from '@sheetwright/contract/api-keys/add-client-key.ts'
import { createApiClient } from '@sheetwright/contract/api-keys/create-api-client.ts'
import { deleteApiClient } from '@sheetwright/contract/api-keys/delete-api-client.ts'
import { listApiClients } from '@sheetwright/contract/api-keys/list-api-clients.ts'
import { updateApiClient } from '@sheetwright/contract/api-keys/update-api-client.ts'
import { createClient } from '@sheetwright/contract/client.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { describe, expect, test } from 'vitest'
import { useEngineServer } from '../engines/engine-server.ts'
import type { SignedIn } from '../support/test-server.ts'
import { premiumEngine } from '../test-beds/support.ts'

const server = useEngineServer()
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  )

describe('programs that call', () => {
  const fields = { name: 'Quote portal', owner: 'Ada', contact: 'ada@example.com', group: 'supervisor:pf' }

  async function portal() {
    const person = await server().signIn({ groups: ['supervisor:pf'] })
    const engine = await premiumEngine(server(), person)
    const client = await person.client.call(createApiClient, { body: { ...fields, engines: [engine.engineId] } })
    return { person, engine, client }
  }

  async function keyOf(person: SignedIn, client: string, overlapHours?: number) {
    const { key } = await person.client.call(addClientKey, {
      params: { client },
      body: overlapHours === undefined ? {} : { overlapHours },
    })
    const headers = { 'x-synthetic-key': key, 'x-tenant-name': person.tenantName }
    return createClient({ baseUrl: server().origin, headers: () => headers })
  }

  const execute = (caller: ReturnType<typeof createClient>, engine: { productId: string; engineId: string }) =>
    refusal(
      caller.call(executeEngine, {
        params: { product: engine.productId, engine: engine.engineId },
        body: { request_data: { inputs: { Age: 44, Sum: 1000 } } },
      }),
    )

  test('use what they are allowed, and are counted', async () => {
    const { person, engine, client } = await portal()
    const other = await premiumEngine(server(), person)
    const program = await keyOf(person, client.id)
    expect(await execute(program, engine)).toBe('none')
    expect(await execute(program, other)).not.toBe('none')
    const listed = async () => (await person.client.call(listApiClients, { body: {} })).items[0]
    await expect.poll(async () => (await listed())?.calls).toBe(1)
    expect(await listed()).toMatchObject({ ...fields, errors: 0, engines: [{ id: engine.engineId }] })
    expect((await listed())?.keys).toHaveLength(1)
    expect((await listed())?.lastUsedAt).not.toBeNull()

    await person.client.call(updateApiClient, {
      params: { client: client.id },
      body: { ...fields, engines: [other.engineId] },
    })
    await expect.poll(() => execute(program, engine)).not.toBe('none')
    expect(await execute(program, other)).toBe('none')
  })

  test('get new keys while the old ones still work, for as long as is said', async () => {
    const { person, engine, client } = await portal()
    const first = await keyOf(person, client.id)
    const second = await keyOf(person, client.id, 24)
    expect(await execute(first, engine)).toBe('none')
    expect(await execute(second, engine)).toBe('none')
    const third = await keyOf(person, client.id, 0)
    await expect.poll(() => execute(first, engine)).toBe('UNAUTHORIZED_ACCESS')
    expect(await execute(second, engine)).toBe('UNAUTHORIZED_ACCESS')
    expect(await execute(third, engine)).toBe('none')
    const { items } = await person.client.call(listApiClients, { body: {} })
    expect(items[0]?.keys.map(({ expiresAt }) => expiresAt === null)).toEqual([true, false, false])
  })

  test('have to wait above their own limit, with all keys together', async () => {
    const { person, engine, client } = await portal()
    const programs = [await keyOf(person, client.id), await keyOf(person, client.id)] as const
    await person.client.call(updateApiClient, {
      params: { client: client.id },
      body: { ...fields, requestsPerMinute: 3 },
    })
    const outcomes: unknown[] = []
    for (let n = 0; n < 3; n += 1) for (const program of programs) outcomes.push(await execute(program, engine))
    expect(outcomes.filter((each) => each === 'TOO_MANY_REQUESTS').length).toBeGreaterThan(0)
    expect(outcomes.slice(0, 2)).toEqual(['none', 'none'])
  })

  test('are removed with their keys; names are their own; what is not there is said', async () => {
    const { person, engine, client } = await portal()
    const program = await keyOf(person, client.id)
    expect(await refusal(person.client.call(createApiClient, { body: fields }))).toBe('API_CLIENT_ALREADY_EXISTS')
    const nothing = '00000000-0000-4000-8000-000000000000'
    const wrong = { ...fields, name: 'Another', products: [nothing] }
    expect(await refusal(person.client.call(createApiClient, { body: wrong }))).toBe('PRODUCT_NOT_FOUND')
    const past = { expiresAt: '2020-01-01T00:00:00.000Z' }
    expect(await refusal(person.client.call(addClientKey, { params: { client: client.id }, body: past }))).toBe(
      'INVALID_INPUT',
    )
    const stranger = await server().signIn({ groups: ['supervisor:pf'] })
    expect(await refusal(stranger.client.call(deleteApiClient, { params: { client: client.id } }))).toBe(
      'API_CLIENT_NOT_FOUND',
    )
    expect(await person.client.call(deleteApiClient, { params: { client: client.id } })).toEqual({ revokedKeys: 1 })
    await expect.poll(() => execute(program, engine)).toBe('UNAUTHORIZED_ACCESS')
    expect((await person.client.call(listApiClients, { body: {} })).items).toEqual([])
  })
})
