import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Endpoint } from '../../src/platform/db/endpoint.ts'
import { serverFile } from './server-file.ts'

/** The server as an operator runs it: own process, own data folder. */
export interface ServerProcess {
  readonly origin: string
  readonly child: ChildProcess
  /** The output so far, both streams together. */
  readonly output: () => string
  /** Resolves when the process has ended, with its exit code or signal. */
  readonly ended: Promise<number | NodeJS.Signals>
}

/** Processes that are started repeatedly share a compile cache. */
const compileCache = join(import.meta.dirname, '../../../../.cache/compile')

/** Starts the server without waiting for it to be ready. */
export function spawnServer(
  environment: Record<string, string>,
  args: readonly string[] = [],
  script: string = serverFile('main'),
): ServerProcess {
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache, SHEETWRIGHT_DEMO: 'false', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8')
    stream?.on('data', (chunk: string) => {
      output += chunk
    })
  }
  // Not the process's `close`: it never fires after this side gave up the channel.
  const streams = [child.stdout, child.stderr].map((stream) => stream && once(stream, 'close'))
  const ended = Promise.all([once(child, 'exit'), ...streams]).then(
    ([[code, signal]]) => ((code as number | null) ?? signal) as number | NodeJS.Signals,
  )
  return {
    origin: `http://127.0.0.1:${environment['SHEETWRIGHT_PORT'] ?? '8080'}`,
    child,
    output: () => output,
    ended,
  }
}

/** Starts the server on a free port and waits until it reports that it is ready. */
export async function startServerProcess(
  environment: Record<string, string>,
  role: 'all' | 'api' | 'worker' = 'all',
): Promise<ServerProcess> {
  const port = String(await freePort())
  const settings = { SHEETWRIGHT_PORT: port, SHEETWRIGHT_LOG_LEVEL: 'warn', ...environment }
  const server = spawnServer(settings, ['--role', role])
  const sign = role === 'worker' ? 'Waiting for jobs' : 'Sheetwright is ready at'
  const ready = new Promise<void>((resolve) => {
    server.child.stdout?.on('data', () => {
      if (server.output().includes(sign)) resolve()
    })
  })
  const end = await Promise.race([ready, server.ended])
  if (end !== undefined) throw new Error(`The server ended with ${end} before it was ready:\n${server.output()}`)
  return server
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}

/** An address in the form of DATABASE_URL. */
export function databaseUrlOf({ host, port, database, user, password = '' }: Endpoint): string {
  const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`
  return `postgres://${credentials}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
