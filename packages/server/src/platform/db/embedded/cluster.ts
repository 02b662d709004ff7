import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Client, escapeIdentifier } from 'pg'
import type { Logger } from 'pino'
import { StartupError } from '../../../startup-error.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Binaries } from './binaries.ts'
import { createCluster, OWNER, ownerPassword, refuseOtherVersion } from './create-cluster.ts'
import { stopOrphan, stopPostmaster } from './postmaster.ts'
import { socketFolderFor } from './socket-folder.ts'
import { type PostmasterStart, startPostmaster } from './start-postmaster.ts'
import { chooseIdentity } from './unprivileged.ts'

export interface ClusterOptions {
  /** The folder of this cluster; it exists and belongs to us. */
  readonly folder: string
  readonly binaries: Binaries
  readonly log: Logger
  /** Listen on a loopback port instead of a socket; always on Windows. */
  readonly tcp?: boolean
  /** Additional PostgreSQL settings. */
  readonly settings?: Readonly<Record<string, string>>
  /** Called when PostgreSQL ended by itself and could not be restarted. */
  readonly onFailure?: (error: Error) => void
}

export interface Cluster {
  /** The database `sheetwright`, as its owner. */
  readonly owner: Endpoint
  /** Process id of the running PostgreSQL. */
  readonly pid: () => number
  readonly stop: () => Promise<void>
  /** Tells PostgreSQL to stop without waiting, for a process that must exit now. */
  readonly abandon: () => void
}

/**
 * A committed transaction must survive a crash of the machine: fsync and synchronous_commit are explicit although they
 * are the default. Parallel workers and JIT compilation cost more than they gain at this size.
 */
const usualSettings: Readonly<Record<string, string>> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '100',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  // Failed statements (a taken name) are handled by the product, and would put personal data into this log.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
  timezone: 'UTC',
}

/** Starts the PostgreSQL of a folder; creates the cluster if it is missing, and recovers after a crash. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, binaries } = options
  const cluster = join(folder, 'cluster')
  const socketFolder = await socketFolderFor(folder)
  const identity = await chooseIdentity(binaries, [folder, socketFolder])
  await refuseOtherVersion(cluster, binaries)
  const password = await ownerPassword(folder, identity)
  if (!existsSync(cluster)) await createCluster(folder, cluster, binaries, identity)
  await stopOrphan(cluster, binaries, identity)

  const tcp = (options.tcp ?? false) || process.platform === 'win32'
  const port = tcp ? await freePort() : 5432
  const host = tcp ? '127.0.0.1' : socketFolder
  const owner: Endpoint = { host, port, database: OWNER, user: OWNER, password, ssl: false }
  const settings = {
    ...usualSettings,
    port: String(port),
    listen_addresses: tcp ? host : '',
    unix_socket_directories: tcp ? '' : socketFolder,
    unix_socket_permissions: '0700',
    ...options.settings,
  }
  const postmaster = await keepRunning(
    { cluster, binaries, identity, settings, logFile: join(folder, 'postgres.log'), owner },
    options,
  )
  await createDatabase(owner)
  return { owner, ...postmaster }
}

/** With more exits than this within a minute, a restart does not help. */
const MOST_RESTARTS = 5

/** Runs PostgreSQL until stopped: restarts it if it was killed or has crashed. */
async function keepRunning(
  start: PostmasterStart,
  { log, onFailure }: ClusterOptions,
): Promise<Omit<Cluster, 'owner'>> {
  const { cluster, binaries, identity } = start
  const restarts: number[] = []
  let stopping = false
  let child = await startPostmaster(start)
  let restarting = Promise.resolve()

  const restart = async (): Promise<void> => {
    const now = Date.now()
    restarts.push(now)
    if (restarts.filter((time) => time > now - 60_000).length > MOST_RESTARTS) {
      throw new Error('it ends again and again')
    }
    child = await startPostmaster(start)
    watch()
  }
  const watch = (): void => {
    child.once('exit', (code, signal) => {
      if (stopping) return
      log.error({ code, signal }, 'PostgreSQL ended unexpectedly; starting it again')
      restarting = restart().catch((cause: Error) =>
        onFailure?.(new StartupError(`PostgreSQL ended and cannot be started again: ${cause.message}`, { cause })),
      )
    })
  }
  watch()

  return {
    pid: () => child.pid ?? 0,
    stop: async () => {
      stopping = true
      await restarting
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
        await stopPostmaster(child.pid, cluster, binaries, identity)
      }
    },
    abandon: () => {
      stopping = true
      child.kill('SIGINT')
    },
  }
}

async function createDatabase(owner: Endpoint): Promise<void> {
  const client = new Client({ ...owner, database: 'postgres' })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [owner.database])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${escapeIdentifier(owner.database)}`)
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
