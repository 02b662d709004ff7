import { randomUUID } from 'node:crypto'
import { eraseCalls } from '@sheetwright/contract/call-log/erase-calls.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { aggregateUsage } from '@sheetwright/contract/insights/aggregate-usage.ts'
import { getDurations } from '@sheetwright/contract/insights/get-durations.ts'
import { getNextMeasures } from '@sheetwright/contract/insights/get-next-measures.ts'
import { getProductHealth } from '@sheetwright/contract/insights/get-product-health.ts'
import { getTotals } from '@sheetwright/contract/insights/get-totals.ts'
import { getValueDistribution } from '@sheetwright/contract/insights/get-value-distribution.ts'
import { listCounterDefinitions } from '@sheetwright/contract/insights/list-counter-definitions.ts'
import { listNotableCalls } from '@sheetwright/contract/insights/list-notable-calls.ts'
import { getWeeklyMail } from '@sheetwright/contract/insights/get-weekly-mail.ts'
import { saveWeeklyMail } from '@sheetwright/contract/insights/save-weekly-mail.ts'
import { getUsageDetails } from '@sheetwright/contract/insights/get-usage-details.ts'
import { getVersionOverview } from '@sheetwright/contract/insights/get-version-overview.ts'
import type { UsageFilter } from '@sheetwright/contract/insights/usage.ts'
import { setEntityPermissions } from '@sheetwright/contract/permissions/set-entity-permissions.ts'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCallWriter } from '../../src/features/call-log/call-queue.store.ts'
import { sendWeeklyMails } from '../../src/features/insights/weekly-mails.schedule.ts'
import { listMails } from '../../src/platform/mail/mail.store.ts'
import type { CallHead } from '../../src/features/call-log/call-head.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { newId } from '../../src/platform/db/new-id.ts'
import { codeOf } from '../engines/code-of.ts'
import { premiumWorkbook } from '../execution/workbooks.ts'
import { callHead } from '../support/call-head.ts'
import { type PublishedEngine, publishedEngine } from '../support/published-engine.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'

const server = useTestServer()

const log = createLog({ logLevel: 'silent', logFormat: 'json' })
const quarterMs = 900_000

/** Around the nights in which clocks go forward in Berlin and in New York. */
const from = Date.UTC(2026, 2, 6)
const to = Date.UTC(2026, 3, 3)

const purposes = ['Quote', 'Renewal', '見積']
const sources = ['', 'portal', 'policy admin']
const callers = [
  { callerKind: 'anyone', callerId: null, callerName: '' },
  { callerKind: 'key', callerId: randomUUID(), callerName: 'Portal key' },
  { callerKind: 'visitor', callerId: randomUUID(), callerName: 'visitor@example.test' },
] as const

const pick = <T>(list: readonly T[], number: number): T => list[number % list.length] as T

function headOf(engine: PublishedEngine, number: number, at: number): CallHead {
  return callHead({
    id: newId(at),
    productId: engine.productId,
    engineId: engine.engineId,
    versionId: number % 7 === 0 ? null : engine.versionId,
    at: new Date(at),
    ...pick(callers, Math.floor(number / 2)),
    purpose: pick(purposes, number),
    sourceSystem: pick(sources, Math.floor(number / 5)),
    micros: (number % 97) * 1000,
    records: (number % 4) + 1,
    failed: number % 5 === 0 ? 1 : 0,
    warnings: number % 3 === 0 ? 1 : 0,
  })
}

/** Calls that two processes write at the same time; one of them restarts half way. */
async function writeCalls({ tenantId }: SignedIn, engines: readonly PublishedEngine[], count: number): Promise<void> {
  const open = () => createCallWriter(server().services.db, log)
  const steady = open()
  let restarting = open()
  const texts = {
    request: '{"request_data":{"inputs":{"Age":41,"Cover":"Full"}}}',
    response: '{"xOutput":{"Premium":12}}',
  }
  for (let number = 0; number < count; number++) {
    // Most within a few hours of an arbitrary day, so that many calls share spans.
    const day = (number * 7919) % 28
    const at = from + day * 86_400_000 + ((number * 104_729) % 86_400) * 1000
    const head = headOf(pick(engines, number), number, at)
    const writer = number % 2 === 0 ? steady : restarting
    await writer.write({ tenantId, head, ...texts, durable: false })
    if (number === Math.floor(count / 2)) {
      await restarting.close()
      restarting = open()
    }
  }
  await Promise.all([steady.close(), restarting.close()])
}

/** The counts according to the log. */
async function counted(person: SignedIn, range: { from: number; to: number }, filter: UsageFilter) {
  const list = (values: readonly string[] | undefined) => sql.param(values === undefined ? null : [...values])
  const { rows } = await server().services.db.inTenant(person.tenantId, (tx) =>
    tx.q.execute<Record<string, string>>(sql`
      SELECT count(*) AS calls, count(*) FILTER (WHERE has_errors) AS errors, coalesce(sum(records), 0) AS records,
        coalesce(sum(micros), 0) AS micros
      FROM engine_calls WHERE at >= ${new Date(range.from).toISOString()}::timestamptz AND at < ${new Date(range.to).toISOString()}::timestamptz
        AND (${list(filter.engine)}::text[] IS NULL OR engine_id::text = ANY(${list(filter.engine)}::text[]))
        AND (${list(filter.version)}::text[] IS NULL OR coalesce(version_id::text, '') = ANY(${list(filter.version)}::text[]))
        AND (${list(filter.purpose)}::text[] IS NULL OR purpose = ANY(${list(filter.purpose)}::text[]))
        AND (${list(filter.sourceSystem)}::text[] IS NULL OR source_system = ANY(${list(filter.sourceSystem)}::text[]))`),
  )
  const { calls, errors, records, micros } = rows[0] ?? {}
  return [calls, errors, records].map(Number).concat(Number(micros) / 1000)
}

const counters = ['Spark.ApiCalls', 'Errors', 'Records', 'ComputeMillis'] as const

describe('sums of calls', () => {
  it('equal a count of the log for any range, filter and zone', async () => {
    const person = await server().signIn({ groups: ['supervisor:pf'] })
    const first = await publishedEngine(server(), person, premiumWorkbook())
    const second = await publishedEngine(server(), person, premiumWorkbook())
    await writeCalls(person, [first, second], 1500)
    const engineIds = [first.engineId, second.engineId]
    const some = <T>(values: readonly T[]) => fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined })
    const quarters = (to - from) / quarterMs
    const question = fc.record({
      start: fc.integer({ min: -10, max: quarters }),
      length: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: quarters })),
      engine: some(engineIds),
      version: some([first.versionId, second.versionId, '']),
      purpose: some(purposes),
      sourceSystem: some(sources),
      zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Asia/Tokyo'),
      interval: fc.constantFrom('hour' as const, 'day' as const, 'week' as const, 'month' as const),
    })
    await fc.assert(
      fc.asyncProperty(question, async ({ start, length, zone, interval, ...filter }) => {
        const range = { from: from + start * quarterMs, to: from + (start + length) * quarterMs }
        const asked = { from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString(), filter, zone }
        const expected = await counted(person, range, filter)
        const totals = await person.client.call(getTotals, { body: { ...asked, counterName: [...counters] } })
        expect(totals.counters.map(({ total }) => total)).toEqual(expected)
        const before = { from: 2 * range.from - range.to, to: range.from }
        expect(totals.counters.map(({ before: value }) => value)).toEqual(await counted(person, before, filter))
        const grouped = { ...asked, interval, groupBy: 'purpose', compare: true } as const
        const series = await person.client.call(aggregateUsage, { body: grouped })
        expect(series.groups.reduce((sum, { total }) => sum + total, 0)).toBe(expected[0])
        const whole = (values: readonly number[] = []) => values.reduce((sum, value) => sum + value, 0)
        expect(whole(series.compared?.values)).toBe(expected[0])
        expect(series.compared?.values).toHaveLength(series.points.length)
        expect(whole(series.compared?.before)).toBe((await counted(person, before, filter))[0])
        for (const [index, point] of series.points.slice(0, 3).entries()) {
          const piece = { from: Date.parse(point), to: Date.parse(series.points[index + 1] ?? asked.to) }
          const values = series.groups.reduce((sum, { values: each }) => sum + (each[index] ?? 0), 0)
          expect(values).toBe((await counted(person, piece, filter))[0])
        }
      }),
      { numRuns: 25 },
    )
  })

  it('begin days by the clock of the zone, also when it changes', async () => {
    const person = await server().signIn({ groups: ['supervisor:pf'] })
    const asked = { from: '2026-03-27T23:00:00Z', to: '2026-03-30T22:00:00Z', zone: 'Europe/Berlin' }
    const { points } = await person.client.call(aggregateUsage, { body: { ...asked, interval: 'day' } })
    expect(points).toEqual(['2026-03-27T23:00:00.000Z', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'])
  })
})

async function call(person: SignedIn, engine: PublishedEngine, inputs: Record<string, unknown>, meta = {}) {
  return person.client.call(executeEngine, {
    params: { product: engine.productId, engine: engine.engineId },
    body: { request_data: { inputs }, request_meta: meta },
  })
}

const now = () => ({
  from: new Date(Date.now() - 3_600_000).toISOString(),
  to: new Date(Date.now() + 60_000).toISOString(),
})

describe('insights over HTTP', () => {
  it('tell what was called by whom, how long it took, what was sent, and which calls to look at', async () => {
    const person = await server().signIn({ groups: ['supervisor:pf'] })
    const engine = await publishedEngine(server(), person, premiumWorkbook())
    const ages = [20, 31, 35, 38]
    for (const Age of ages) await call(person, engine, { Sum: 1000, Age, Cover: 'Full' }, { call_purpose: 'Quote' })
    await call(person, engine, { Age: 7 }).catch(() => undefined)
    const definitions = await person.client.call(listCounterDefinitions)
    expect(definitions.map(({ name }) => name)).toContain('Spark.ApiCalls')

    const folders = await person.client.call(getNextMeasures, { body: { ...now(), update: 'folders' } })
    expect(folders.foldersMeasure).toMatchObject([{ key: engine.productId, calls: 5, errors: 1, callers: 1 }])
    expect(folders.servicesMeasure).toBeNull()
    const filter = { engine: [engine.engineId] }
    const callersOf = await person.client.call(getNextMeasures, {
      body: { ...now(), update: 'drilldown', by: 'caller', filter },
    })
    expect(callersOf.drillDownMeasure).toMatchObject([{ calls: 5 }])
    const none = await person.client.call(getNextMeasures, { body: { ...now(), filter: { engine: [randomUUID()] } } })
    expect(none.foldersMeasure).toBeNull()

    const { versions } = await person.client.call(getDurations, { body: { ...now(), filter } })
    const computed = versions.find(({ versionId }) => versionId === engine.versionId)
    expect(computed).toMatchObject({ revision: '1.0.0' })
    expect(versions.reduce((sum, { calls }) => sum + calls, 0)).toBe(5)
    expect(computed?.p50).toBeLessThanOrEqual(computed?.p99 ?? 0)

    const byPurpose = await person.client.call(getDurations, { body: { ...now(), filter, groupBy: 'purpose' } })
    expect(byPurpose.groups.map(({ key, calls }) => [key, calls])).toEqual([
      ['Quote', 4],
      ['Single Execution', 1],
    ])
    expect(byPurpose.groups[0]?.p50).toBeLessThanOrEqual(byPurpose.groups[0]?.p99 ?? 0)
    const quotes = { ...filter, purpose: ['Quote'] }
    for (const groupBy of ['sourceSystem', 'caller'] as const) {
      const { groups, versions: ungrouped } = await person.client.call(getDurations, {
        body: { ...now(), filter: quotes, groupBy },
      })
      expect(groups).toMatchObject([{ calls: 4 }])
      expect(ungrouped).toEqual([])
    }

    const notable = await person.client.call(listNotableCalls, { body: { ...now(), filter } })
    expect(notable.slowest).toHaveLength(5)
    expect(notable.failing).toMatchObject([{ hasErrors: true, engineId: engine.engineId }])

    const params = { product: engine.productId, engine: engine.engineId }
    expect(await person.client.call(getValueDistribution, { params, body: { to: '0001-01-01' } })).toEqual([])
    const values = await person.client.call(getValueDistribution, { params, body: {} })
    const age = values.find(({ name, direction }) => direction === 'input' && name === 'Age')
    expect(age?.weeks[0]?.buckets).toEqual([
      { kind: 'number', bucket: '7', calls: 1 },
      { kind: 'number', bucket: '20', calls: 1 },
      { kind: 'number', bucket: '30', calls: 3 },
    ])
    expect(values.some(({ direction, name }) => direction === 'output' && name === 'Premium')).toBe(true)
  })

  it('give the usage of a product by month, and its versions with the one in effect on a day', async () => {
    const person = await server().signIn({ groups: ['supervisor:pf'] })
    const start = new Date(Date.now() - 10 * 86_400_000)
    const later = { effectiveStart: new Date(Date.now() - 5 * 86_400_000), revision: '1.1.0' }
    const engine = await publishedEngine(server(), person, premiumWorkbook(), { effectiveStart: start })
    const options = { productId: engine.productId, serviceName: engine.serviceName, ...later }
    const second = await publishedEngine(server(), person, premiumWorkbook(0.03), options)
    await call(person, engine, { Sum: 1000, Age: 30, Cover: 'Full' })
    const params = { product: engine.productId }
    const usage = await person.client.call(getUsageDetails, { params, body: { months: 3, zone: 'Asia/Tokyo' } })
    expect(usage.months).toHaveLength(3)
    expect(usage.engines[0]?.months.at(-1)).toEqual({ calls: 1, errors: 0, records: 1 })
    expect(usage.callers).toMatchObject([{ calls: 1 }])
    const effectiveOn = async (date: string | undefined) => {
      const query = date === undefined ? {} : { date }
      return (await person.client.call(getVersionOverview, { params, query })).engines[0]?.effective
    }
    expect(await effectiveOn(undefined)).toBe(second.versionId)
    const between = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10)
    expect(await effectiveOn(between)).toBe(engine.versionId)
    expect(await effectiveOn('2001-01-01')).toBeNull()

    const health = await person.client.call(getProductHealth, { params })
    expect(health).toMatchObject({ calls: 1, failed: 0, proofs: [{ engineId: engine.engineId }] })
    // Its rate was changed after the values were saved.
    expect(health.proofs[0]?.verdict).toBe('different')
    expect(health.p95).toBeGreaterThan(0)
    expect(health.days).toHaveLength(30)
    expect(health.days.at(-1)).toMatchObject({ calls: 1 })
    // The second time the verdict is read from the upload's row.
    expect((await person.client.call(getProductHealth, { params })).proofs).toEqual(health.proofs)
    const stranger = await server().signIn({ tenant: person, groups: ['user:pf.strangers'] })
    expect(await codeOf(stranger.client.call(getProductHealth, { params }))).toBe('PRODUCT_NOT_FOUND')
  })

  it('show those who only view an engine their own calls alone, and strangers nothing', async () => {
    const owner = await server().signIn({ groups: ['supervisor:pf'] })
    const engine = await publishedEngine(server(), owner, premiumWorkbook())
    await call(owner, engine, { Sum: 1000, Age: 30, Cover: 'Full' })
    const viewer = await server().signIn({ tenant: owner, groups: ['user:pf.viewers'] })
    const totalOf = async (person: SignedIn) => {
      const { counters: found } = await person.client.call(getTotals, {
        body: { ...now(), counterName: 'Spark.ApiCalls' },
      })
      return found[0]?.total
    }
    expect(await totalOf(viewer)).toBe(0)
    await owner.client.call(setEntityPermissions, {
      params: { entityType: 'product', entityId: engine.productId },
      body: { principals: [{ principal: { type: 'user', id: viewer.userId }, level: 'view' }] },
    })
    await call(viewer, engine, { Sum: 1000, Age: 30, Cover: 'Full' })
    expect(await totalOf(viewer)).toBe(1)
    expect(await totalOf(owner)).toBe(2)
    expect((await viewer.client.call(getDurations, { body: now() })).versions).toEqual([])
  })

  it('come as one mail a week to those who want it, about what they may see', async () => {
    const person = await server().signIn({ groups: ['supervisor:pf'] })
    const engine = await publishedEngine(server(), person, premiumWorkbook())
    await call(person, engine, { Sum: 1000, Age: 30, Cover: 'Full' })
    await person.client.call(saveWeeklyMail, { body: { wanted: true, language: 'ja' } })
    expect(await person.client.call(getWeeklyMail)).toEqual({ wanted: true })
    const { services } = server()
    await services.execution.calls.flush(person.tenantId)
    const mails = () => services.db.inTenant(person.tenantId, (tx) => listMails(tx, 10))
    await sendWeeklyMails(services, person.tenantId, Date.now())
    expect(await mails()).toHaveLength(0)
    const nextWeek = Date.now() + 7 * 86_400_000
    await sendWeeklyMails(services, person.tenantId, nextWeek)
    await sendWeeklyMails(services, person.tenantId, nextWeek)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.body).toContain('呼び出し数：1')
    expect(mail?.body).toContain(engine.serviceName)
    await person.client.call(saveWeeklyMail, { body: { wanted: false } })
    await sendWeeklyMails(services, person.tenantId, nextWeek + 7 * 86_400_000)
    expect(await mails()).toHaveLength(1)
  })

  it('refuse a range that is none, a zone that is none, and too many points', async () => {
    const { client } = await server().signIn()
    const range = { from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' }
    expect(await codeOf(client.call(getTotals, { body: { ...range, counterName: 'Spark.ApiCalls' } }))).toBe(
      'INVALID_INPUT',
    )
    const long = { from: '2024-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' }
    expect(await codeOf(client.call(aggregateUsage, { body: { ...long, interval: 'hour' } }))).toBe('INVALID_INPUT')
    expect(await codeOf(client.call(aggregateUsage, { body: { ...long, zone: 'Mars/Olympus' } }))).toBe('INVALID_INPUT')
  })

  it('no longer tell who a caller was whose calls were erased; the sums of the others stay', async () => {
    const person = await server().signIn({ groups: ['supervisor:pf'] })
    const engine = await publishedEngine(server(), person, premiumWorkbook())
    await call(person, engine, { Sum: 1000, Age: 30, Cover: 'Full' })
    await person.client.call(eraseCalls, { body: { caller: person.userId, value: 'Full', countOnly: false } })
    const { drillDownMeasure } = await person.client.call(getNextMeasures, {
      body: { ...now(), update: 'drilldown', by: 'caller' },
    })
    expect(drillDownMeasure).toMatchObject([{ calls: 1, name: '***' }])
    const values = await person.client.call(getValueDistribution, {
      params: { product: engine.productId, engine: engine.engineId },
      body: {},
    })
    expect(values.some(({ name }) => name === 'Cover')).toBe(false)
    expect(values.some(({ name }) => name === 'Age')).toBe(true)
  })
})
