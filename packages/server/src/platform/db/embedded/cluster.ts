import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { StartupError } from '../../../startup-error.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Binaries } from './binaries.ts'
import { stopOrphan, stopPostmaster } from './postmaster.ts'
import { type Identity, runProgram, spawnOptions } from './run-program.ts'
import { socketFolderFor } from './socket-folder.ts'
import { chooseIdentity } from './unprivileged.ts'

export interface ClusterOptions {
  /** Everything of this cluster lies in here; the folder exists and is ours. */
  readonly folder: string
  readonly binaries: Binaries
  readonly log: Logger
  /** Listen on a loopback port instead of a socket; always so on Windows. */
  readonly tcp?: boolean
  /** PostgreSQL settings beside the usual ones. */
  readonly settings?: Readonly<Record<string, string>>
  /** Told when PostgreSQL ended by itself and could not be started again. */
  readonly onFailure?: (error: Error) => void
}

export interface Cluster {
  /** The database `sheetwright`, as its owner. */
  readonly owner: Endpoint
  /** Process number of the running PostgreSQL. */
  readonly pid: () => number
  readonly stop: () => Promise<void>
}

const OWNER = 'sheetwright'
const DATABASE = 'sheetwright'

/**
 * A transaction that was answered must survive a crash of the machine: fsync and synchronous_commit are said aloud
 * although they are the default. Parallel workers and compiled queries cost more than they bring at this size.
 */
const usualSettings: Readonly<Record<string, string>> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '100',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  log_timezone: 'UTC',
  timezone: 'UTC',
}

/** Starts the PostgreSQL of a folder, making it first where there is none and taking over after a crash. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, binaries, log } = options
  const cluster = join(folder, 'cluster')
  const socketFolder = await socketFolderFor(folder)
  const identity = await chooseIdentity(binaries, [folder, socketFolder])
  await refuseOtherVersion(cluster, binaries)
  const password = await ownerPassword(folder, identity)
  if (!existsSync(cluster)) await createCluster(folder, cluster, binaries, identity)
  await stopOrphan(cluster, binaries, identity)

  const tcp = (options.tcp ?? false) || process.platform === 'win32'
  const port = tcp ? await freePort() : 5432
  const owner: Endpoint = {
    host: tcp ? '127.0.0.1' : socketFolder,
    port,
    database: DATABASE,
    user: OWNER,
    password,
    ssl: false,
  }
  const settings = {
    ...usualSettings,
    port: String(port),
    listen_addresses: tcp ? '127.0.0.1' : '',
    unix_socket_directories: tcp ? '' : socketFolder,
    ...(!tcp && { unix_socket_permissions: '0700' }),
    ...options.settings,
  }
  const logFile = join(folder, 'postgres.log')
  const run = () => startPostmaster({ cluster, binaries, identity, settings, logFile, owner })
  let child = await run()
  let stopping = false

  const watch = (watched: ChildProcess) => {
    watched.once('exit', (code, signal) => {
      if (stopping) return
      log.error({ code, signal }, 'PostgreSQL ended unexpectedly; starting it again')
      run().then(
        (next) => {
          child = next
          watch(next)
        },
        (error: Error) => options.onFailure?.(error),
      )
    })
  }
  watch(child)
  await createDatabase(owner)

  return {
    owner,
    pid: () => child.pid ?? 0,
    stop: async () => {
      stopping = true
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
        await stopPostmaster(child.pid, cluster, binaries, identity)
      }
    },
  }
}

async function refuseOtherVersion(cluster: string, binaries: Binaries): Promise<void> {
  const made = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (made === undefined) return
  const { output } = await runProgram(
    { description: '', wrapper: [] },
    binaries.postgres,
    ['--version'],
    binaries.environment,
  )
  const brought = /(\d+)\./.exec(output)?.[1]
  if (brought === made.trim()) return
  throw new StartupError(
    `The embedded database was made by PostgreSQL ${made.trim()} and this version brings ${brought ?? 'another'}: ` +
      'back it up with the version that made it, and restore into a new data folder',
  )
}

/** Known only to this folder: whoever can read the file can read the database files beside it as well. */
async function ownerPassword(folder: string, identity: Identity): Promise<string> {
  const path = join(folder, 'owner-password')
  const present = await readFile(path, 'utf8').catch(() => undefined)
  if (present !== undefined) return present.trim()
  const password = randomBytes(24).toString('base64url')
  await writeFile(path, `${password}\n`, { mode: 0o600 })
  if (identity.uid !== undefined) await chown(path, identity.uid, identity.gid ?? identity.uid)
  return password
}

/** Made under another name first, so that an interrupted creation never looks like a cluster. */
async function createCluster(folder: string, cluster: string, binaries: Binaries, identity: Identity): Promise<void> {
  const unfinished = join(folder, 'cluster.unfinished')
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  if (identity.uid !== undefined) await chown(unfinished, identity.uid, identity.gid ?? identity.uid)
  const result = await runProgram(
    identity,
    binaries.initdb,
    [
      `--pgdata=${unfinished}`,
      `--username=${OWNER}`,
      `--pwfile=${join(folder, 'owner-password')}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--data-checksums',
    ],
    binaries.environment,
  )
  if (result.code !== 0) {
    throw new StartupError(`The embedded database could not be created: ${lastLine(result.output)}`)
  }
  await rename(unfinished, cluster)
}

interface PostmasterStart {
  readonly cluster: string
  readonly binaries: Binaries
  readonly identity: Identity
  readonly settings: Readonly<Record<string, string>>
  readonly logFile: string
  readonly owner: Endpoint
}

/** Tries again while processes of a killed predecessor still hold its shared memory. */
async function startPostmaster(start: PostmasterStart): Promise<ChildProcess> {
  for (let attempt = 0; ; attempt++) {
    const child = await spawnPostmaster(start)
    const failure = await untilReady(child, start)
    if (failure === undefined) return child
    const predecessorLives = failure.includes('pre-existing shared memory block') || failure.includes('lock file')
    if (!predecessorLives || attempt >= 50) throw new StartupError(`PostgreSQL does not start: ${failure}`)
    await delay(200)
  }
}

/** In a session of its own: an interrupt typed at the terminal is for us, and we stop PostgreSQL when requests are done. */
async function spawnPostmaster({
  cluster,
  binaries,
  identity,
  settings,
  logFile,
}: PostmasterStart): Promise<ChildProcess> {
  const args = ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const [command = binaries.postgres, ...rest] = [...identity.wrapper, binaries.postgres, ...args]
  const log = await open(logFile, (await sizeOf(logFile)) > 10_000_000 ? 'w' : 'a', 0o600)
  try {
    const child = spawn(command, rest, {
      ...spawnOptions(identity, binaries.environment),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    child.once('error', () => undefined)
    // Our own end must not wait for PostgreSQL's.
    child.unref()
    return child
  } finally {
    await log.close()
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

/** Undefined once a connection is accepted; otherwise what PostgreSQL last wrote before it ended. */
async function untilReady(child: ChildProcess, { logFile, owner }: PostmasterStart): Promise<string | undefined> {
  const before = await sizeOf(logFile)
  for (;;) {
    const client = new pg.Client({ ...owner, database: 'postgres' })
    try {
      await client.connect()
      return undefined
    } catch {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
        const written = await readFile(logFile, 'utf8')
        return lastLine(written.slice(Math.max(0, Math.min(before, written.length - 1)))) || lastLine(written)
      }
      await delay(20)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

async function createDatabase(owner: Endpoint): Promise<void> {
  const client = new pg.Client({ ...owner, database: 'postgres' })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [owner.database])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(owner.database)}`)
  } finally {
    await client.end()
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}

/** PostgreSQL's last complaint, without its time stamp; hints follow the FATAL line and are left out. */
function lastLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const fatal = lines.findLast((line) => /\b(FATAL|PANIC|error):/i.test(line))
  return (fatal ?? lines.at(-1) ?? '').replace(/^.*?(FATAL|PANIC|error):\s*/i, '').trim()
}
