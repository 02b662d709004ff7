import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { SentBody } from '@sheetwright/contract/call.ts'
import { type Client, createClient } from '@sheetwright/contract/client.ts'
import { listProducts } from '@sheetwright/contract/products/list-products.ts'
import { buildApp } from '@sheetwright/server/app.ts'
import { createLog } from '@sheetwright/server/platform/telemetry/log.ts'
import { loadSettings } from '@sheetwright/server/settings.ts'
import { startServices } from '@sheetwright/server/start-services.ts'
import { sql } from 'drizzle-orm'
import { signInNewPerson } from '../packages/server/test/support/sign-in-new-person.ts'
import { seedTenant, type TenantSize } from './catalogue/seed-tenant.ts'

/**
 * How long the catalogue takes in a tenant with 5,000 products, 50,000 engines and 200,000 documents, as a ratio to a
 * tenant with 50 products in the same installation, request by request in turn.
 */
const small: TenantSize = { products: 50, enginesEach: 10, documentsEach: 40 }
const large: TenantSize = { ...small, products: 5000 }
const most = 3
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 60)

const questions: Readonly<Record<string, SentBody<typeof listProducts>>> = {
  'first page': { pageSize: 15 },
  'first page by name': { pageSize: 15, sort: 'name' },
  'search by name': { pageSize: 15, search: [{ field: 'productName_co', value: 'otor 4' }] },
  'search in Japanese': { pageSize: 15, search: [{ field: 'productName_co', value: '保険' }] },
  'search without match': { pageSize: 15, search: [{ field: 'productName_co', value: 'nothing like it' }] },
  category: { pageSize: 15, search: [{ field: 'category_in', value: 'Life,Motor' }] },
  status: { pageSize: 15, search: [{ field: 'status1_co', value: 'Production' }] },
  favourites: { pageSize: 15, search: [{ field: 'isstarred', value: true }] },
}

const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-catalogue-'))
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
  const [few, many] = [await filledTenant(small), await filledTenant(large)]
  await statistics()
  const slowest: number[] = []
  console.log('\nquestion                 50 products ms   5,000 products ms   ratio')
  for (const [name, body] of Object.entries(questions)) {
    const times = { few: [] as number[], many: [] as number[] }
    for (let round = -5; round < rounds; round++) {
      const [one, other] = [await timed(few, body), await timed(many, body)]
      if (round < 0) continue
      times.few.push(one)
      times.many.push(other)
    }
    const ratio = median(times.many) / median(times.few)
    slowest.push(ratio)
    const columns = [
      median(times.few).toFixed(2).padStart(14),
      median(times.many).toFixed(2).padStart(19),
      ratio.toFixed(2).padStart(7),
    ]
    console.log(`${name.padEnd(25)}${columns.join(' ')}`)
  }
  const worst = Math.max(...slowest)
  console.log(`\nworst ratio ${worst.toFixed(2)}, allowed ${most}`)
  if (worst > most) process.exitCode = 1
} finally {
  stopping.abort()
  await app.close()
  await started.stop()
  await rm(folder, { recursive: true, force: true })
}

async function filledTenant(size: TenantSize): Promise<Client> {
  const { db } = started.services
  const person = await signInNewPerson(db, settings.origin, { groups: ['supervisor:pf'] })
  const since = performance.now()
  await seedTenant(db, person.tenantId, person.userId, size)
  console.log(`${size.products} products seeded in ${((performance.now() - since) / 1000).toFixed(1)} s`)
  return createClient({ baseUrl: settings.origin, headers: () => person.headers })
}

/** Waits until the database knows its tables, as it does by itself about a minute after much was written. */
async function statistics(): Promise<void> {
  const { db } = started.services
  for (;;) {
    const { rows } = await db.inSystem((tx) =>
      tx.q.execute<{ missing: number }>(sql`
        SELECT count(*)::int AS missing FROM pg_stat_user_tables
        WHERE relname IN ('products', 'product_favourites', 'engines', 'product_documents')
          AND n_live_tup > 0 AND last_autoanalyze IS NULL AND n_mod_since_analyze > 100`),
    )
    if (rows[0]?.missing === 0) return
    await setTimeout(1000)
  }
}

async function timed(client: Client, body: SentBody<typeof listProducts>): Promise<number> {
  const since = performance.now()
  await client.call(listProducts, { body })
  return performance.now() - since
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
