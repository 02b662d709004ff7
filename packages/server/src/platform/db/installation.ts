import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { StartupError } from '../../startup-error.ts'
import { openDataFolder } from './data-folder.ts'
import { packagedBinaries } from './embedded/binaries.ts'
import { startCluster } from './embedded/cluster.ts'
import { lockFolder } from './embedded/folder-lock.ts'
import { readPostmasterFile } from './embedded/postmaster.ts'
import { type Endpoint, endpointFromUrl } from './endpoint.ts'
import { otherSessions } from './other-sessions.ts'

export interface InstallationSettings {
  readonly data: string
  readonly databaseUrl: string | undefined
  readonly appDatabaseUrl: string | undefined
}

/** The database server of an installation, embedded or external, reachable as its owner. */
export interface DatabaseServer {
  readonly owner: Endpoint
  /** The server's role, if the operator named it. */
  readonly appOverride: Endpoint | undefined
  readonly stop: () => Promise<void>
  /** Releases the server at once, for a process that must exit now. */
  readonly abandon: () => void
}

export interface ServerOptions {
  readonly log: Logger
  /** Called when the embedded PostgreSQL ended and could not be restarted. */
  readonly onFailure?: (error: Error) => void
}

/** Connects to the database server, or starts the embedded one. */
export async function openDatabaseServer(
  settings: InstallationSettings,
  options: ServerOptions,
): Promise<DatabaseServer> {
  const folder = await openDataFolder(settings.data)
  if (settings.databaseUrl !== undefined) return externalServer(settings)
  return startEmbedded(folder, options)
}

/** For commands beside a running server: joins its database, or starts the embedded one if it is not running. */
export async function joinDatabaseServer(
  settings: InstallationSettings,
  options: ServerOptions,
): Promise<DatabaseServer> {
  const folder = await openDataFolder(settings.data)
  if (settings.databaseUrl !== undefined) return externalServer(settings)
  const running = await runningEmbedded(join(folder, 'postgres'))
  try {
    return await startEmbedded(folder, options)
  } catch (error) {
    if (error instanceof FolderInUse && running !== undefined) return running
    throw error
  }
}

/** For commands that need exclusive access: refuses while a server runs. */
export async function openDatabaseServerAlone(
  settings: InstallationSettings,
  options: ServerOptions,
): Promise<DatabaseServer> {
  const server = await openDatabaseServer(settings, options)
  const others = await otherSessions(server.owner)
  if (others === 0) return server
  await server.stop()
  throw new StartupError(`The database is in use by ${others} other connections: stop every Sheetwright process first`)
}

function externalServer(settings: InstallationSettings): DatabaseServer {
  const { databaseUrl = '', appDatabaseUrl } = settings
  return {
    owner: endpointFromUrl(databaseUrl, 'DATABASE_URL'),
    appOverride:
      appDatabaseUrl === undefined ? undefined : endpointFromUrl(appDatabaseUrl, 'SHEETWRIGHT_APP_DATABASE_URL'),
    ...notOurs,
  }
}

/** A server started by another process is left running. */
const notOurs = { stop: () => Promise.resolve(), abandon: () => undefined }

class FolderInUse extends StartupError {}

async function startEmbedded(data: string, options: ServerOptions): Promise<DatabaseServer> {
  const locked = await lockFolder(data)
  if (locked.kind === 'in use') {
    throw new FolderInUse(
      `The data folder ${data} is in use by ${locked.by}: stop that first, or choose another folder with SHEETWRIGHT_DATA`,
    )
  }
  const folder = join(data, 'postgres')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const binaries = await packagedBinaries(join(data, 'postgres-lib'))
    const cluster = await startCluster({ ...options, folder, binaries })
    return {
      owner: cluster.owner,
      appOverride: undefined,
      stop: async () => {
        await cluster.stop()
        await locked.lock.release()
      },
      abandon: cluster.abandon,
    }
  } catch (error) {
    await locked.lock.release()
    throw error
  }
}

/** The embedded server run by another process of this installation, as it describes itself. */
async function runningEmbedded(folder: string): Promise<DatabaseServer | undefined> {
  const file = await readPostmasterFile(join(folder, 'cluster'))
  const password = await readFile(join(folder, 'owner-password'), 'utf8').catch(() => undefined)
  if (file === undefined || password === undefined) return undefined
  return {
    owner: {
      host: file.socketFolder === '' ? '127.0.0.1' : file.socketFolder,
      port: file.port,
      database: 'sheetwright',
      user: 'sheetwright',
      password: password.trim(),
      ssl: false,
    },
    appOverride: undefined,
    ...notOurs,
  }
}
