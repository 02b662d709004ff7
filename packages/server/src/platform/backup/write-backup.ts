import { createWriteStream } from 'node:fs'
import { access, constants, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { ZipFile } from 'yazl'
import { releaseVersion } from '../../release.ts'
import { codeOf, StartupError } from '../../startup-error.ts'
import { KEEP_FILES_LOCK } from '../db/advisory-locks.ts'
import { connectionSettings } from '../db/database.ts'
import type { Endpoint } from '../db/endpoint.ts'
import { appliedMigrations } from '../db/migrate.ts'
import type { FileStore } from '../files/file-store.ts'
import { isStorageFull } from '../files/disk-space.ts'
import { type CatalogTable, readSequences, readTables } from './catalog.ts'
import { CountedHash } from './counted-hash.ts'
import { BACKUP_FORMAT, fileEntry, MANIFEST_ENTRY, type Manifest, tableEntry } from './manifest.ts'

/**
 * Writes database and files into one archive, while the server runs: all rows of one snapshot, and every content that
 * they refer to. The archive gets its name only when it is complete and on disk.
 */
export async function writeBackup(
  owner: Endpoint,
  store: FileStore,
  path: string,
  say: (line: string) => void,
): Promise<Manifest> {
  const unfinished = `${path}.unfinished`
  await refusePresent(path)
  await requireFolder(path)
  const client = new Client({ ...connectionSettings(owner), application_name: 'sheetwright-backup' })
  await client.connect()
  const zip = new ZipFile()
  const abort = new AbortController()
  // A failure of an entry also fails `addEntry`.
  zip.on('error', () => undefined)
  const file = createWriteStream(unfinished, { mode: 0o600, flush: true })
  const written = pipeline(zip.outputStream, file, { signal: abort.signal })
  // It is awaited below; an earlier failure must not count as unhandled.
  written.catch(() => undefined)
  try {
    await client.query('SELECT pg_advisory_lock($1)', [KEEP_FILES_LOCK])
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    const manifest = await writeEntries({ client, store, zip, say, failed: written })
    zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 2)), MANIFEST_ENTRY)
    zip.end()
    await written
    await rename(unfinished, path)
    await syncFolder(dirname(path))
    return manifest
  } catch (error) {
    abort.abort()
    await written.catch(() => undefined)
    await rm(unfinished, { force: true })
    if (isStorageFull(error)) throw cannotWrite(path, error)
    throw error
  } finally {
    await client.end()
  }
}

interface Writing {
  readonly client: Client
  readonly store: FileStore
  readonly zip: ZipFile
  readonly say: (line: string) => void
  /** Rejects when the archive can no longer be written (a full disk). */
  readonly failed: Promise<void>
}

async function writeEntries(writing: Writing): Promise<Manifest> {
  const { client, say } = writing
  const tenants = await rowsOf<{ id: string }>(client, 'SELECT id FROM sheetwright.tenants ORDER BY id')
  const tables: Manifest['tables'] = []
  for (const table of await readTables(client)) {
    const copied = await addEntry(writing, tableEntry(table.name), true, copyRows(client, table, tenants))
    tables.push({ name: table.name, columns: [...table.columns], rows: copied.lines, sha256: copied.digest() })
  }
  const sequences = await readSequences(client)
  say(`Database: ${tables.length} tables, ${tables.reduce((sum, table) => sum + table.rows, 0)} rows`)

  const files: Manifest['files'] = { count: 0, missing: [] }
  for (const { id: tenantId } of tenants) {
    for (const hash of await hashesOf(client, tenantId)) {
      const reason = await addFile(writing, tenantId, hash)
      if (reason === undefined) files.count++
      else files.missing.push({ tenantId, hash, reason })
      if (files.count % 1000 === 0 && files.count > 0) say(`Files: ${files.count} so far`)
    }
  }
  say(`Files: ${files.count}`)
  return {
    format: BACKUP_FORMAT,
    product: releaseVersion,
    createdAt: new Date().toISOString(),
    migrations: await appliedMigrations(client),
    tables,
    sequences: [...sequences],
    files,
  }
}

/** The rows of a table in PostgreSQL's text format; tenant by tenant under row-level security. */
async function* copyRows(
  client: Client,
  table: CatalogTable,
  tenants: readonly { id: string }[],
): AsyncIterable<Buffer> {
  const columns = table.columns.map(escapeIdentifier).join(', ')
  const source = `SELECT ${columns} FROM sheetwright.${escapeIdentifier(table.name)}`
  if (!table.byTenant) {
    yield* client.query(copyTo(`COPY (${source}) TO STDOUT`))
    return
  }
  for (const { id } of tenants) {
    await client.query(`SET LOCAL app.tenant = ${escapeLiteral(id)}`)
    yield* client.query(copyTo(`COPY (${source}) TO STDOUT`))
  }
  await client.query(`SET LOCAL app.tenant = ''`)
}

async function hashesOf(client: Client, tenantId: string): Promise<string[]> {
  await client.query(`SET LOCAL app.tenant = ${escapeLiteral(tenantId)}`)
  const { rows } = await client.query<{ hash: string }>(
    'SELECT hash FROM sheetwright.stored_files WHERE tenant_id = $1 ORDER BY hash',
    [tenantId],
  )
  await client.query(`SET LOCAL app.tenant = ''`)
  return rows.map((row) => row.hash)
}

/**
 * Returns why the content could not be included. One damaged file must not cost the operator every backup: the part
 * that was read stays in the archive, and the manifest marks it as unusable.
 */
async function addFile(writing: Writing, tenantId: string, hash: string): Promise<string | undefined> {
  const { store } = writing
  const failure: { reason?: string } = {}
  const content = await store.open(tenantId, hash).catch((error: unknown) => {
    failure.reason = messageOf(error)
  })
  if (content === undefined) return failure.reason
  const measured = await addEntry(writing, fileEntry(tenantId, hash), false, untilFailure(content, failure))
  if (failure.reason !== undefined) return failure.reason
  return measured.digest() === hash ? undefined : 'the content does not have its hash: it is damaged'
}

async function* untilFailure(content: AsyncIterable<Buffer>, failure: { reason?: string }): AsyncIterable<Buffer> {
  try {
    yield* content
  } catch (error) {
    failure.reason = messageOf(error)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function addEntry(
  { zip, failed }: Writing,
  entry: string,
  compress: boolean,
  content: AsyncIterable<Buffer>,
): Promise<CountedHash> {
  const measured = new CountedHash()
  const output = new PassThrough()
  // The length is known only at the end, and may exceed the limit of the plain zip format.
  zip.addReadStream(output, entry, { compress, mode: 0o100600, forceZip64Format: true })
  await Promise.race([pipeline(content, measured, output), failed])
  return measured
}

async function rowsOf<R extends object>(client: Client, query: string): Promise<R[]> {
  return (await client.query<R>(query)).rows
}

async function refusePresent(path: string): Promise<void> {
  try {
    const file = await open(path, 'r')
    await file.close()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw cannotWrite(path, error)
  }
  throw new StartupError(`${path} exists already: a backup is never written over`)
}

async function requireFolder(path: string): Promise<void> {
  try {
    await access(dirname(path), constants.W_OK)
  } catch (error) {
    throw cannotWrite(path, error)
  }
}

function cannotWrite(path: string, error: unknown): StartupError {
  return new StartupError(`The backup cannot be written to ${path} (${codeOf(error) ?? String(error)})`)
}

/** A rename is durable only once its folder is flushed too; Windows has no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
