import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KEEP_FILES_LOCK } from '../../src/platform/db/advisory-locks.ts'
import { DamagedContentError, MissingContentError, TooLargeError } from '../../src/platform/files/file-store.ts'
import { createFiles, type Files } from '../../src/platform/files/files.ts'
import { notedFiles } from '../../src/platform/files/stored-file.store.ts'
import { databaseServers, newTenant, type TestDatabase, useTestDatabase } from '../support/test-database.ts'
import { type TestStore, testStores } from '../support/test-stores.ts'

const later = () => new Date(Date.now() + 60_000)
const limits = { maxBytes: 50_000_000 }

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

async function hashesOf(files: Files, tenantId: string): Promise<string[]> {
  return (await Array.fromAsync(files.store.list(tenantId))).map((content) => content.hash)
}

const places = databaseServers().flatMap((server) => (['folder', 's3'] as const).map((kind) => ({ server, kind })))

describe.each(places)('files in a $kind, noted in $server.name', ({ server, kind }) => {
  const database = useTestDatabase(server)
  let opened: TestStore
  let files: Files

  beforeAll(async () => {
    opened = await testStores[kind]()
    files = createFiles(database.db, opened.store)
  })
  afterAll(() => opened.close())

  it('gives back what was stored, whole and in parts, under the hash of its content', async () => {
    const tenant = await newTenant(database.db)
    // Larger than one part of a multipart upload.
    const content = randomBytes(12_000_000)
    const stored = await files.put(
      tenant,
      Readable.from([content.subarray(0, 7_000_000), content.subarray(7_000_000)]),
      limits,
    )
    expect(stored).toEqual({ hash: sha256(content), size: content.length })
    expect(await files.size(tenant, stored.hash)).toBe(content.length)
    expect((await buffer(await files.open(tenant, stored.hash))).equals(content)).toBe(true)
    const part = await buffer(await files.open(tenant, stored.hash, { start: 6_999_990, end: 7_000_009 }))
    expect(part.equals(content.subarray(6_999_990, 7_000_010))).toBe(true)
  })

  it('stores a local file, and nothing of one that is too long or whose job is stopped', async () => {
    const tenant = await newTenant(database.db)
    const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-files-'))
    try {
      const file = path.join(folder, 'local')
      // Longer than the buffer of a copy, and no multiple of it.
      const content = randomBytes(6_000_001)
      await writeFile(file, content)
      const refused = { maxBytes: content.length - 1 }
      await expect(files.putFile(tenant, file, refused)).rejects.toBeInstanceOf(TooLargeError)
      const stopped = { ...limits, signal: AbortSignal.abort('cancelled') }
      await expect(files.putFile(tenant, file, stopped)).rejects.toThrow(/stopped|abort/i)
      expect(await hashesOf(files, tenant)).toEqual([])
      expect(await files.sweepUploads(later())).toBe(0)
      const stored = await files.putFile(tenant, file, limits)
      expect(stored).toEqual({ hash: sha256(content), size: content.length })
      expect((await buffer(await files.open(tenant, stored.hash))).equals(content)).toBe(true)
      expect((await readFile(file)).equals(content)).toBe(true)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('stores empty content', async () => {
    const tenant = await newTenant(database.db)
    const stored = await files.put(tenant, Readable.from([]), limits)
    expect(stored).toEqual({ hash: sha256(Buffer.alloc(0)), size: 0 })
    expect(await buffer(await files.open(tenant, stored.hash))).toHaveLength(0)
  })

  it('stores many small contents at once, the same one twice too, and none when one cannot be kept', async () => {
    const tenant = await newTenant(database.db)
    const contents = ['one', 'two', '', 'one', ...Array.from({ length: 60 }, (_, n) => `many ${n}`)].map((each) =>
      Buffer.from(each),
    )
    // Writers of the same contents in different orders wait for each other and never deadlock.
    const [stored] = await Promise.all([
      files.putAll(tenant, contents),
      files.putAll(tenant, contents.toReversed()),
      files.put(tenant, Readable.from(['two']), limits),
    ])
    expect(stored).toEqual(contents.map((each) => ({ hash: sha256(each), size: each.length })))
    expect((await hashesOf(files, tenant)).length).toBe(63)
    for (const { hash } of stored.slice(0, 5)) expect(sha256(await buffer(await files.open(tenant, hash)))).toBe(hash)
    expect(await files.putAll(tenant, [])).toEqual([])
    const failing = createFiles(database.db, {
      ...opened.store,
      keepAll: async () => Promise.reject(new Error('The disk is full')),
    })
    const lost = Buffer.from('lost')
    await expect(failing.putAll(tenant, [lost])).rejects.toThrow('The disk is full')
    const noted = await database.db.inTenant(tenant, (tx) => notedFiles(tx, [sha256(lost), sha256(Buffer.from('two'))]))
    expect([...noted]).toEqual([sha256(Buffer.from('two'))])
  })

  it('refuses content that is no longer what was stored, before its end is passed on', async () => {
    const tenant = await newTenant(database.db)
    const { hash } = await files.put(tenant, Readable.from([Buffer.from('somebody’s premium')]), limits)
    await opened.stray(kind === 'folder' ? `${tenant}/${hash.slice(0, 2)}/${hash}` : `${tenant}/${hash}`)
    await expect(buffer(await files.open(tenant, hash))).rejects.toThrow(DamagedContentError)
  })

  it('leaves nothing behind of an upload that is too long', async () => {
    const tenant = await newTenant(database.db)
    const upload = files.put(tenant, Readable.from([Buffer.alloc(600), Buffer.alloc(600)]), { maxBytes: 1000 })
    await expect(upload).rejects.toThrow(TooLargeError)
    expect(await hashesOf(files, tenant)).toEqual([])
    expect(await files.sweepUploads(later())).toBe(0)
  })

  it('leaves nothing behind of an upload whose sender goes away', async () => {
    const tenant = await newTenant(database.db)
    const sender = new AbortController()
    async function* broken() {
      yield Buffer.alloc(6_000_000)
      sender.abort()
      yield Buffer.alloc(6_000_000)
    }
    await expect(files.put(tenant, Readable.from(broken()), { ...limits, signal: sender.signal })).rejects.toThrow(
      'abort',
    )
    expect(await hashesOf(files, tenant)).toEqual([])
    expect(await files.sweepUploads(later())).toBe(0)
  })

  it('keeps the content of one tenant from another', async () => {
    const [one, other] = [await newTenant(database.db), await newTenant(database.db)]
    const { hash } = await files.put(one, Readable.from(['private']), limits)
    expect(await files.size(other, hash)).toBeUndefined()
    await expect(files.open(other, hash)).rejects.toThrow(MissingContentError)
    await expect(files.open('../../etc', hash)).rejects.toThrow('Not a tenant id')
  })

  it('collects what nothing refers to, and nothing else', async () => {
    const tenant = await newTenant(database.db)
    const kept = await files.put(tenant, Readable.from(['kept']), limits)
    const left = await files.put(tenant, Readable.from(['left behind']), limits)
    await referTo(database, tenant, kept.hash)
    const before = later()
    expect(await files.collect(tenant, new Date(Date.now() - 60_000))).toBe(0)
    expect(await files.collect(tenant, before)).toBe(1)
    expect(await hashesOf(files, tenant)).toEqual([kept.hash])
    await expect(files.open(tenant, left.hash)).rejects.toThrow(MissingContentError)
  })

  it('collects bytes that a dying process kept but never noted', async () => {
    const tenant = await newTenant(database.db)
    const received = await files.store.receive(tenant, Readable.from(['unnoted']), limits)
    await received.keep()
    expect(await hashesOf(files, tenant)).toEqual([received.hash])
    expect(await files.collect(tenant, later())).toBe(1)
    expect(await hashesOf(files, tenant)).toEqual([])
  })

  it('collects past what does not belong there, and leaves it alone', async () => {
    const tenant = await newTenant(database.db)
    const hash = sha256(Buffer.from('foreign'))
    const names = ['desktop.ini', 'notes/read me.txt', `${hash.slice(0, 2)}/${hash}.part`, `zz/${hash}`]
    for (const name of names) await opened.stray(`${tenant}/${name}`)
    await opened.stray('uploads/folder/old')
    const left = await files.put(tenant, Readable.from(['unreferenced']), limits)
    expect(await hashesOf(files, tenant)).toEqual([left.hash])
    expect(await files.collect(tenant, later())).toBe(1)
    expect(await hashesOf(files, tenant)).toEqual([])
    await expect(files.sweepUploads(later())).resolves.toBeGreaterThanOrEqual(0)
  })

  it('leaves such bytes alone, or noted, while a backup is written', async () => {
    const tenant = await newTenant(database.db)
    const received = await files.store.receive(tenant, Readable.from(['orphan']), limits)
    await received.keep()
    const backup = new pg.Client(database.owner)
    await backup.connect()
    await backup.query('SELECT pg_advisory_lock($1)', [KEEP_FILES_LOCK])
    expect(await files.collect(tenant, later())).toBe(0)
    expect(await files.size(tenant, received.hash)).toBe(6)
    await backup.end()
    expect(await files.collect(tenant, later())).toBe(1)
    expect(await files.size(tenant, received.hash)).toBeUndefined()
  })

  it('sweeps uploads that were never finished', async () => {
    const tenant = await newTenant(database.db)
    await files.store.receive(tenant, Readable.from(['half way']), limits)
    expect(await files.sweepUploads(new Date(0))).toBe(0)
    expect(await files.sweepUploads(later())).toBe(1)
    expect(await files.sweepUploads(later())).toBe(0)
  })

  it('never loses content that is stored and collected at the same time', async () => {
    const tenant = await newTenant(database.db)
    for (let round = 0; round < 20; round++) {
      const content = `same content ${round}`
      await files.put(tenant, Readable.from([content]), limits)
      const [stored] = await Promise.all([
        files.put(tenant, Readable.from([content]), limits),
        files.collect(tenant, later()),
      ])
      const noted = await database.db.inTenant(tenant, (tx) =>
        tx.q.execute(sql`SELECT FROM stored_files WHERE hash = ${stored.hash}`),
      )
      const there = (await files.size(tenant, stored.hash)) !== undefined
      expect({ round, there }).toEqual({ round, there: noted.rows.length > 0 })
    }
  })
})

/** Stands in for a feature whose rows refer to content. */
async function referTo(database: TestDatabase, tenantId: string, hash: string): Promise<void> {
  const client = new pg.Client(database.owner)
  await client.connect()
  await client.query(`SET search_path = sheetwright; SET app.tenant = '${tenantId}';
    CREATE TABLE IF NOT EXISTS test_documents (tenant_id uuid, content text,
      FOREIGN KEY (tenant_id, content) REFERENCES stored_files (tenant_id, hash));
    GRANT SELECT ON test_documents TO PUBLIC;`)
  await client.query('INSERT INTO test_documents VALUES ($1, $2)', [tenantId, hash])
  await client.end()
}
