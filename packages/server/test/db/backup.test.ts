import { createHash, randomBytes } from 'node:crypto'
import { cp, mkdtemp, open, readdir, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBackup, verifyBackup } from '../../src/platform/backup/backup-archive.ts'
import { restoreBackup } from '../../src/platform/backup/restore-backup.ts'
import { writeBackup } from '../../src/platform/backup/write-backup.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import type { Endpoint } from '../../src/platform/db/endpoint.ts'
import { applyMigration, createMigrationsTable, readMigrations } from '../../src/platform/db/migrate.ts'
import { prepareDatabase } from '../../src/platform/db/prepare.ts'
import type { FileStore } from '../../src/platform/files/file-store.ts'
import { createFiles } from '../../src/platform/files/files.ts'
import { openFolderStore } from '../../src/platform/files/folder-store.ts'
import { createEmptyDatabase, createTestDatabase, databaseServers, newTenant } from '../support/test-database.ts'
import { testStores } from '../support/test-stores.ts'

/** Messages for a changed byte: from decompression or from the hash. */
const damage = /damaged|invalid|incorrect|unexpected/
const quiet = () => undefined
const cleanUps: (() => Promise<unknown>)[] = []
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwright-backup-'))
  cleanUps.push(() => rm(folder, { recursive: true, force: true }))
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

interface Installation {
  readonly owner: Endpoint
  readonly db: Database
  readonly store: FileStore
}

/** Files follow their database: a folder for the embedded one, both kinds of store for an external one. */
const [, external] = databaseServers()
const places = [
  ...databaseServers().map((server) => ({ server, kind: 'folder' as const })),
  ...(external ? [{ server: external, kind: 's3' as const }] : []),
]

describe.each(places)('on $server.name with files in a $kind', ({ server, kind }) => {
  /** An installation and its backup, with the rows that it holds: made once for all tests that only read them. */
  let source: Installation
  let path: string
  let rows: Record<string, string[]>
  const lastCleanUps: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    const place = await mkdtemp(join(tmpdir(), 'sheetwright-backup-'))
    source = await filledInstallation()
    path = join(place, 'all.backup')
    await writeBackup(source.owner, source.store, path, quiet)
    rows = await everything(source.owner)
    lastCleanUps.push(() => rm(place, { recursive: true, force: true }), ...cleanUps.splice(0))
  })
  afterAll(async () => {
    for (const cleanUp of lastCleanUps.reverse()) await cleanUp()
  })

  it('brings database and files over to an empty installation, byte by byte', async () => {
    expect((await stat(path)).mode & 0o077).toBe(0)

    const target = await emptyInstallation()
    await restore(target, path)
    expect(await everything(target.owner)).toEqual(rows)
    for (const { tenantId, hash } of await storedFiles(source.owner)) {
      expect(sha256(await buffer(await target.store.open(tenantId, hash)))).toBe(hash)
    }
    expect(await constraints(target.owner)).toEqual(await constraints(source.owner))

    // Isolation is restored: the restored installation works with the server's role.
    const { app } = await prepareDatabase(target.owner, undefined)
    const db = openOn(app)
    const [tenant] = await db
      .inSystem(({ q }) => q.execute<{ id: string }>(sql`SELECT id FROM tenants`))
      .then((r) => r.rows)
    const seen = await db.inTenant(tenant?.id ?? '', ({ q }) =>
      q.execute(sql`SELECT DISTINCT tenant_id FROM user_groups`),
    )
    expect(seen.rows).toEqual([{ tenant_id: tenant?.id }])
  })

  it('holds one moment, however much is written meanwhile', async () => {
    const moment = join(folder, 'moment.backup')
    const tenant = await newTenant(source.db)
    let written = 0
    let stop = false
    const enough = Promise.withResolvers<void>()
    // Each transaction writes a pair; an inconsistent backup would hold half of one.
    const write = async () => {
      for (; !stop; written++) {
        const label = `user:${written}`
        await source.db.inTenant(tenant, async ({ q }) => {
          await q.execute(sql`INSERT INTO user_groups (tenant_id, label) VALUES (${tenant}, ${label})`)
          await q.execute(sql`INSERT INTO jobs (tenant_id, id, type, user_id, data)
            VALUES (${tenant}, gen_random_uuid(), 'DownloadLogs', ${label}, '{}')`)
        })
        if (written === 20) enough.resolve()
      }
    }
    const writing = write()
    await enough.promise
    await writeBackup(source.owner, source.store, moment, quiet)
    stop = true
    await writing

    const target = await emptyInstallation()
    await restore(target, moment)
    const restored = await everything(target.owner)
    const groups = (restored['user_groups'] ?? []).filter((row) => row.includes(tenant))
    const jobs = (restored['jobs'] ?? []).filter((row) => row.includes(tenant))
    expect(jobs).toHaveLength(groups.length)
    expect(groups.length).toBeGreaterThan(20)
    expect(groups.length).toBeLessThan(written)
  })

  it('of an older version is restored as it was and then brought up to date', async () => {
    const { owner, drop } = await createEmptyDatabase(server)
    cleanUps.push(drop)
    const migrations = await readMigrations()
    const client = await connected(owner)
    await client.query('SET search_path = sheetwright')
    await createMigrationsTable(client)
    for (const migration of migrations.slice(0, -1)) await applyMigration(client, migration)
    await client.query(`INSERT INTO tenants (id, name) VALUES (gen_random_uuid(), 'of-old')`)
    const old = join(folder, 'old.backup')
    await writeBackup(owner, await newStore(), old, quiet)

    const target = await emptyInstallation()
    await restore(target, old)
    expect(await prepareDatabase(target.owner, undefined)).toMatchObject({ applied: [] })
    expect((await everything(target.owner))['tenants']).toEqual([expect.stringContaining('of-old')])
  })

  it('refuses an installation that is in use unless told to replace it, and then leaves nothing of it', async () => {
    const { db, owner, drop } = await createTestDatabase(server)
    cleanUps.push(drop)
    const target = { owner, store: await newStore() }
    const old = await newTenant(db, 'was-here')
    await createFiles(db, target.store).put(old, Readable.from([Buffer.from('old')]), { maxBytes: 10 })
    await expect(restore(target, path)).rejects.toThrow(/has 1 tenant\(s\) already.*--force/)
    expect((await everything(target.owner))['tenants']).toHaveLength(1)

    await restore(target, path, true)
    expect(await everything(target.owner)).toEqual(rows)
    expect(await Array.fromAsync(target.store.list(old))).toEqual([])
  })

  it('changes nothing when the backup turns out to be damaged', async () => {
    const damaged = join(folder, 'damaged.backup')
    await cp(path, damaged)
    const target = await emptyInstallation()
    await damageRows(damaged)
    await expect(restore(target, damaged)).rejects.toThrow(damage)
    const client = await connected(target.owner)
    expect((await client.query(`SELECT to_regnamespace('sheetwright') AS schema`)).rows).toEqual([{ schema: null }])
  })

  async function filledInstallation(): Promise<Installation> {
    const { db, owner, drop } = await createTestDatabase(server)
    cleanUps.push(drop)
    const store = await newStore()
    const files = createFiles(db, store)
    for (const name of ['first', '二番目']) {
      const tenant = await newTenant(db, `${name}-${randomBytes(4).toString('hex')}`)
      await db.inTenant(tenant, async ({ q }) => {
        await q.execute(sql`INSERT INTO user_groups (tenant_id, label) VALUES (${tenant}, 'supervisor:pf')`)
        await q.execute(sql`INSERT INTO users (tenant_id, id, email, username, full_name)
          VALUES (${tenant}, gen_random_uuid(), 'a@b.test', 'a', ${'Tab\t, line\nfeed, \\N and 保険 \u{1F600}'})`)
        await q.execute(sql`INSERT INTO user_group_members (tenant_id, user_id, label)
          SELECT tenant_id, id, 'supervisor:pf' FROM users`)
        await q.execute(sql`INSERT INTO jobs (tenant_id, id, type, user_id, data)
          VALUES (${tenant}, gen_random_uuid(), 'DownloadLogs', 'a', ${JSON.stringify({ nested: ['"', null, 1.5] })}::jsonb)`)
        await q.execute(sql`INSERT INTO job_queue (tenant_id, job_id, type, priority)
          SELECT tenant_id, id, type, 0 FROM jobs`)
      })
      await db.inSystem(({ q }) => q.execute(sql`INSERT INTO job_turns VALUES (${tenant}, now())`))
      for (const size of [0, 1, 200_000]) {
        await files.put(tenant, Readable.from([randomBytes(size)]), { maxBytes: 1_000_000 })
      }
    }
    await db.inSystem(({ q }) => q.execute(sql`INSERT INTO system_values (key, value) VALUES ('keys', '{"a": 1}')`))
    return { db, owner, store }
  }

  async function emptyInstallation(): Promise<Omit<Installation, 'db'>> {
    const { owner, drop } = await createEmptyDatabase(server)
    cleanUps.push(drop)
    return { owner, store: await newStore() }
  }

  async function newStore(): Promise<FileStore> {
    const { store, close } = await testStores[kind]()
    cleanUps.push(close)
    return store
  }
})

describe('a backup', () => {
  it('is never written over, and leaves nothing behind when it fails', async () => {
    const { owner, drop } = await createTestDatabase()
    cleanUps.push(drop)
    const store = await openFolderStore(join(folder, 'files'))
    const path = join(folder, 'once.backup')
    await writeBackup(owner, store, path, quiet)
    await expect(writeBackup(owner, store, path, quiet)).rejects.toThrow(/exists already/)
    const missingFolder = join(folder, 'no-such-folder', 'x.backup')
    await expect(writeBackup(owner, store, missingFolder, quiet)).rejects.toThrow('ENOENT')
    expect((await readdir(folder)).toSorted()).toEqual(['files', 'once.backup'])
  })

  it('takes along everything but contents that are gone or damaged, and names those', async () => {
    const { db, owner, drop } = await createTestDatabase()
    cleanUps.push(drop)
    const root = join(folder, 'files')
    const store = await openFolderStore(root)
    const files = createFiles(db, store)
    const tenant = await newTenant(db)
    const put = (text: string) => files.put(tenant, Readable.from([Buffer.from(text)]), { maxBytes: 100 })
    const [kept, gone, damaged] = [await put('kept'), await put('gone'), await put('damaged')]
    await store.remove(tenant, gone.hash)
    await truncate(join(root, tenant, damaged.hash.slice(0, 2), damaged.hash), 3)

    const path = join(folder, 'partial.backup')
    const { files: written } = await writeBackup(owner, store, path, quiet)
    expect(written.count).toBe(1)
    expect(written.missing.map(({ hash }) => hash).toSorted()).toEqual([gone.hash, damaged.hash].toSorted())

    const archive = await openBackup(path)
    cleanUps.push(async () => archive.close())
    await verifyBackup(archive)
    expect(archive.files.map(({ hash }) => hash)).toEqual([kept.hash])
  })

  it('keeps contents from being collected while it is written', async () => {
    const { db, owner, drop } = await createTestDatabase()
    cleanUps.push(drop)
    const store = await openFolderStore(join(folder, 'files'))
    const files = createFiles(db, store)
    const tenant = await newTenant(db)
    await files.put(tenant, Readable.from([Buffer.from('needed')]), { maxBytes: 100 })
    const later = new Date(Date.now() + 60_000)
    const seen: number[] = []
    const watched: FileStore = {
      ...store,
      open: async (...args) => {
        seen.push(await files.collect(tenant, later))
        return store.open(...args)
      },
    }
    const { files: written } = await writeBackup(owner, watched, join(folder, 'x.backup'), quiet)
    expect({ seen, ...written }).toEqual({ seen: [0], count: 1, missing: [] })
    expect(await files.collect(tenant, later)).toBe(1)
  })

  it('that is cut off, damaged or something else is refused in one line', async () => {
    const { db, owner, drop } = await createTestDatabase()
    cleanUps.push(drop)
    await newTenant(db)
    const store = await openFolderStore(join(folder, 'files'))
    const path = join(folder, 'whole.backup')
    await writeBackup(owner, store, path, quiet)
    const archive = await openBackup(path)
    await verifyBackup(archive)
    archive.close()

    const cut = join(folder, 'cut.backup')
    await cp(path, cut)
    await truncate(cut, (await stat(path)).size - 100)
    await expect(openBackup(cut)).rejects.toThrow(/cut\.backup cannot be restored: it is not a complete backup/)
    await expect(openBackup(join(folder, 'absent'))).rejects.toThrow(/there is no such file/)
    await damageRows(path)
    const damaged = await openBackup(path)
    cleanUps.push(async () => damaged.close())
    await expect(verifyBackup(damaged)).rejects.toThrow(damage)
  })
})

async function restore(target: Omit<Installation, 'db'>, path: string, force = false): Promise<void> {
  const archive = await openBackup(path)
  try {
    await restoreBackup(target.owner, target.store, archive, { force, say: quiet })
  } finally {
    archive.close()
  }
}

function openOn(app: Endpoint): Database {
  const db = openDatabase(app, { log: pino({ level: 'silent' }), maxConnections: 2 })
  cleanUps.push(() => db.close())
  return db
}

async function connected(owner: Endpoint): Promise<Client> {
  const client = new Client(owner)
  await client.connect()
  cleanUps.push(() => client.end())
  return client
}

/** All rows of all tables as text, of all tenants. */
async function everything(owner: Endpoint): Promise<Record<string, string[]>> {
  const client = await connected(owner)
  await client.query('BEGIN')
  const { rows: tables } = await client.query<{ name: string; isFilled: boolean }>(
    `SELECT relname AS name, pg_relation_size(oid) > 0 AS "isFilled" FROM pg_class
     WHERE relnamespace = 'sheetwright'::regnamespace AND relkind = 'r' AND relname <> 'migrations' ORDER BY relname`,
  )
  const all: Record<string, string[]> = {}
  for (const { name, isFilled } of tables) {
    all[name] = []
    // A file of size 0 holds no rows, and most tables have none here.
    if (!isFilled) continue
    await client.query(`ALTER TABLE sheetwright.${name} NO FORCE ROW LEVEL SECURITY`)
    const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM sheetwright.${name} t ORDER BY 1`)
    all[name] = rows.map(({ row }) => row)
  }
  await client.query('ROLLBACK')
  return all
}

async function storedFiles(owner: Endpoint): Promise<{ tenantId: string; hash: string }[]> {
  const rows = (await everything(owner))['stored_files'] ?? []
  return rows.map((row) => {
    const [tenantId = '', hash = ''] = row.slice(1).split(',')
    return { tenantId, hash }
  })
}

async function constraints(owner: Endpoint): Promise<unknown[]> {
  const client = await connected(owner)
  const { rows } = await client.query<Record<string, unknown>>(
    `SELECT c.relname, c.relrowsecurity, c.relforcerowsecurity, array_agg(k.conname || ' ' || pg_get_constraintdef(k.oid)
       ORDER BY k.conname) AS constraints
     FROM pg_class c LEFT JOIN pg_constraint k ON k.conrelid = c.oid
     WHERE c.relnamespace = 'sheetwright'::regnamespace AND c.relkind = 'r' GROUP BY c.oid ORDER BY c.relname`,
  )
  return rows
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Changes a byte in the middle of the first table with rows, which the archive's own lists do not reveal. */
async function damageRows(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const content = await file.readFile()
    const name = content.indexOf('database/tenants.copy')
    const at = name + 'database/tenants.copy'.length + 12
    await file.write(Buffer.from([(content[at] ?? 0) ^ 0xff]), 0, 1, at)
  } finally {
    await file.close()
  }
}
