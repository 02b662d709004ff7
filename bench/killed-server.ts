import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Client, createClient } from '@sheetwright/contract/client.ts'
import { type ServerProcess, startServerProcess } from '../packages/server/test/support/server-process.ts'

/** A server that can be killed as by a crash and restarted on the same data and port. */
export interface KilledServer {
  readonly client: Client
  readonly origin: string
  readonly folder: string
  /** Of the current process. */
  readonly pid: () => number
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

export async function startKilledServer(settings: Readonly<Record<string, string>> = {}): Promise<KilledServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-load-'))
  const environment = {
    SHEETWRIGHT_DATA: path.join(folder, 'data'),
    SHEETWRIGHT_SKIP_LOGIN: 'true',
    SHEETWRIGHT_REQUESTS_PER_MINUTE: '1000000',
    SHEETWRIGHT_EXECUTIONS_PER_MINUTE: '10000000',
    SHEETWRIGHT_LIBREOFFICE: 'off',
    ...settings,
  }
  let server: ServerProcess = await startServerProcess(environment)
  const port = new URL(server.origin).port
  const kill = async () => {
    server.child.kill('SIGKILL')
    await server.ended
  }
  return {
    client: createClient({ baseUrl: server.origin, headers: () => ({}) }),
    origin: server.origin,
    folder,
    pid: () => server.child.pid ?? 0,
    restart: async () => {
      await kill()
      server = await startServerProcess({ ...environment, SHEETWRIGHT_PORT: port })
    },
    stop: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Repeats a request until the server answers, as a client that lost its connection does. */
export async function untilAnswered<T>(request: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await request()
    } catch (error) {
      if ((error as { status?: number }).status !== 0 && (error as { status?: number }).status !== 503) throw error
      await setTimeout(200)
    }
  }
}
