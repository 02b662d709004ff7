import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../../src/platform/db/database.ts'
import type { Endpoint } from '../../src/platform/db/endpoint.ts'
import { prepareDatabase } from '../../src/platform/db/prepare.ts'
import { createFiles } from '../../src/platform/files/files.ts'
import { serverFile } from '../support/server-file.ts'
import { databaseUrlOf, spawnServer } from '../support/server-process.ts'
import { createEmptyDatabase, databaseServers } from '../support/test-database.ts'
import { type TestStore, testStores } from '../support/test-stores.ts'

const admin = serverFile('admin')

const cleanUps: (() => Promise<unknown>)[] = []
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwright-commands-'))
  cleanUps.push(() => rm(folder, { recursive: true, force: true }))
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** An installation with several processes: a separate database server and bucket. */
async function installation() {
  const [, external] = databaseServers()
  const { owner, drop } = await createEmptyDatabase(external)
  const files: TestStore = await testStores.s3()
  cleanUps.push(drop, files.close)
  const environment = {
    DATABASE_URL: databaseUrlOf(owner),
    SHEETWRIGHT_DATA: join(folder, owner.database),
    ...files.environment,
  }
  return { owner, store: files.store, run: (...args: string[]) => run(environment, args) }
}

async function run(environment: Record<string, string>, args: readonly string[]) {
  const command = spawnServer(environment, args, admin)
  return { code: await command.ended, output: command.output() }
}

async function opened(owner: Endpoint) {
  const { app } = await prepareDatabase(owner, undefined)
  const db = openDatabase(app, { log: pino({ level: 'silent' }), maxConnections: 2 })
  cleanUps.push(() => db.close())
  return db
}

it('an installation on PostgreSQL and S3 is backed up and restored by commands, files included', async () => {
  const source = await installation()
  expect(await source.run('tenant', 'create', 'insurer')).toMatchObject({ code: 0 })
  const db = await opened(source.owner)
  const { rows } = await db.inSystem(({ q }) => q.execute<{ id: string }>(sql`SELECT id FROM tenants`))
  const tenant = rows[0]?.id ?? ''
  const content = randomBytes(300_000)
  const { hash } = await createFiles(db, source.store).put(tenant, Readable.from([content]), { maxBytes: 1_000_000 })

  const nowhere = join(folder, 'not mounted', 'all.backup')
  expect(await source.run('backup', nowhere)).toEqual({
    code: 1,
    output: expect.stringMatching(/^The backup cannot be written to .*all\.backup \(ENOENT\)\s*$/) as string,
  })
  const archive = join(folder, 'all.backup')
  expect(await source.run('backup', archive)).toMatchObject({ code: 0, output: expect.stringContaining('Files: 1') })
  expect(await source.run('verify', archive)).toMatchObject({ code: 0, output: expect.stringContaining('Whole:') })

  const target = await installation()
  expect(await target.run('restore', archive)).toMatchObject({ code: 0 })
  expect(await target.run('tenant', 'list')).toMatchObject({ code: 0, output: expect.stringContaining('insurer') })
  const restored = createFiles(await opened(target.owner), target.store)
  expect((await buffer(await restored.open(tenant, hash))).equals(content)).toBe(true)
  const again = await target.run('restore', archive)
  expect(again).toMatchObject({ code: 1, output: expect.stringMatching(/has 1 tenant\(s\) already/) })
})
