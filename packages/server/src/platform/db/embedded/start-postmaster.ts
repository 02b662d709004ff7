import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { StartupError } from '../../../startup-error.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Binaries } from './binaries.ts'
import { lastComplaint } from './last-complaint.ts'
import { type Identity, spawnOptions } from './run-program.ts'

export interface PostmasterStart {
  readonly cluster: string
  readonly binaries: Binaries
  readonly identity: Identity
  readonly settings: Readonly<Record<string, string>>
  readonly logFile: string
  readonly owner: Endpoint
}

/** Tries again while processes of a killed predecessor still hold its shared memory. */
export async function startPostmaster(start: PostmasterStart): Promise<ChildProcess> {
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
    const client = new Client({ ...owner, database: 'postgres' })
    try {
      await client.connect()
      return undefined
    } catch {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
        const written = await readFile(logFile, 'utf8')
        return lastComplaint(written.slice(Math.max(0, Math.min(before, written.length - 1)))) || lastComplaint(written)
      }
      await delay(20)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
