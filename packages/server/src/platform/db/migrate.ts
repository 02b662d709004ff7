import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { StartupError } from '../../startup-error.ts'
import { hidesRows, liftIsolation } from './lift-isolation.ts'

export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

export interface AppliedMigration {
  readonly number: number
  readonly name: string
  readonly checksum: string
}

const folder = join(import.meta.dirname, '../../migrations')
const fileName = /^(\d{4})-[a-z0-9-]+\.sql$/

/**
 * Migrates the schema to the version that this code expects. The caller holds the advisory lock, so that only one of
 * several starting processes does the work. Returns the names of the applied migrations.
 */
export async function migrate(owner: Client): Promise<string[]> {
  const migrations = await readMigrations()
  await createMigrationsTable(owner)
  const rows = await appliedMigrations(owner)
  refuseForeignHistory(migrations, rows)

  const applied = new Set(rows.map((row) => row.number))
  const pending = migrations.filter((migration) => !applied.has(migration.number))
  for (const migration of pending) {
    await owner.query('BEGIN')
    try {
      await applyMigration(owner, migration)
      await owner.query('COMMIT')
    } catch (error) {
      await owner.query('ROLLBACK')
      throw error
    }
  }
  return pending.map((migration) => migration.name)
}

export async function createMigrationsTable(owner: Client): Promise<void> {
  await owner.query(`
    CREATE SCHEMA IF NOT EXISTS sheetwright;
    CREATE TABLE IF NOT EXISTS sheetwright.migrations (
      number integer PRIMARY KEY,
      name text NOT NULL,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`)
}

export async function appliedMigrations(owner: Client): Promise<AppliedMigration[]> {
  const { rows } = await owner.query<AppliedMigration>(
    'SELECT number, name, checksum FROM sheetwright.migrations ORDER BY number',
  )
  return rows
}

/** Inside the caller's transaction. The migration sees the rows of every tenant. */
export async function applyMigration(owner: Client, migration: Migration): Promise<void> {
  try {
    const apply = () => owner.query(migration.sql)
    await ((await hidesRows(owner)) ? liftIsolation(owner, apply) : apply())
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The migration ${migration.name} failed: ${reason}`, { cause })
  }
  await owner.query('INSERT INTO sheetwright.migrations (number, name, checksum) VALUES ($1, $2, $3)', [
    migration.number,
    migration.name,
    migration.checksum,
  ])
}

/** All migrations of this version of the code, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const migrations = await Promise.all(names.map(readMigration))
  for (const [index, migration] of migrations.entries()) {
    if (migrations[index - 1]?.number === migration.number) {
      throw new Error(`Two migrations have the number ${migration.number}: ${migration.name}`)
    }
  }
  return migrations
}

async function readMigration(name: string): Promise<Migration> {
  const number = fileName.exec(name)?.[1]
  if (number === undefined) throw new Error(`Not a name for a migration: ${name} (0001-what-it-does.sql)`)
  // A Windows checkout may have other line endings; they must not look like a change.
  const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
  return { number: Number(number), name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

function refuseForeignHistory(known: readonly Migration[], applied: readonly AppliedMigration[]): void {
  const byNumber = new Map(known.map((migration) => [migration.number, migration]))
  for (const row of applied) {
    const migration = byNumber.get(row.number)
    if (migration === undefined) {
      throw new StartupError(
        `The database was used by a newer version of Sheetwright (it has ${row.name}, unknown here): update Sheetwright`,
      )
    }
    if (migration.checksum !== row.checksum) {
      throw new StartupError(
        `The migration ${row.name} is not the one that was applied to this database: ` +
          'put back the original file, and make changes in a new migration',
      )
    }
  }
}
