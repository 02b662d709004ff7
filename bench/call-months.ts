import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CallGroup } from '@sheetwright/server/features/call-log/call-group.ts'
import { usageOf, UsageMemory } from '@sheetwright/server/features/call-log/call-usage.ts'
import { insertCalls, purgeCalls } from '@sheetwright/server/features/call-log/call.store.ts'
import { appEndpointOf, ensureAppRole, grantTables } from '@sheetwright/server/platform/db/app-role.ts'
import { type Database, openDatabase } from '@sheetwright/server/platform/db/database.ts'
import { packagedBinaries } from '@sheetwright/server/platform/db/embedded/binaries.ts'
import { startCluster } from '@sheetwright/server/platform/db/embedded/cluster.ts'
import type { Endpoint } from '@sheetwright/server/platform/db/endpoint.ts'
import { applyMigration, createMigrationsTable, readMigrations } from '@sheetwright/server/platform/db/migrate.ts'
import { newId } from '@sheetwright/server/platform/db/new-id.ts'
import { createLog } from '@sheetwright/server/platform/telemetry/log.ts'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { callHead } from '../packages/server/test/support/call-head.ts'
import { signInNewPerson } from '../packages/server/test/support/sign-in-new-person.ts'
import { seedTenant } from './catalogue/seed-tenant.ts'

/**
 * The call log in one table and by months, in two databases of one server: processor time of the database for a logged
 * call, the newest page of the log, and forgetting a month. Groups are written to the two in turn.
 */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 200)
const groupSize = 500
const dayMs = 86_400_000

interface Log {
  readonly db: Database
  readonly owner: Endpoint
  readonly tenantId: string
  readonly engineId: string
  readonly productId: string
  readonly memory: UsageMemory
  readonly pid: number
}

const log = createLog({ logLevel: 'warn', logFormat: 'json' })
const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-months-'))
await mkdir(path.join(folder, 'db'), { mode: 0o700 })
const binaries = await packagedBinaries(path.join(folder, 'lib'))
const cluster = await startCluster({ folder: path.join(folder, 'db'), binaries, log, tcp: false, settings: {} })
const verdicts: boolean[] = []
try {
  const one = await openLog('one_table', (name) => name !== '0331-call-months.sql')
  const months = await openLog('months', () => true)
  // In the current month, as calls come.
  const writing = await inTurn([one, months], rounds, (each) => write(each, 0))
  report('processor time of the database for a logged call', writing, groupSize, 1.1)
  const reading = await inTurn([one, months], rounds, newestPage)
  report('processor time of the newest page of the log', reading, 1, 3)

  // The oldest month, with as many calls again, is forgotten.
  for (const each of [one, months]) for (let n = 0; n < rounds / 4; n++) await write(each, 400)
  await months.db.close()
  await one.db.inTenant(one.tenantId, (tx) => tx.q.execute(sql`UPDATE products SET keep_calls_days = 300`))
  let from = performance.now()
  while ((await one.db.inTenant(one.tenantId, (tx) => purgeCalls(tx, 5000))) > 0);
  const deleting = performance.now() - from
  const client = new Client(months.owner)
  await client.connect()
  // So that the old calls have a month of their own.
  await client.query('ALTER TABLE sheetwright.engine_calls DETACH PARTITION sheetwright.engine_calls_first')
  from = performance.now()
  await client.query('DROP TABLE sheetwright.engine_calls_first')
  const dropping = performance.now() - from
  await client.end()
  const calls = Math.ceil(rounds / 4) * groupSize
  say(`forgetting ${calls} calls: deleted in ${deleting.toFixed(0)} ms, dropped in ${dropping.toFixed(0)} ms`, [
    dropping < deleting,
    'dropping is faster',
  ])
  await one.db.close()
} finally {
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = verdicts.every(Boolean) ? 0 : 1

function report(name: string, [one = Number.NaN, months = Number.NaN]: readonly number[], per: number, most: number) {
  const ratio = months / one
  const micros = (millis: number) => ((millis * 1000) / rounds / per).toFixed(1)
  say(`${name}: one table ${micros(one)} µs, months ${micros(months)} µs, ratio ${ratio.toFixed(2)}`, [
    ratio <= most,
    `at most ${most}`,
  ])
}

function say(line: string, [holds, what]: readonly [boolean, string]): void {
  verdicts.push(holds)
  console.log(`${line}; ${what}: ${holds ? 'holds' : 'FAILS'}`)
}

/** Processor time of each log's database session in milliseconds. */
async function inTurn(logs: readonly Log[], count: number, work: (each: Log) => Promise<unknown>): Promise<number[]> {
  for (let n = 0; n < 10; n++) for (const each of logs) await work(each)
  const before = await Promise.all(logs.map(({ pid }) => processorTime(pid)))
  for (let n = 0; n < count; n++) for (const each of logs) await work(each)
  const after = await Promise.all(logs.map(({ pid }) => processorTime(pid)))
  return after.map((millis, i) => millis - (before[i] ?? 0))
}

/** User and system time of a process, which Linux counts in hundredths of a second. */
async function processorTime(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function openLog(name: string, isWanted: (migration: string) => boolean): Promise<Log> {
  const owner: Endpoint = { ...cluster.owner, database: name }
  const maintenance = new Client({ ...cluster.owner, database: 'postgres' })
  await maintenance.connect()
  await maintenance.query(`CREATE DATABASE ${name}`)
  await maintenance.end()
  const client = new Client({ ...owner, options: '-c search_path=sheetwright,public' })
  await client.connect()
  await createMigrationsTable(client)
  for (const migration of await readMigrations()) if (isWanted(migration.name)) await applyMigration(client, migration)
  const app = appEndpointOf(owner)
  await ensureAppRole(client, app)
  await grantTables(client, app.user)
  await client.end()
  const db = openDatabase(app, { log, maxConnections: 1 })
  const { tenantId, userId } = await signInNewPerson(db, 'http://127.0.0.1')
  await seedTenant(db, tenantId, userId, { products: 1, enginesEach: 1, documentsEach: 1 })
  const { rows } = await db.inTenant(tenantId, (tx) =>
    tx.q.execute<{ id: string; product_id: string; pid: number }>(
      sql`SELECT id, product_id, pg_backend_pid() AS pid FROM engines`,
    ),
  )
  const [engine] = rows
  if (engine === undefined) throw new Error('There is no engine')
  const { id: engineId, product_id: productId, pid } = engine
  return { db, owner, tenantId, engineId, productId, memory: new UsageMemory(), pid }
}

async function write({ db, tenantId, engineId, productId, memory }: Log, daysAgo: number): Promise<void> {
  const group = new CallGroup()
  const at = new Date(Date.now() - daysAgo * dayMs)
  for (let n = 0; n < groupSize; n++) {
    const head = callHead({ id: newId(at.getTime()), engineId, productId, versionId: null, at, micros: n })
    group.add(head, `{"request_data":{"inputs":{"Sum":${n}}}}`, `{"outputs":{"Premium":${n * 3}}}`, undefined)
  }
  const usage = usageOf(group, memory)
  await db.inTenant(tenantId, (tx) => insertCalls(tx, group.rows, group.counts, usage))
  group.release()
}

function newestPage({ db, tenantId, engineId }: Log): Promise<unknown> {
  return db.inTenant(tenantId, (tx) =>
    tx.q.execute(sql`SELECT id, at, request FROM engine_calls
      WHERE tenant_id = ${tenantId} AND engine_id = ${engineId} ORDER BY at DESC, id DESC LIMIT 20`),
  )
}
