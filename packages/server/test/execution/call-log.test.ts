import { withInputs } from '@sheetwright/contract/call.ts'
import { randomUUID } from 'node:crypto'
import { downloadExport } from '@sheetwright/contract/call-log/download-export.ts'
import { exportCalls } from '@sheetwright/contract/call-log/export-calls.ts'
import { downloadCallWorkbook } from '@sheetwright/contract/call-log/download-call-workbook.ts'
import { getCall } from '@sheetwright/contract/call-log/get-call.ts'
import { listCalls } from '@sheetwright/contract/call-log/list-calls.ts'
import { getProductMetrics } from '@sheetwright/contract/call-log/get-product-metrics.ts'
import { validateService } from '@sheetwright/contract/execution/validate-service.ts'
import { downloadOutput } from '@sheetwright/contract/execution/download-output.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { executeInputs } from '@sheetwright/contract/execution/execute-inputs.ts'
import { getJob } from '@sheetwright/contract/jobs/get-job.ts'
import { readWorkbook } from '@sheetwright/compiler/read.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { jobDefinitions } from '../../src/background.ts'
import { engineCalls, engines } from '../../src/platform/db/schema/engines.ts'
import { products } from '../../src/platform/db/schema/products.ts'
import { defaultWorkerOptions, startWorker } from '../../src/platform/jobs/worker.ts'
import { callHead } from '../support/call-head.ts'
import { type PublishedEngine, publishedEngine } from '../support/published-engine.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'
import { premiumWorkbook } from './workbooks.ts'

const server = useTestServer()

function addressOf(engine: PublishedEngine) {
  return { product: engine.productId, engine: engine.engineId }
}

async function call(person: SignedIn, engine: PublishedEngine, inputs: Record<string, unknown>, meta = {}) {
  return person.client.call(executeEngine, {
    params: addressOf(engine),
    body: { request_data: { inputs }, request_meta: meta },
  })
}

/** A call that the engine refuses; the log still has it. */
async function refusedCall(person: SignedIn, engine: PublishedEngine, inputs: Record<string, unknown>, meta = {}) {
  await expect(call(person, engine, inputs, meta)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
}

describe('the log of calls', () => {
  it('keeps who called what, when, and everything that travelled', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, premiumWorkbook())
    const inputs = { Sum: 1234.5, Age: 41, Cover: 'Full' }
    const first = await call(person, engine, inputs, {
      call_purpose: 'Quote',
      source_system: 'portal',
      correlation_id: 'corr-7',
    })
    await refusedCall(person, engine, { Age: 7 }, { correlation_id: 'refused' })
    const params = addressOf(engine)
    const { items, count } = await person.client.call(listCalls, { params: { ...params, purpose: 'All' }, body: {} })
    expect(count).toBe(2)
    const [second] = items
    expect(second).toMatchObject({ correlationId: 'refused', hasErrors: true })
    expect(items[1]?.id).toBe(first.callId)
    expect(items[1]).toMatchObject({
      versionId: engine.versionId,
      revision: '1.0.0',
      caller: 'Test Person',
      callerKind: 'user',
      purpose: 'Quote',
      sourceSystem: 'portal',
      correlationId: 'corr-7',
      engineType: 'Type1',
      records: 1,
      hasErrors: false,
    })
    const detail = await person.client.call(getCall, { params: { ...params, call: first.callId } })
    expect(detail.inputs).toEqual(inputs)
    expect(detail.outputs).toEqual(first.xOutput)
    expect(detail.response).toEqual(first)

    const only = async (body: object, purpose = 'All') =>
      (await person.client.call(listCalls, { params: { ...params, purpose }, body })).items.map(({ id }) => id)
    expect(await only({ ErrorsOnly: true })).toEqual([second?.id])
    expect(await only({ Search: 'corr-7' })).toEqual([first.callId])
    expect(await only({ Search: '1234.5' })).toEqual([first.callId])
    expect(await only({ Search: '100%' })).toEqual([])
    expect(await only({}, 'quote')).toEqual([first.callId])
    expect(await only({ sort: 'timestamp', pageSize: 1 })).toEqual([first.callId])
    expect(await only({ EndDate: '2001-01-01' })).toEqual([])
    expect(
      await only({ StartDate: first.fetchTimeUTC.slice(0, 10), EndDate: second?.timestamp.slice(0, 10) }),
    ).toHaveLength(2)
    await expect(person.client.call(getCall, { params: { ...params, call: randomUUID() } })).rejects.toMatchObject({
      code: 'CALL_NOT_FOUND',
    })
  })

  it('keeps calls that ask for something else than outputs, and tells them apart', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, premiumWorkbook())
    const params = addressOf(engine)
    const request_data = { inputs: { Sum: 500, Age: 50 } }
    await person.client.call(executeInputs, { params, body: { request_data } })
    await person.client.call(validateService, {
      params: { tenant: person.tenantName, folder: engine.productId, service: engine.engineId },
      body: { request_data, request_meta: { call_purpose: 'Form', correlation_id: 'corr-8' } },
    })
    const pixel = `data:image/png;base64,${'A'.repeat(40)}`
    await person.client.call(downloadOutput, { params, body: { request_data, images: { Logo: pixel } } })
    const missing = person.client.call(downloadOutput, { params, body: { request_data, report: 'Nothing' } })
    await expect(missing).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
    const listed = await person.client.call(listCalls, {
      params: { ...params, purpose: 'All' },
      body: { sort: 'timestamp' },
    })
    expect(listed.items.map(({ purpose, hasErrors, callerKind }) => [purpose, hasErrors, callerKind])).toEqual([
      ['Inputs', false, 'user'],
      ['Form', false, 'user'],
      ['Download Output', false, 'user'],
      ['Download Output', true, 'user'],
    ])
    const [asked, validated, downloaded, failed] = await Promise.all(
      listed.items.map(({ id }) => person.client.call(getCall, { params: { ...params, call: id } })),
    )
    expect(asked).toMatchObject({
      inputs: request_data.inputs,
      response: { xlInputs: [{ name: 'Sum', value: 500 }, {}, {}] },
    })
    expect(validated).toMatchObject({ correlationId: 'corr-8', outputs: { Age: { min: 18, max: 99 } } })
    expect(downloaded).toMatchObject({
      inputs: request_data.inputs,
      response: { fileName: expect.any(String) as unknown },
    })
    expect(JSON.stringify(downloaded?.request)).not.toContain('base64')
    expect(failed).toMatchObject({ response: { errorCode: 'FILE_NOT_FOUND' } })
  })

  it('keeps what travelled letter by letter', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, premiumWorkbook())
    const body = '{ "request_data": {"inputs": {"Sum": 1.10, "Cover": "\\u0000 \\ud800 \\"quoted\\" 保険"}}\n}'
    const response = await fetch(
      `${server().origin}/api/v1/product/${engine.productId}/engines/Execute/${engine.engineId}`,
      {
        method: 'POST',
        headers: { ...person.headers, 'content-type': 'application/json' },
        body,
      },
    )
    // The engine refuses the text; the log still has the call.
    expect(response.status).toBe(400)
    const { db, execution } = server().services
    await execution.calls.flush(person.tenantId)
    const kept = await db.inTenant(person.tenantId, (tx) =>
      tx.q.select({ request: engineCalls.request }).from(engineCalls),
    )
    expect(kept).toEqual([{ request: body }])
  })

  it('takes nothing for calls that stands in a long body that is no JSON', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, premiumWorkbook())
    const other = {
      id: randomUUID(),
      engine_id: engine.engineId,
      version_id: engine.versionId,
      at: '2026-01-01T00:00:00.000Z',
      caller_kind: 'user',
      caller_name: 'Somebody else',
      purpose: 'Quote',
      source_system: '',
      correlation_id: '',
      engine_type: 'Type1',
      micros: 1,
      records: 1,
      has_errors: false,
      request: '*',
    }
    const [before = ''] = JSON.stringify(other).split('"*"')
    const rest = `${before}{"inputs":[${'{"Sum":1},'.repeat(20_000)}{}`
    const body = `{"service":"${engine.engineId}","inputs":[{}]},"response":{}},${rest}]}`
    const response = await fetch(`${server().origin}/${person.tenantName}/api/v4/execute`, {
      method: 'POST',
      headers: { ...person.headers, 'content-type': 'application/json' },
      body,
    })
    expect(response.status).toBe(400)
    const { db, execution } = server().services
    await execution.calls.flush(person.tenantId)
    const kept = await db.inTenant(person.tenantId, (tx) =>
      tx.q.select({ caller: engineCalls.callerName, request: engineCalls.request }).from(engineCalls),
    )
    expect(kept).toEqual([{ caller: 'Test Person', request: JSON.stringify(body) }])
  })

  it('keeps calls of every depth that is allowed, with and without a mark before them', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, premiumWorkbook())
    const post = async (body: string) => {
      const path = `/api/v1/product/${engine.productId}/engines/Execute/${engine.engineId}`
      const headers = { ...person.headers, 'content-type': 'application/json' }
      const response = await fetch(server().origin + path, { method: 'POST', headers, body })
      return ((await response.json()) as { data: { callId: string } }).data.callId
    }
    // The body, its data and the inputs enclose it.
    const depth = withInputs.depth - 3
    const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`
    const deep = await post(`{"request_data": {"inputs": {"Sum": 1, "Other": ${nested}}}}`)
    const marked = await post('\uFEFF{"request_data": {"inputs": {"Sum": 2}}}')
    const { callId: usual } = await call(person, engine, { Sum: 3 })
    const params = addressOf(engine)
    const { items } = await person.client.call(listCalls, { params: { ...params, purpose: 'All' }, body: {} })
    expect(items.map(({ id }) => id)).toEqual([usual, marked, deep])
    const detail = await person.client.call(getCall, { params: { ...params, call: marked } })
    expect(detail.inputs).toEqual({ Sum: 2 })
  })

  it('keeps calls whose texts hold a character that the database does not take', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, premiumWorkbook())
    const meta = { service_category: 'No\0ne', call_purpose: 'Qu\0ote', source_system: '\0', correlation_id: 'c\0' }
    await refusedCall(person, engine, { Sum: 1 }, meta)
    const half = '\ud800'
    const halves = { service_category: half, call_purpose: half, source_system: half, correlation_id: half }
    await refusedCall(person, engine, { Sum: 1 }, halves)
    const { items } = await person.client.call(listCalls, {
      params: { ...addressOf(engine), purpose: 'All' },
      body: {},
    })
    expect(items).toMatchObject([
      { purpose: '\ufffd', sourceSystem: '\ufffd', correlationId: '\ufffd' },
      { purpose: 'Quote', sourceSystem: '', correlationId: 'c' },
    ])
  })

  it('goes with its engine, and keeps no call of another from being stored', async () => {
    const person = await server().signIn()
    const [gone, other, removed] = await Promise.all(
      ['Gone', 'Other', 'Removed'].map((serviceName) =>
        publishedEngine(server(), person, premiumWorkbook(), { serviceName }),
      ),
    )
    if (!gone || !other || !removed) throw new Error('There are three engines')
    const { db, execution } = server().services
    const kept = async () => {
      await execution.calls.flush(person.tenantId)
      const rows = await db.inTenant(person.tenantId, (tx) => tx.q.select({ id: engineCalls.id }).from(engineCalls))
      return new Set(rows.map(({ id }) => id))
    }
    const first = await call(person, gone, {})
    const second = await call(person, removed, {})
    expect(await kept()).toEqual(new Set([first.callId, second.callId]))
    // While its calls wait to be written.
    await call(person, gone, {})
    const third = await call(person, other, {})
    await db.inTenant(person.tenantId, (tx) => tx.q.delete(engines).where(eq(engines.id, gone.engineId)))
    expect(await kept()).toEqual(new Set([second.callId, third.callId]))
    await db.inTenant(person.tenantId, (tx) => tx.q.delete(products).where(eq(products.id, removed.productId)))
    expect(await kept()).toEqual(new Set([third.callId]))
  })

  it('holds a call once, though it was written before and nobody knows', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, premiumWorkbook())
    const { calls } = server().services.execution
    const { productId, engineId, versionId } = engine
    const write = (id: string) =>
      calls.write({
        tenantId: person.tenantId,
        head: callHead({ id, productId, engineId, versionId }),
        request: '{}',
        response: '{}',
        durable: true,
      })
    const [before, after] = [randomUUID(), randomUUID()]
    await write(before)
    await Promise.all([write(before), write(after)])
    const params = { ...addressOf(engine), purpose: 'All' }
    const { items } = await person.client.call(listCalls, { params, body: {} })
    expect(new Set(items.map(({ id }) => id))).toEqual(new Set([before, after]))
    expect(items).toHaveLength(2)
    const { rows } = await person.client.call(getProductMetrics, { params: { product: engine.productId }, body: {} })
    expect(rows).toMatchObject([{ calls: 2 }])
  })

  it('holds a batch as one call that knows its records', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, premiumWorkbook())
    const response = await fetch(`${server().origin}/${person.tenantName}/api/v4/execute`, {
      method: 'POST',
      headers: { ...person.headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        service: engine.engineId,
        inputs: [
          ['Sum', 'Age', 'Cover'],
          [1, 20, 'Basic'],
          [2, 21, 'Full'],
        ],
      }),
    })
    const { call_ids: ids } = (await response.json()) as { call_ids: string[] }
    const params = addressOf(engine)
    const { items, count } = await person.client.call(listCalls, { params: { ...params, purpose: 'All' }, body: {} })
    expect(count).toBe(1)
    expect(items[0]?.records).toBe(2)
    const detail = await person.client.call(getCall, { params: { ...params, call: ids[1] as string } })
    expect(detail.recordCallIds).toEqual(ids)
    expect(detail.inputs).toEqual({ Sum: 2, Age: 21, Cover: 'Full' })
  })

  it('gives back the workbook with the inputs of a past call in place', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, premiumWorkbook())
    const { callId, xOutput } = await call(person, engine, { Sum: 5000, Age: 30, Cover: 'Full' })
    const { blob } = await person.client.call(downloadCallWorkbook, { params: { ...addressOf(engine), call: callId } })
    const { workbook } = await readWorkbook(new Uint8Array(await blob.arrayBuffer()))
    const cells = workbook?.sheets[0]?.cells
    expect(cells?.get(0, 1)).toMatchObject({ kind: 'constant', value: 5000 })
    expect(cells?.get(2, 1)).toMatchObject({ kind: 'constant', value: 'Full' })
    expect(cells?.get(4, 1)).toMatchObject({ kind: 'formula', saved: xOutput['Premium'] })
  })

  it('writes calls into files that no spreadsheet program runs', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, premiumWorkbook())
    await call(
      person,
      engine,
      { Sum: 1 },
      { source_system: '=HYPERLINK("http://bad.example")', correlation_id: '保険' },
    )
    const worker = await startWorker(server().services, jobDefinitions, defaultWorkerOptions)
    try {
      const files = new Map<string, string>()
      for (const Format of ['CSV', 'JSON'] as const) {
        const { jobId } = await person.client.call(exportCalls, { params: addressOf(engine), body: { Format } })
        await expect
          .poll(async () => (await person.client.call(getJob, { params: { job: jobId } })).status, { timeout: 60_000 })
          .toBe('Success')
        const { blob } = await person.client.call(downloadExport, { params: { ...addressOf(engine), job: jobId } })
        files.set(Format, await blob.text())
      }
      const [headings, line] = (files.get('CSV') ?? '').split('\r\n')
      expect(headings).toContain('callId,timestamp,version')
      expect(line).toContain(`"'=HYPERLINK(""http://bad.example"")"`)
      expect(line).toContain('保険')
      const [logged] = JSON.parse(files.get('JSON') ?? '') as { request: unknown; correlationId: string }[]
      expect(logged).toMatchObject({ correlationId: '保険', request: { request_data: { inputs: { Sum: 1 } } } })
    } finally {
      await worker.stop()
    }
  })

  it('counts calls by day, engine and purpose', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, premiumWorkbook())
    await call(person, engine, {}, { call_purpose: 'Quote' })
    await refusedCall(person, engine, { Age: 1 }, { call_purpose: 'Quote' })
    await call(person, engine, {})
    const { counter, rows } = await person.client.call(getProductMetrics, {
      params: { product: engine.productId },
      body: {},
    })
    expect(counter).toBe('Spark.ApiCalls')
    expect(rows.map(({ purpose, calls, failed, engineId }) => ({ purpose, calls, failed, engineId }))).toEqual([
      { purpose: 'Quote', calls: 2, failed: 1, engineId: engine.engineId },
      { purpose: 'Single Execution', calls: 1, failed: 0, engineId: engine.engineId },
    ])
  })

  it('has a call on disk before its answer where the product asks for it', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, premiumWorkbook())
    const { db, events } = server().services
    await db.inTenant(person.tenantId, async (tx) => {
      await tx.q.update(products).set({ auditCalls: true }).where(eq(products.id, engine.productId))
      await events.publish(tx, { type: 'product.changed', id: engine.productId })
    })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => call(person, engine, { Sum: n })))
    const kept = await db.inTenant(person.tenantId, (tx) => tx.q.select({ id: engineCalls.id }).from(engineCalls))
    expect(new Set(kept.map(({ id }) => id))).toEqual(new Set(answers.map(({ callId }) => callId)))
  })
})
