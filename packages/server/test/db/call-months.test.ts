import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purgeCalls } from '../../src/features/call-log/purge-calls.schedule.ts'
import { prepareDatabase } from '../../src/platform/db/prepare.ts'
import { applyMigration, createMigrationsTable, readMigrations } from '../../src/platform/db/migrate.ts'
import { newId } from '../../src/platform/db/new-id.ts'
import { publishedEngine } from '../support/published-engine.ts'
import { createEmptyDatabase, databaseServers } from '../support/test-database.ts'
import { useTestServer } from '../support/test-server.ts'
import { premiumWorkbook } from '../execution/workbooks.ts'

const dayMs = 86_400_000
const insertCall = `INSERT INTO sheetwright.engine_calls (tenant_id, id, engine_id, at, caller_kind, caller_name, purpose,
    source_system, correlation_id, engine_type, micros, has_errors, request, response)
  VALUES ($1, $2, $3, $4, 'anyone', '', 'Quote', '', '', 'Type1', 1, false, $5, '{}')`

interface Call {
  readonly tenant: string
  readonly id: string
  readonly request: string
}

/** A call of so many days ago, as the server makes its id. */
async function addCall(client: Client, tenant: string, engine: string, daysAgo: number): Promise<Call> {
  const at = new Date(Date.now() - daysAgo * dayMs)
  const call = { tenant, id: newId(at.getTime()), request: `{"daysAgo":${daysAgo}}` }
  await client.query('BEGIN')
  await client.query(`SELECT set_config('app.tenant', $1, true)`, [tenant])
  await client.query(insertCall, [tenant, call.id, engine, at, call.request])
  await client.query('COMMIT')
  return call
}

async function callsOf(client: Client, tenant: string): Promise<Call[]> {
  await client.query('BEGIN')
  await client.query(`SELECT set_config('app.tenant', $1, true)`, [tenant])
  const { rows } = await client.query<Call>(
    'SELECT tenant_id AS tenant, id, request FROM sheetwright.engine_calls WHERE tenant_id = $1 ORDER BY id',
    [tenant],
  )
  await client.query('COMMIT')
  return rows
}

const byId = (a: Call, b: Call) => (a.id < b.id ? -1 : 1)
const months = async (client: Client) => {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM sheetwright.call_months() ORDER BY before')
  return rows.map(({ name }) => name)
}

/** The parts of the log in which PostgreSQL would compress texts in its slow way. */
async function slowlyCompressed(client: Client): Promise<unknown[]> {
  const { rows } = await client.query(`
    SELECT attrelid::regclass, attname FROM pg_attribute
    WHERE attrelid IN (SELECT relid FROM pg_partition_tree('sheetwright.engine_calls'))
      AND attname IN ('request', 'response', 'record_call_ids') AND attcompression <> 'l' AND attstorage <> 'e'`)
  return rows
}

function monthName(ahead: number): string {
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead))
  return `engine_calls_${month.toISOString().slice(0, 7).replace('-', '_')}`
}

describe.each(databaseServers())('a call log from before there were months, on $name', (database) => {
  it('keeps every call of every tenant, and takes more', async () => {
    const { owner, drop } = await createEmptyDatabase(database)
    const client = new Client({ ...owner, options: '-c search_path=sheetwright,public' })
    await client.connect()
    try {
      await createMigrationsTable(client)
      const migrations = await readMigrations()
      const earlier = migrations.filter(({ name }) => name < '0331-call-months.sql')
      for (const migration of earlier) await applyMigration(client, migration)
      const tenants = [newId(), newId()] as const
      const kept: Call[] = []
      for (const tenant of tenants) {
        await client.query('INSERT INTO tenants (id, name) VALUES ($1, $2)', [tenant, tenant])
        // Years ago, lately, now, and by a clock that is wrong by months.
        for (const daysAgo of [3000, 400, 40, 1, 0, -100]) kept.push(await addCall(client, tenant, newId(), daysAgo))
      }
      const { app, applied } = await prepareDatabase(owner, undefined)
      expect(applied).toEqual(migrations.slice(earlier.length).map(({ name }) => name))
      const server = new Client(app)
      await server.connect()
      try {
        for (const tenant of tenants) kept.push(await addCall(server, tenant, newId(), -1))
        for (const tenant of tenants) {
          expect(await callsOf(server, tenant)).toEqual(kept.filter((call) => call.tenant === tenant).toSorted(byId))
        }
        const { rows } = await server.query('SELECT FROM sheetwright.engine_calls')
        expect(rows).toHaveLength(0)
        const [first] = await months(server)
        expect(first).toBe('engine_calls_first')
        expect(await slowlyCompressed(server)).toEqual([])
        // Nor does a month show what belongs to another tenant.
        await server.query(`SELECT set_config('app.tenant', $1, false)`, [tenants[0]])
        const { rows: seen } = await server.query<{ tenant: string }>(
          'SELECT DISTINCT tenant_id AS tenant FROM sheetwright.engine_calls_first',
        )
        expect(seen).toEqual([{ tenant: tenants[0] }])
        await expect(server.query('SELECT sheetwright.drop_call_months(now())')).rejects.toThrow('belong to no tenant')
      } finally {
        await server.end()
      }
    } finally {
      await client.end()
      await drop()
    }
  })
})

describe('months of the call log', () => {
  const server = useTestServer()
  let client: Client
  beforeAll(async () => {
    client = new Client({ connectionString: server().environment['DATABASE_URL'] })
    await client.connect()
  })
  afterAll(() => client.end())

  const purge = () => purgeCalls.run(server().services, new AbortController().signal)

  it('are made ahead, and dropped once no tenant keeps them; until then calls are deleted', async () => {
    expect(await months(client)).toEqual(['engine_calls_first', ...[1, 2, 3].map(monthName)])
    expect(await slowlyCompressed(client)).toEqual([])
    const [long, short] = [await server().signIn(), await server().signIn()]
    const engines = new Map<string, string>()
    for (const [person, days] of [
      [long, 3000],
      [short, 30],
    ] as const) {
      const { engineId, productId } = await publishedEngine(server(), person, premiumWorkbook(0.02))
      engines.set(person.tenantId, engineId)
      await server().services.db.inTenant(person.tenantId, (tx) =>
        tx.q.$client.query('UPDATE products SET keep_calls_days = $1 WHERE id = $2', [days, productId]),
      )
    }
    // A month of its own, long ago.
    await client.query(`ALTER TABLE sheetwright.engine_calls DETACH PARTITION sheetwright.engine_calls_first`)
    await client.query(`ALTER TABLE sheetwright.engine_calls ATTACH PARTITION sheetwright.engine_calls_first
      FOR VALUES FROM (MINVALUE) TO ('${newId(Date.now() - 200 * dayMs)}')`)
    const add = (tenantId: string, daysAgo: number) => addCall(client, tenantId, engines.get(tenantId) ?? '', daysAgo)
    const kept = [await add(long.tenantId, 300), await add(long.tenantId, 1)]
    await add(short.tenantId, 300)
    const fresh = await add(short.tenantId, 1)
    await purge()
    expect(await callsOf(client, long.tenantId)).toEqual(kept)
    expect(await callsOf(client, short.tenantId)).toEqual([fresh])
    expect(await months(client)).toContain('engine_calls_first')

    await server().services.db.inTenant(long.tenantId, (tx) =>
      tx.q.$client.query('UPDATE products SET keep_calls_days = 100 WHERE tenant_id = $1', [long.tenantId]),
    )
    await purge()
    expect(await months(client)).not.toContain('engine_calls_first')
    expect(await callsOf(client, long.tenantId)).toEqual(kept.slice(1))
    expect(await callsOf(client, short.tenantId)).toEqual([fresh])
  })
})
