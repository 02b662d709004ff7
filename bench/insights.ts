import type { Client } from '@sheetwright/contract/client.ts'
import { aggregateUsage } from '@sheetwright/contract/insights/aggregate-usage.ts'
import { getDurations } from '@sheetwright/contract/insights/get-durations.ts'
import { getNextMeasures } from '@sheetwright/contract/insights/get-next-measures.ts'
import { getTotals } from '@sheetwright/contract/insights/get-totals.ts'
import { listNotableCalls } from '@sheetwright/contract/insights/list-notable-calls.ts'
import { sql } from 'drizzle-orm'
import { seedTenant } from './catalogue/seed-tenant.ts'
import { compareTenants } from './compare-tenants.ts'
import { seedUsage } from './insights/seed-usage.ts'

/**
 * Measures the queries of the insights page with the counters of 100 million calls over two years, as a ratio to those
 * of 100,000 calls in the same installation. Requests to the two alternate. The queries never read the log's rows.
 */
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
  'percentiles of two years by caller': (client) =>
    client.call(getDurations, { body: { ...range(730, tokyo), groupBy: 'caller' } }),
  'slowest and failing': (client) => client.call(listNotableCalls, { body: range(730) }),
}

await compareTenants({
  sizes: { '100,000 calls': 100_000, '100,000,000 calls': 100_000_000 },
  fill: async (db, person, calls) => {
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
  },
  tables: ['call_counts', 'call_durations'],
  questions,
  rounds: Number(process.env['BENCH_ROUNDS'] ?? 25),
  most: { ratio: 2, milliseconds: 1000 },
})
