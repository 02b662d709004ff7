import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { StartupError } from '../../../startup-error.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Binaries } from './binaries.ts'
import { lastComplaint } from './last-complaint.ts'
import { type Identity, spawnOptions } from './run-command.ts'

export interface PostmasterStart {
  readonly cluster: string
  readonly binaries: Binaries
  readonly identity: Identity
  readonly settings: Readonly<Record<string, string>>
  readonly logFile: string
  readonly owner: Endpoint
}

/** Above this size in bytes, the log of earlier runs is dropped. */
const mostLogged = 10_000_000

/** Retries while processes of a killed predecessor still hold its shared memory. */
export async function startPostmaster(start: PostmasterStart): Promise<ChildProcess> {
  for (let attempt = 0; ; attempt++) {
    // Read its end before the start: PostgreSQL can write errors at once.
    const size = await sizeOf(start.logFile)
    const from = size > mostLogged ? 0 : size
    const child = await spawnPostmaster(start, from === 0 ? 'w' : 'a')
    const failure = await untilReady(child, start, from)
    if (failure === undefined) return child
    const predecessorLives = failure.includes('pre-existing shared memory block') || failure.includes('lock file')
    if (!predecessorLives || attempt >= 50) throw new StartupError(`PostgreSQL does not start: ${failure}`)
    await delay(200)
  }
}

/** In its own session: Ctrl-C at the terminal is for us, and we stop PostgreSQL after the last requests. */
async function spawnPostmaster(
  { cluster, binaries, identity, settings, logFile }: PostmasterStart,
  logMode: 'w' | 'a',
): Promise<ChildProcess> {
  const args = ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const [command = binaries.postgres, ...rest] = [...identity.wrapper, binaries.postgres, ...args]
  const log = await open(logFile, logMode, 0o600)
  try {
    const child = spawn(command, rest, {
      ...spawnOptions(identity, binaries.environment),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    child.once('error', () => undefined)
    // Our exit must not wait for PostgreSQL's.
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

/** Undefined once a connection is accepted; otherwise PostgreSQL's last message before it ended. */
async function untilReady(
  child: ChildProcess,
  { logFile, owner }: PostmasterStart,
  logFrom: number,
): Promise<string | undefined> {
  for (;;) {
    const client = new Client({ ...owner, database: 'postgres' })
    try {
      await client.connect()
      return undefined
    } catch {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
        const written = await readFile(logFile)
        return lastComplaint(written.subarray(logFrom).toString()) || lastComplaint(written.toString())
      }
      await delay(20)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
