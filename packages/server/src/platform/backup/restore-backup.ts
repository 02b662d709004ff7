import { pipeline } from 'node:stream/promises'
import { Client, escapeIdentifier } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartupError } from '../../startup-error.ts'
import { PREPARE_LOCK } from '../db/advisory-locks.ts'
import { connectionSettings } from '../db/database.ts'
import type { Endpoint } from '../db/endpoint.ts'
import { liftIsolation } from '../db/lift-isolation.ts'
import { applyMigration, createMigrationsTable, type Migration, readMigrations } from '../db/migrate.ts'
import type { FileStore } from '../files/file-store.ts'
import { type BackupArchive, refuseDamagedTable } from './backup-archive.ts'
import { readFilledTables, readForeignKeys } from './catalog.ts'
import { CountedHash } from './counted-hash.ts'
import { type Manifest, tableEntry } from './manifest.ts'

export interface RestoreOptions {
  /** Replace existing data. */
  readonly force: boolean
  readonly say: (line: string) => void
}

/**
 * Restores a backup into an installation that is not running. Contents go first, because content without a row is
 * harmless; the whole database then changes in one transaction, so that an interrupted restore leaves it unchanged. The
 * backup of an older version is loaded into the schema of that version and migrated from there.
 */
export async function restoreBackup(
  owner: Endpoint,
  store: FileStore,
  archive: BackupArchive,
  { force, say }: RestoreOptions,
): Promise<void> {
  const [then, since] = splitMigrations(await readMigrations(), archive.manifest)
  const client = new Client(connectionSettings(owner))
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [PREPARE_LOCK])
    const before = await presentTenants(client)
    if (before.length > 0 && !force) {
      throw new StartupError(
        `This installation has ${before.length} tenant(s) already: restore into an empty one, or replace it with --force`,
      )
    }
    await restoreFiles(store, archive)
    say(`Files: ${archive.files.length}`)

    await client.query('BEGIN')
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    await client.query('DROP SCHEMA IF EXISTS sheetwright CASCADE')
    await createMigrationsTable(client)
    for (const migration of then) await applyMigration(client, migration)
    await loadRows(client, archive)
    for (const migration of since) await applyMigration(client, migration)
    await client.query('COMMIT')
    const rows = archive.manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    say(`Database: ${archive.manifest.tables.length} tables, ${rows} rows`)

    const after = new Set(await presentTenants(client))
    for (const tenantId of before.filter((id) => !after.has(id))) await removeFiles(store, tenantId)
  } finally {
    // Also ends an open transaction.
    await client.end()
  }
}

/** The migrations that the backup was made with, and later ones. */
function splitMigrations(known: readonly Migration[], manifest: Manifest): [Migration[], Migration[]] {
  const wanted = new Map(manifest.migrations.map((migration) => [migration.number, migration]))
  for (const { number, name, checksum } of wanted.values()) {
    if (known.find((migration) => migration.number === number)?.checksum === checksum) continue
    throw new StartupError(
      `The backup was made by a version of Sheetwright (${manifest.product}) whose ${name} is not known here: ` +
        'restore it with that version or a newer one',
    )
  }
  return [known.filter(({ number }) => wanted.has(number)), known.filter(({ number }) => !wanted.has(number))]
}

async function presentTenants(client: Client): Promise<string[]> {
  const { rows: found } = await client.query<{ present: boolean }>(
    `SELECT to_regclass('sheetwright.tenants') IS NOT NULL AS present`,
  )
  if (found[0]?.present !== true) return []
  const { rows } = await client.query<{ id: string }>('SELECT id FROM sheetwright.tenants')
  return rows.map((row) => row.id)
}

async function restoreFiles(store: FileStore, archive: BackupArchive): Promise<void> {
  for (const { tenantId, hash, entry } of archive.files) {
    const received = await store.receive(tenantId, await archive.read(entry), { maxBytes: Number.MAX_SAFE_INTEGER })
    if (received.hash !== hash) {
      await received.discard()
      throw new StartupError(`The backup is damaged: ${entry} does not have its hash`)
    }
    await received.keep()
  }
}

async function removeFiles(store: FileStore, tenantId: string): Promise<void> {
  for await (const { hash } of store.list(tenantId)) await store.remove(tenantId, hash)
}

/**
 * Rows arrive unordered and for all tenants at once, so foreign keys and row-level security are suspended. Both are
 * restored, and the keys checked, before the transaction ends. The keys of tables without rows hold anyway.
 */
async function loadRows(client: Client, archive: BackupArchive): Promise<void> {
  const filled = new Set(archive.manifest.tables.filter(({ rows }) => rows > 0).map(({ name }) => name))
  const foreignKeys = (await readForeignKeys(client)).filter(({ table }) => filled.has(table))
  await liftIsolation(client, async () => {
    await runAll(
      client,
      foreignKeys.map(({ table, name }) => `ALTER TABLE ${qualified(table)} DROP CONSTRAINT ${escapeIdentifier(name)}`),
    )
    await copyTables(client, archive, [...filled])
    await runAll(
      client,
      foreignKeys.map(
        ({ table, name, definition }) =>
          `ALTER TABLE ${qualified(table)} ADD CONSTRAINT ${escapeIdentifier(name)} ${definition}`,
      ),
    )
  })
}

async function copyTables(client: Client, { manifest, read }: BackupArchive, filled: readonly string[]): Promise<void> {
  // A migration may have inserted rows that the backup also holds.
  const present = await readFilledTables(client)
  if (present.length > 0) await client.query(`TRUNCATE ${present.map(qualified).join(', ')} CASCADE`)

  const setTriggers = (change: 'DISABLE' | 'ENABLE') =>
    runAll(
      client,
      filled.map((table) => `ALTER TABLE ${qualified(table)} ${change} TRIGGER USER`),
    )
  await setTriggers('DISABLE')
  for (const table of manifest.tables) {
    const columns = table.columns.map(escapeIdentifier).join(', ')
    const measured = new CountedHash()
    const copy = client.query(copyFrom(`COPY ${qualified(table.name)} (${columns}) FROM STDIN`))
    await pipeline(await read(tableEntry(table.name)), measured, copy)
    refuseDamagedTable(table, measured)
  }
  for (const { name, lastValue, isCalled } of manifest.sequences) {
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [qualified(name), lastValue, isCalled])
  }
  await setTriggers('ENABLE')
}

/** One message, because there are hundreds of statements. */
async function runAll(client: Client, statements: readonly string[]): Promise<void> {
  await client.query(statements.join(';'))
}

function qualified(name: string): string {
  return `sheetwright.${escapeIdentifier(name)}`
}
