import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Client, createClient } from '@sheetwright/contract/client.ts'
import { aggregateUsage } from '@sheetwright/contract/insights/aggregate-usage.ts'
import { getDurations } from '@sheetwright/contract/insights/get-durations.ts'
import { getNextMeasures } from '@sheetwright/contract/insights/get-next-measures.ts'
import { getTotals } from '@sheetwright/contract/insights/get-totals.ts'
import { listNotableCalls } from '@sheetwright/contract/insights/list-notable-calls.ts'
import { buildApp } from '@sheetwright/server/app.ts'
import { createLog } from '@sheetwright/server/platform/telemetry/log.ts'
import { loadSettings } from '@sheetwright/server/settings.ts'
import { startServices } from '@sheetwright/server/start-services.ts'
import { sql } from 'drizzle-orm'
import { signInNewPerson } from '../packages/server/test/support/sign-in-new-person.ts'
import { seedTenant } from './catalogue/seed-tenant.ts'
import { seedUsage } from './insights/seed-usage.ts'

/**
 * How long the questions of the insights page take with the counters that 100 million calls over two years leave, as a ratio to
 * those of 100,000 calls in the same installation, request by request in turn. The rows of the log themselves are never read.
 */
const fewCalls = 100_000
const manyCalls = 100_000_000
const most = 2
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 25)
const dayMs = 86_400_000

const to = new Date()
const range = (days: number, zone = 'UTC') => ({
  from: new Date(to.getTime() - days * dayMs).toISOString(),
  to: to.toISOString(),
  zone,
})
const tokyo = 'Asia/Tokyo'
const counterName = ['Spark.ApiCalls', 'Errors', 'Records', 'Warnings', 'ComputeMillis', 'Callers'] as const

const questions: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  'totals of 30 days': (client) =>
    client.call(getTotals, { body: { ...range(30, tokyo), counterName: [...counterName] } }),
  'totals of two years': (client) => client.call(getTotals, { body: { ...range(730), counterName: [...counterName] } }),
  'last day by hour': (client) => client.call(aggregateUsage, { body: { ...range(1), interval: 'hour' } }),
  '30 days by day, Tokyo': (client) => client.call(aggregateUsage, { body: { ...range(30, tokyo), interval: 'day' } }),
  '90 days by day and engine': (client) =>
    client.call(aggregateUsage, { body: { ...range(90, tokyo), interval: 'day', groupBy: 'engine' } }),
  'a year by week and caller': (client) =>
    client.call(aggregateUsage, { body: { ...range(365), interval: 'week', groupBy: 'caller' } }),
  'two years by month': (client) =>
    client.call(aggregateUsage, { body: { ...range(730, tokyo), interval: 'month', groupBy: 'product' } }),
  'down to products': (client) => client.call(getNextMeasures, { body: { ...range(730), update: 'folders' } }),
  'down to engines': (client) => client.call(getNextMeasures, { body: { ...range(730, tokyo), update: 'services' } }),
  'down to callers': (client) =>
    client.call(getNextMeasures, { body: { ...range(730), update: 'drilldown', by: 'caller' } }),
  'percentiles of two years': (client) => client.call(getDurations, { body: range(730, tokyo) }),
  'slowest and failing': (client) => client.call(listNotableCalls, { body: range(730) }),
}

const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-insights-'))
const port = 20_000 + (process.pid % 20_000)
const settings = loadSettings({
  SHEETWRIGHT_DATA: folder,
  SHEETWRIGHT_DEMO: 'false',
  SHEETWRIGHT_PORT: String(port),
  SHEETWRIGHT_REQUESTS_PER_MINUTE: '1000000',
})
const stopping = new AbortController()
const started = await startServices(settings, {
  log: createLog({ logLevel: 'error', logFormat: 'json' }),
  say: () => undefined,
  onFailure: (error) => {
    throw error
  },
  stopping: stopping.signal,
})
const app = await buildApp(started.services)
await app.listen({ host: settings.host, port })

try {
  const [few, many] = [await countedTenant(fewCalls), await countedTenant(manyCalls)]
  await statistics()
  const ratios: number[] = []
  const slowest: number[] = []
  console.log('\n| question | 100,000 calls ms | 100,000,000 calls ms | ratio |\n|---|---:|---:|---:|')
  for (const [name, ask] of Object.entries(questions)) {
    const times = { few: [] as number[], many: [] as number[] }
    for (let round = -3; round < rounds; round++) {
      const [one, other] = [await timed(few, ask), await timed(many, ask)]
      if (round < 0) continue
      times.few.push(one)
      times.many.push(other)
    }
    const [before, after] = [median(times.few), median(times.many)]
    ratios.push(after / before)
    slowest.push(after)
    console.log(`| ${name} | ${before.toFixed(1)} | ${after.toFixed(1)} | ${(after / before).toFixed(2)} |`)
  }
  const worst = Math.max(...ratios)
  console.log(
    `\nworst ratio ${worst.toFixed(2)}, allowed ${most}; slowest ${Math.max(...slowest).toFixed(0)} ms, allowed 1000`,
  )
  if (worst > most || Math.max(...slowest) > 1000) process.exitCode = 1
} finally {
  stopping.abort()
  await app.close()
  await started.stop()
  await rm(folder, { recursive: true, force: true })
}

async function countedTenant(calls: number): Promise<Client> {
  const { db } = started.services
  const person = await signInNewPerson(db, settings.origin, { groups: ['supervisor:pf'] })
  await seedTenant(db, person.tenantId, person.userId, { products: 2, enginesEach: 4, documentsEach: 1 })
  const since = performance.now()
  await seedUsage(db, person.tenantId, calls)
  const { rows } = await db.inTenant(person.tenantId, (tx) =>
    tx.q.execute<{ calls: string; rows: string }>(
      sql`SELECT sum(calls) FILTER (WHERE span = 43200) AS calls, count(*) AS rows FROM call_counts`,
    ),
  )
  const seconds = ((performance.now() - since) / 1000).toFixed(1)
  console.log(`${Number(rows[0]?.calls)} calls counted in ${Number(rows[0]?.rows)} rows in ${seconds} s`)
  return createClient({ baseUrl: settings.origin, headers: () => person.headers })
}

/** Waits until the database knows its tables, as it does by itself about a minute after much was written. */
async function statistics(): Promise<void> {
  const { db } = started.services
  for (;;) {
    const { rows } = await db.inSystem((tx) =>
      tx.q.execute<{ missing: number }>(sql`
        SELECT count(*)::int AS missing FROM pg_stat_user_tables
        WHERE relname IN ('call_counts', 'call_durations') AND last_autoanalyze IS NULL`),
    )
    if (rows[0]?.missing === 0) return
    await setTimeout(1000)
  }
}

async function timed(client: Client, ask: (client: Client) => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await ask(client)
  return performance.now() - since
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
