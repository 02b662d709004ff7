import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDataFolder } from '../../src/platform/db/data-folder.ts'
import { packagedBinaries } from '../../src/platform/db/embedded/binaries.ts'
import { type Cluster, startCluster } from '../../src/platform/db/embedded/cluster.ts'
import { lockFolder } from '../../src/platform/db/embedded/folder-lock.ts'
import type { Endpoint } from '../../src/platform/db/endpoint.ts'
import { joinDatabaseServer, openDatabaseServer } from '../../src/platform/db/installation.ts'

const log = pino({ level: 'silent' })
const stops: (() => Promise<unknown>)[] = []
let root: string

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'sheetwright-embedded-')))
})
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
  await rm(root, { recursive: true, force: true })
})

async function start(folder: string): Promise<Cluster> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const cluster = await startCluster({ folder, binaries: await packagedBinaries(join(root, 'lib')), log })
  stops.push(cluster.stop)
  return cluster
}

async function query(endpoint: Endpoint, statement: string): Promise<unknown[]> {
  const client = new Client(endpoint)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

describe('the embedded PostgreSQL', () => {
  it('keeps what was written over a stop and a start, with everything that makes it durable', async () => {
    const folder = join(root, 'postgres')
    const first = await start(folder)
    await query(first.owner, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await first.stop()
    const second = await start(folder)
    expect(await query(second.owner, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    expect(
      await query(
        second.owner,
        `SELECT name, setting FROM pg_settings
         WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'listen_addresses') ORDER BY name`,
      ),
    ).toEqual([
      { name: 'data_checksums', setting: 'on' },
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'listen_addresses', setting: '' },
      { name: 'synchronous_commit', setting: 'on' },
    ])
  })

  it('is taken over from a process that was killed and left it running', async () => {
    const folder = join(root, 'postgres')
    const orphan = await startElsewhere(folder)
    await query(orphan.owner, 'CREATE TABLE kept AS SELECT 42 AS answer')
    const next = await start(folder)
    expect(next.pid()).not.toBe(orphan.pid)
    expect(await query(next.owner, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  it('starts when PostgreSQL itself was killed, or its number is now somebody else’s', async () => {
    const folder = join(root, 'postgres')
    const orphan = await startElsewhere(folder)
    process.kill(orphan.pid, 'SIGKILL')
    const second = await start(folder)
    await second.stop()
    // A reboot can leave this: a pid file that names a live process which is not PostgreSQL.
    await writeFile(join(folder, 'cluster/postmaster.pid'), `${process.pid}\n${folder}\n1\n5432\n\n\n`)
    const third = await start(folder)
    expect(await query(third.owner, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('is started again when it is killed under a running server', async () => {
    const cluster = await start(join(root, 'postgres'))
    const before = cluster.pid()
    process.kill(before, 'SIGKILL')
    await vi.waitFor(() => expect(cluster.pid()).not.toBe(before), { timeout: 60_000 })
    expect(await query(cluster.owner, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('does not outlive a stop that comes while it is being started again', async () => {
    const cluster = await start(join(root, 'postgres'))
    process.kill(cluster.pid(), 'SIGKILL')
    await vi.waitFor(() => expect(query(cluster.owner, 'SELECT 1')).rejects.toThrow(/./), { timeout: 60_000 })
    await cluster.stop()
    await expect(query(cluster.owner, 'SELECT 1')).rejects.toThrow(/ENOENT|ECONNREFUSED/)
  })

  it('begins again when its creation was interrupted', async () => {
    const folder = join(root, 'postgres')
    await mkdir(join(folder, 'cluster.unfinished/base'), { recursive: true })
    const cluster = await start(folder)
    expect(await query(cluster.owner, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('works in a folder whose path is too long for a socket, and in one that only its user may enter', async () => {
    await chmod(root, 0o700)
    const cluster = await start(join(root, 'a-path-of-many-characters/'.repeat(5), 'postgres'))
    expect(await query(cluster.owner, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(cluster.owner.host.startsWith(root)).toBe(false)
    expect((await stat(cluster.owner.host)).mode & 0o077).toBe(0)
    stops.push(() => rm(cluster.owner.host, { recursive: true, force: true }))
  })

  it('refuses whoever does not know the password', async () => {
    const { owner } = await start(join(root, 'postgres'))
    await expect(query({ ...owner, password: 'guessed' }, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
  })

  it('refuses a database of another PostgreSQL version in one line', async () => {
    const folder = join(root, 'postgres')
    await (await start(folder)).stop()
    await writeFile(join(folder, 'cluster/PG_VERSION'), '17\n')
    await expect(start(folder)).rejects.toThrow(/made by PostgreSQL 17 and this version brings 18: back it up/)
  })

  /** A cluster whose starting process is dead, as after kill -9. */
  async function startElsewhere(folder: string): Promise<{ owner: Endpoint; pid: number }> {
    const script = join(import.meta.dirname, 'start-and-tell.ts')
    const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    child.kill('SIGKILL')
    await once(child, 'exit')
    return JSON.parse(line.toString('utf8')) as { owner: Endpoint; pid: number }
  }
})

describe('the data folder', () => {
  it('serves one process at a time, and others may join its database', async () => {
    const settings = { data: join(root, 'data'), databaseUrl: undefined, appDatabaseUrl: undefined }
    const server = await openDatabaseServer(settings, { log })
    stops.push(server.stop)
    await expect(openDatabaseServer(settings, { log })).rejects.toThrow(
      new RegExp(`data folder .*/data is in use by process ${process.pid}`),
    )
    const joined = await joinDatabaseServer(settings, { log })
    expect(await query(joined.owner, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await joined.stop()
    expect(await query(server.owner, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('is free again when the process that held it has ended, in whatever way', async () => {
    const first = await lockFolder(root)
    if (first.kind !== 'held') throw new Error('The lock was not free')
    expect(await lockFolder(root)).toEqual({ kind: 'in use', by: `process ${process.pid}` })
    await first.lock.release()
    const second = await lockFolder(root)
    expect(second.kind).toBe('held')
    if (second.kind === 'held') await second.lock.release()
  })

  it('is left to another machine that shows signs of life', async () => {
    const marker = join(root, 'IN_USE')
    await writeFile(marker, 'another-machine\n')
    const beat = setInterval(() => void writeFile(marker, 'another-machine\n'), 100)
    stops.push(async () => clearInterval(beat))
    expect(await lockFolder(root)).toEqual({ kind: 'in use', by: 'a process on another-machine' })
  })

  it('of a newer version is refused in one line', async () => {
    const data = join(root, 'data')
    await openDataFolder(data)
    expect(await readFile(join(data, 'VERSION'), 'utf8')).toBe('1\n')
    await writeFile(join(data, 'VERSION'), '2\n')
    await expect(openDataFolder(data)).rejects.toThrow(/newer version of Sheetwright \(format 2, this one knows 1\)/)
    await writeFile(join(data, 'VERSION'), 'my notes')
    await expect(openDataFolder(data)).rejects.toThrow(/is not Sheetwright’s/)
  })

  it('that cannot be written is refused in one line', async () => {
    const file = join(root, 'a-file')
    await writeFile(file, '')
    await expect(openDataFolder(file)).rejects.toThrow(/cannot be written: there is a file of that name/)
    await expect(openDataFolder(join(file, 'data'))).rejects.toThrow(/cannot be written: a part of the path is a file/)
    await expect(openDataFolder('/proc/sheetwright')).rejects.toThrow(/\/proc\/sheetwright cannot be written/)
  })
})
