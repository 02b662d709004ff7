import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listCalls } from '@sheetwright/contract/call-log/list-calls.ts'
import { downloadOutput } from '@sheetwright/contract/execution/download-output.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { engines, engineVersions } from '../../src/platform/db/schema/engines.ts'
import { products } from '../../src/platform/db/schema/products.ts'
import { tenants } from '../../src/platform/db/schema/tenants.ts'
import { type PublishedEngine, publishedEngine } from '../support/published-engine.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'
import { premiumWorkbook } from './workbooks.ts'

const server = useTestServer({ SHEETWRIGHT_CONNECTOR_HOSTS: '127.0.0.1, localhost' })

const inputs = { Sum: 1000, Age: 0, Cover: 'Basic' }

function run(person: SignedIn, { productId, engineId }: PublishedEngine, meta: Record<string, unknown> = {}) {
  return person.client.call(executeEngine, {
    params: { product: productId, engine: engineId },
    body: { request_data: { inputs }, request_meta: { validate: false, requested_output: ['Premium'], ...meta } },
  })
}

/** Changes rows as the product does, and sends the event. */
async function change(person: SignedIn, id: string, work: (tx: Tx) => Promise<unknown>) {
  const { db, events } = server().services
  await db.inTenant(person.tenantId, async (tx) => {
    await work(tx)
    await events.publish(tx, { type: 'engine.changed', id })
  })
}

type Tx = Parameters<Parameters<ReturnType<typeof server>['services']['db']['inTenant']>[1]>[0]

describe('the version that runs', () => {
  it('is the newest active one in effect on the date, or the one that is named', async () => {
    const person = await server().signIn()
    const day = (text: string) => new Date(`${text}T00:00:00Z`)
    const first = await publishedEngine(server(), person, premiumWorkbook(0.01), {
      effectiveStart: day('2020-01-01'),
      effectiveEnd: day('2024-12-31'),
    })
    const { productId, serviceName } = first
    await expect(run(person, first)).rejects.toMatchObject({ code: 'NO_ACTIVE_VERSION' })
    const second = await publishedEngine(server(), person, premiumWorkbook(0.02), {
      productId,
      serviceName,
      revision: '1.1.0',
      effectiveStart: day('2023-01-01'),
    })
    expect(await run(person, first)).toMatchObject({ revision: '1.1.0', xOutput: { Premium: 20 } })
    expect(await run(person, first, { transaction_date: '2021-06-01' })).toMatchObject({ xOutput: { Premium: 10 } })
    expect(await run(person, first, { transaction_date: '2024-06-01' })).toMatchObject({ xOutput: { Premium: 20 } })
    await expect(run(person, first, { transaction_date: '2019-06-01' })).rejects.toMatchObject({
      code: 'NO_ACTIVE_VERSION',
    })
    expect(await run(person, first, { version: '1.0.0' })).toMatchObject({
      xOutput: { Premium: 10 },
      engineWarnings: [{ key: 'Age' }, { key: 'transaction_date' }],
    })
    expect(await run(person, first, { version_id: second.versionId })).toMatchObject({
      engineWarnings: [{ key: 'Age' }],
    })
    await expect(run(person, first, { version: '9.9.9' })).rejects.toMatchObject({ code: 'ENGINE_VERSION_NOT_FOUND' })

    await change(person, first.engineId, (tx) =>
      tx.q.update(engineVersions).set({ state: 'Inactive' }).where(eq(engineVersions.id, second.versionId)),
    )
    await expect(run(person, first, { version: '1.1.0' })).rejects.toMatchObject({ code: 'ENGINE_INACTIVE_WARNING' })
    await expect(run(person, first)).rejects.toMatchObject({ code: 'NO_ACTIVE_VERSION' })
    await change(person, first.engineId, (tx) =>
      tx.q.update(products).set({ status: 'Archive' }).where(eq(products.id, productId)),
    )
    await expect(run(person, first, { transaction_date: '2021-06-01' })).rejects.toMatchObject({
      code: 'PRODUCT_ARCHIVED',
    })
  })

  it('does not exist for somebody who may not see the engine', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, premiumWorkbook())
    const other = await server().signIn({ tenant: person })
    await expect(run(other, engine)).rejects.toMatchObject({ code: 'ENGINE_NOT_FOUND' })
  })
})

describe('an interpreted engine', () => {
  it('gives the same results, and every cell that was computed', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, premiumWorkbook(), { engineType: 'Type2' })
    const { xOutput, trace = [] } = await run(person, engine)
    expect(xOutput).toEqual({ Premium: 20 })
    expect(trace).toContainEqual(expect.objectContaining({ cell: 'Calc!B5', value: 20 }))
  })
})

describe('a connector', () => {
  it('lets a server that the operator allows compute, and reaches no other', async () => {
    const asked: unknown[] = []
    const outside = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString()
      })
      request.on('end', () => {
        asked.push(JSON.parse(body))
        if (request.url === '/away') response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
        else response.end(JSON.stringify({ response_data: { outputs: { Premium: 7 }, warnings: null, errors: null } }))
      })
    })
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
    const { port } = outside.address() as AddressInfo
    try {
      const person = await server().signIn()
      const engine = await publishedEngine(server(), person, premiumWorkbook(), {
        engineType: 'Type4',
        connectorUrl: `http://127.0.0.1:${port}/compute`,
      })
      expect(await run(person, engine)).toMatchObject({ xOutput: { Premium: 7 } })
      expect(asked).toMatchObject([{ request_data: { inputs } }])
      const date = new Date(Date.now() - 3_600_000).toISOString()
      await run(person, engine, { transaction_date: date })
      expect(asked.at(-1)).toMatchObject({ request_meta: { transaction_date: date, validate: false } })
      const params = { product: engine.productId, engine: engine.engineId }
      const file = person.client.call(downloadOutput, { params, body: { request_data: { inputs } } })
      await expect(file).rejects.toMatchObject({ code: 'ENGINE_TYPE_NOT_AVAILABLE' })
      asked.length = 1
      for (const [url, message] of [
        [`http://127.0.0.1:${port}/away`, 'status 302'],
        [`http://localhost:${port}/compute`, 'an address inside'],
        [`http://127.0.0.2:${port}/compute`, 'not among those allowed'],
      ] as const) {
        await change(person, engine.engineId, (tx) =>
          tx.q.update(engines).set({ connectorUrl: url }).where(eq(engines.id, engine.engineId)),
        )
        const failure = await run(person, engine).catch((error: unknown) => error as { code: string; message: string })
        expect(failure).toMatchObject({ code: 'CONNECTOR_FAILED' })
        expect('message' in failure ? failure.message : '').toContain(message)
      }
      const batch = await fetch(`${server().origin}/${person.tenantName}/api/v4/execute`, {
        method: 'POST',
        headers: { ...person.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ service: engine.engineId, inputs: [inputs, inputs] }),
      })
      expect(batch.status).toBe(200)
      expect(await batch.json()).toMatchObject({ outputs: [{}, {}], errors: [[{}], [{}]] })
      expect(asked).toHaveLength(2)
      await change(person, engine.engineId, (tx) =>
        tx.q.update(engines).set({ engineType: 'Type3', connectorUrl: null }).where(eq(engines.id, engine.engineId)),
      )
      const refused = await fetch(`${server().origin}/${person.tenantName}/api/v4/execute`, {
        method: 'POST',
        headers: { ...person.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ service: engine.engineId, inputs: [inputs, inputs] }),
      })
      expect(await refused.json()).toMatchObject({ errorCode: 'ENGINE_TYPE_NOT_AVAILABLE' })
      const { items } = await person.client.call(listCalls, { params: { ...params, purpose: 'All' }, body: {} })
      expect(items[0]).toMatchObject({ engineType: 'Type3', records: 2, hasErrors: true })
    } finally {
      outside.close()
    }
  })
})

describe('a public engine', () => {
  it('is executed without credentials where tenant and author allow it', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, premiumWorkbook())
    const execute = () =>
      fetch(`${server().origin}/${person.tenantName}/api/v3/public/service/${engine.engineId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ request_data: { inputs }, request_meta: { validate: false } }),
      })
    expect((await execute()).status).toBe(404)
    await change(person, engine.engineId, (tx) =>
      tx.q.update(engines).set({ isPublic: true }).where(eq(engines.id, engine.engineId)),
    )
    expect((await execute()).status).toBe(404)
    await server().services.db.inSystem((tx) =>
      tx.q.update(tenants).set({ allowsPublicEngines: true }).where(eq(tenants.id, person.tenantId)),
    )
    expect(await (await execute()).json()).toMatchObject({ response_data: { outputs: { Premium: 20 } } })
  })

  it('takes many records at once', async () => {
    const person = await server().signIn()
    const hidden = await publishedEngine(server(), person, premiumWorkbook())
    const shown = await publishedEngine(server(), person, premiumWorkbook())
    await change(person, shown.engineId, (tx) =>
      tx.q.update(engines).set({ isPublic: true }).where(eq(engines.id, shown.engineId)),
    )
    const execute = (service: string) =>
      fetch(`${server().origin}/${person.tenantName}/api/v4/public/execute`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ service, inputs: [inputs, inputs], output: 'Premium', validate: false }),
      })
    expect((await execute(shown.engineId)).status).toBe(404)
    await server().services.db.inSystem((tx) =>
      tx.q.update(tenants).set({ allowsPublicEngines: true }).where(eq(tenants.id, person.tenantId)),
    )
    expect((await execute(hidden.engineId)).status).toBe(404)
    const answer: unknown = await (await execute(`${shown.product}/${shown.serviceName}`)).json()
    expect(answer).toMatchObject({ outputs: [{ Premium: 20 }, { Premium: 20 }], service_id: shown.engineId })
    const { count, items } = await person.client.call(listCalls, {
      params: { product: shown.productId, engine: shown.engineId, purpose: 'All' },
      body: {},
    })
    expect({ count, kind: items[0]?.callerKind, records: items[0]?.records }).toEqual({
      count: 1,
      kind: 'anyone',
      records: 2,
    })
  })
})
