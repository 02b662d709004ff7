import { updateUserGroups } from '@sheetwright/contract/users/update-user-groups.ts'
import { afterAll, expect, it } from 'vitest'
import { openBatchPump } from '../../src/features/execution/batches/batch-pump.ts'
import { claimChunk } from '../../src/features/execution/batches/batch.store.ts'
import { batchChunks } from '../../src/platform/db/schema/batches.ts'
import { serviceClient } from '../engines/service-client.ts'
import { publishedEngine } from '../support/published-engine.ts'
import { useTestServer } from '../support/test-server.ts'
import { premiumWorkbook } from './workbooks.ts'

const server = useTestServer()
const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing) await close()
})

async function newClient() {
  const person = await server().signIn({ groups: ['supervisor:pf'] })
  const engine = await publishedEngine(server(), person, premiumWorkbook())
  const client = await serviceClient(server(), person)
  const create = async (more: Record<string, unknown> = {}) => {
    const request = {
      service: engine.engineId,
      source_system: 'Nightly',
      correlation_id: 'run-7',
      max_workers: 4,
      ...more,
    }
    const { body } = await client.post('api/v4/batch', request)
    return body as { id: string; data: Record<string, unknown>; object: string }
  }
  return { person, engine, client, create }
}

interface Results {
  readonly data: {
    id: string
    outputs: unknown[]
    errors: unknown[]
    process_time: number[]
    summary_output: unknown
  }[]
  readonly status: Record<string, unknown>
}

const chunk = (id: string, ages: unknown[], more: Record<string, unknown> = {}) => ({
  id,
  size: ages.length,
  data: { inputs: [['Age'], ...ages.map((age) => [age])], parameters: {}, ...more },
})

it('takes records in chunks and gives each finished chunk once', async () => {
  const { engine, client, create } = await newClient()
  const batch = await create()
  expect(batch).toMatchObject({
    object: 'batch',
    data: {
      service_id: engine.engineId,
      version_id: engine.versionId,
      batch_status: 'created',
      source_system: 'Nightly',
    },
  })
  const address = `api/v4/batch/${batch.id}`
  const summary = { aggregation: [{ output_name: 'Premium', operator: 'SUM' }] }
  const pushed = await client.post(`${address}/chunks`, {
    chunks: [chunk('one', [20, 'not an age', 50], { summary }), chunk('two', [30, 40])],
  })
  expect(pushed).toMatchObject({ status: 200, body: { record_submitted: 5, batch_status: 'in_progress' } })
  // Sent again, as after a lost answer.
  expect((await client.post(`${address}/chunks`, { chunks: [chunk('two', [30, 40])] })).body).toMatchObject({
    record_submitted: 5,
  })
  // Other records under a known id would be lost.
  for (const chunks of [[chunk('two', [31, 40])], [chunk('three', [1]), chunk('three', [2])]]) {
    expect(await client.post(`${address}/chunks`, { chunks })).toMatchObject({
      status: 400,
      body: { errorCode: 'INVALID_INPUT', errors: [{ field: `body.chunks.${chunks.length - 1}.id` }] },
    })
  }
  const given: Results['data'] = []
  await expect
    .poll(
      async () => {
        const { body } = await client.get(`${address}/chunkresults?max_chunks=1`)
        given.push(...(body as unknown as Results).data)
        return given.length
      },
      { timeout: 60_000 },
    )
    .toBe(2)
  expect(given.map(({ id }) => id)).toEqual(['one', 'two'])
  const [one] = given
  expect(one?.outputs.map((output) => output === null)).toEqual([false, true, false])
  expect(one?.errors.map((error) => error === null)).toEqual([true, false, true])
  expect(one?.summary_output).toMatchObject([{ output_name: 'Premium', operator: 'SUM' }])
  expect((await client.get(`${address}/chunkresults`)).body).toMatchObject({
    data: [],
    status: { records_available: 0, records_completed: 5, chunks_completed: 2, chunks_submitted: 2 },
  })
  expect(await client.patch(address, { batch_status: 'closed' })).toMatchObject({
    body: { object: 'batch', id: batch.id, meta: { batch_status: 'completed' } },
  })
  expect(await client.post(`${address}/chunks`, { chunks: [chunk('three', [1])] })).toMatchObject({
    status: 409,
    body: { errorCode: 'BATCH_ENDED' },
  })
  expect((await client.get(address)).body).toMatchObject({
    data: {
      batch_status: 'completed',
      summary: {
        chunks: { submitted: 2, completed: 2, failed: 0 },
        records: { submitted: 5, completed: 5, failed: 1 },
      },
      configuration: { correlation_id: 'run-7' },
    },
  })
  expect((await client.get('api/v4/batch/status')).body).toMatchObject({
    in_progress_batches: [],
    recent_batches: [{ id: batch.id }],
  })
  // Each chunk is one call in the log, marked as a batch.
  const logs = await client.post(`api/v1/product/${engine.productId}/engines/${engine.engineId}/logs`, {
    search: [{ field: 'correlation_id', value: 'run-7' }],
  })
  expect(logs.body).toMatchObject({ count: 2, data: expect.arrayContaining([expect.objectContaining({ records: 3 })]) })
})

it('shares parameters among records, cancels, and is hidden from others', async () => {
  const { person, client, create } = await newClient()
  const batch = await create({ output: 'Premium' })
  const address = `api/v4/batch/${batch.id}`
  const inputs = [{}, { Age: 20 }, null]
  await client.post(`${address}/chunks`, { chunks: [{ id: 'a', data: { inputs, parameters: { Age: 50 } } }] })
  const premiums: unknown[] = []
  await expect
    .poll(
      async () => {
        const { body } = await client.get(`${address}/chunkresults`)
        premiums.push(...(body as unknown as Results).data.flatMap(({ outputs }) => outputs))
        return premiums.length
      },
      { timeout: 60_000 },
    )
    .toBe(3)
  expect(premiums[2]).toBeNull()
  expect(premiums[0]).not.toEqual(premiums[1])
  const other = await serviceClient(server(), person, ['execute'], 'user:pf.forms')
  expect(await other.get(`${address}/status`)).toMatchObject({ status: 404, body: { errorCode: 'BATCH_NOT_FOUND' } })
  expect((await client.patch(address, { batch_status: 'cancelled' })).body).toMatchObject({
    meta: { batch_status: 'cancelled', pipeline_status: 'idle' },
  })
  expect(await client.get(`${address}/chunkresults`)).toMatchObject({ status: 409 })
  expect(await client.post('api/v4/batch', { service: 'No/Such' })).toMatchObject({ status: 404 })
  expect(await client.post('api/v4/batch', {})).toMatchObject({ status: 400 })
})

it('takes no more records from somebody who may not execute the engine any more', async () => {
  const { person, engine } = await newClient()
  const other = await server().signIn({ groups: ['supervisor:pf'], tenant: person })
  const post = async (path: string, body: unknown) => {
    const headers = { ...other.headers, 'content-type': 'application/json' }
    const address = `${server().origin}/${person.tenantName}/api/v4/batch${path}`
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const { body: batch } = await post('', { service: engine.engineId })
  const add = (id: string) => post(`/${String(batch['id'])}/chunks`, { chunks: [chunk(id, [20])] })
  expect((await add('before')).status).toBe(200)
  const body = { user_ids: [other.userId], group_path: 'user:pf.forms' }
  await person.client.call(updateUserGroups, { body })
  expect(await add('after')).toMatchObject({ status: 404, body: { errorCode: 'ENGINE_NOT_FOUND' } })
})

it('computes again what a process that died had begun', async () => {
  const { person, client, create } = await newClient()
  const { db, execution, log, reports } = server().services
  const batch = await create()
  const address = `api/v4/batch/${batch.id}`
  const { tenantId } = person
  await db.inTenant(tenantId, async (tx) => {
    const input = JSON.stringify({ inputs: [{ Age: 20 }] })
    await tx.q.insert(batchChunks).values({ tenantId, batchId: batch.id, id: 'lost', records: 1, input, inputBytes: 1 })
    expect(await claimChunk(tx, batch.id, 1000)).toMatchObject({ id: 'lost', attempts: 1 })
    expect(await claimChunk(tx, batch.id, 1000)).toBeUndefined()
    await tx.q.update(batchChunks).set({ leasedUntil: new Date(0) })
  })
  const pump = openBatchPump({ db, execution, log, reports })
  closing.push(() => pump.close())
  pump.start(tenantId, batch.id)
  await expect
    .poll(async () => (await client.get(`${address}/status`)).body['records_available'], { timeout: 60_000 })
    .toBe(1)
  expect((await client.get(address)).body).toMatchObject({ data: { summary: { chunks: { retried: 1 } } } })
})
