import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { serverFile } from '../../packages/server/test/support/server-file.ts'

const root = path.join(import.meta.dirname, '../..')

/** A running product, as the people of one tenant see it. */
export interface ProductOfStory {
  readonly origin: string
  readonly tenant: string
  /** One-time passwords for the first sign-in, by email address; empty if everybody has chosen one. */
  readonly passwords: Readonly<Record<string, string>>
}

/** The whole product, started as a user starts it, on a free port and in its own folder. */
export interface Product extends ProductOfStory {
  readonly data: string
  /** Its output so far. */
  output(): string
  /** kill -9. */
  kill(): Promise<void>
  /** Restarts it on the same folder and port after it ended. */
  restart(): Promise<void>
  /** Ends the command alone, without the processes that it started. */
  endCommand(): Promise<void>
  /** Ctrl-C; resolves with the exit code. */
  interrupt(): Promise<number | null>
  /** Stops it and removes its folder. */
  dispose(): Promise<void>
}

/** The command that starts it; by default the server of this checkout. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Folder of a product that was started once and stopped: the initial state of every story. */
export interface FirstStart {
  readonly data: string
  readonly passwords: Readonly<Record<string, string>>
}

/** Starts a product, on a copy of the given folder or on an empty one. */
export async function launchProduct(
  settings: Readonly<Record<string, string>>,
  launch?: Launch,
  first?: FirstStart,
): Promise<Product> {
  const data = await mkdtemp(path.join(tmpdir(), 'sheetwright-e2e-'))
  // If the tests run as root, the database belongs to another user; keep its owner.
  if (first !== undefined) await promisify(execFile)('cp', ['-a', `${first.data}/.`, data])
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  // The product refuses unknown settings, and the tests have some of their own.
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SHEETWRIGHT_')))
  const env = {
    ...inherited,
    SHEETWRIGHT_PORT: String(port),
    SHEETWRIGHT_DATA: data,
    // Demo content belongs to a user's first start only; keep the compile cache here.
    ...(launch === undefined
      ? { SHEETWRIGHT_DEMO: 'false', NODE_COMPILE_CACHE: path.join(root, '.cache/compile') }
      : {}),
    ...settings,
  }
  let output = ''
  let child: ChildProcess

  const start = async (): Promise<void> => {
    const { command = process.execPath, args = [serverFile('main')], cwd } = launch ?? {}
    // A command may start others: run them as a process group, so that a signal reaches all of them.
    child = spawn(command, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: launch !== undefined })
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    await untilReady(origin, child, () => output)
  }
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null
  const send = (signal: NodeJS.Signals): void => {
    if (launch === undefined) child.kill(signal)
    else if (child.pid !== undefined) process.kill(-child.pid, signal)
  }
  const ended = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (!isRunning()) return child.exitCode
    // Until the last process that may print has ended.
    const exit = once(child, launch === undefined ? 'exit' : 'close')
    send(signal)
    const [code] = (await exit) as [number | null]
    return code
  }
  // The tests may be interrupted, and end without running what comes after them.
  const stop = (): void => {
    if (isRunning()) send('SIGTERM')
  }
  process.once('exit', stop)
  const dispose = async (): Promise<void> => {
    await ended('SIGTERM')
    process.off('exit', stop)
    await rm(data, { recursive: true, force: true })
  }

  try {
    await start()
  } catch (error) {
    await dispose()
    throw error
  }
  return {
    origin,
    data,
    tenant: 'demo',
    passwords: first?.passwords ?? passwordsIn(output),
    output: () => output,
    kill: async () => {
      await ended('SIGKILL')
    },
    restart: start,
    endCommand: async () => {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
    interrupt: () => ended('SIGINT'),
    dispose,
  }
}

async function untilReady(origin: string, child: ChildProcess, output: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The product did not start:\n${output()}`)
    const ready = await fetch(`${origin}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function passwordsIn(output: string): Record<string, string> {
  return Object.fromEntries(
    [...output.matchAll(/(\S+@\S+\.test)\s+(\S+)/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  )
}

export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}
