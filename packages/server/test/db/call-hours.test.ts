import { Client } from 'pg'
import { expect, it } from 'vitest'
import { applyMigration, createMigrationsTable, readMigrations } from '../../src/platform/db/migrate.ts'
import { newId } from '../../src/platform/db/new-id.ts'
import { prepareDatabase } from '../../src/platform/db/prepare.ts'
import { createEmptyDatabase, databaseServers } from '../support/test-database.ts'

const [database] = databaseServers()
const quarters = ['2026-03-01T10:00Z', '2026-03-01T10:45Z', '2026-03-01T11:00Z']

async function addQuarters(client: Client, tenant: string, engine: string, of: string): Promise<void> {
  await client.query('INSERT INTO tenants (id, name) VALUES ($1, $2)', [tenant, tenant])
  await client.query('BEGIN')
  await client.query(`SELECT set_config('app.tenant', $1, true)`, [tenant])
  for (const [i, start] of quarters.entries()) {
    const calls = 10 ** i
    await client.query(
      `INSERT INTO call_counts (tenant_id, span, engine_id, start, series_id, calls, errors, records, failed, warnings, micros)
       VALUES ($1, 15, $2, $3, $4, $5, 1, 2, 3, 4, 5)`,
      [tenant, engine, start, of, calls],
    )
    const counts = Array.from({ length: i + 1 }, () => calls)
    await client.query('INSERT INTO call_durations VALUES ($1, 15, $2, $3, $4, $5)', [
      tenant,
      engine,
      start,
      of,
      counts,
    ])
    await client.query('INSERT INTO call_series_durations VALUES ($1, 15, $2, $3, $4, $5)', [
      tenant,
      engine,
      start,
      of,
      counts,
    ])
  }
  await client.query('COMMIT')
}

it('counts the calls of before by the hour too, for every tenant', async () => {
  if (database === undefined) throw new Error('No database server')
  const { owner, drop } = await createEmptyDatabase(database)
  const client = new Client({ ...owner, options: '-c search_path=sheetwright,public' })
  await client.connect()
  try {
    await createMigrationsTable(client)
    const earlier = (await readMigrations()).filter(({ name }) => name !== '0371-call-hours.sql')
    for (const migration of earlier) await applyMigration(client, migration)
    const tenants = [newId(), newId()]
    const [engine, of] = [newId(), newId()]
    for (const tenant of tenants) await addQuarters(client, tenant, engine, of)
    const { applied } = await prepareDatabase(owner, undefined)
    expect(applied).toEqual(['0371-call-hours.sql'])
    for (const tenant of tenants) {
      await client.query(`SELECT set_config('app.tenant', $1, false)`, [tenant])
      const hours = async (columns: string, table: string) => {
        const { rows } = await client.query<Record<string, unknown>>(
          `SELECT start, ${columns} FROM ${table} WHERE tenant_id = $1 AND span = 60 ORDER BY start`,
          [tenant],
        )
        return rows
      }
      const [ten, eleven] = [new Date('2026-03-01T10:00Z'), new Date('2026-03-01T11:00Z')]
      expect(await hours('calls, errors, records, failed, warnings, micros', 'call_counts')).toEqual([
        { start: ten, calls: '11', errors: '2', records: '4', failed: '6', warnings: '8', micros: '10' },
        { start: eleven, calls: '100', errors: '1', records: '2', failed: '3', warnings: '4', micros: '5' },
      ])
      const summed = [
        { start: ten, counts: ['11', '10'] },
        { start: eleven, counts: ['100', '100', '100'] },
      ]
      expect(await hours('counts', 'call_durations')).toEqual(summed)
      expect(await hours('counts', 'call_series_durations')).toEqual(summed)
    }
  } finally {
    await client.end()
    await drop()
  }
})
