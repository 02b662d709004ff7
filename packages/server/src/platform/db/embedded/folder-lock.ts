import { createHash } from 'node:crypto'
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createConnection, createServer, type Server } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf } from '../../../startup-error.ts'

export interface FolderLock {
  release(): Promise<void>
}

export type LockResult =
  | { readonly kind: 'held'; readonly lock: FolderLock }
  | { readonly kind: 'in use'; readonly by: string }

/** Heartbeat interval of the holder, and the time without one after which another machine may take over. */
const BEAT_MILLIS = 5_000
const SILENCE_MILLIS = 15_000

/**
 * One process at a time may use a data folder. On one machine the lock is a name that the process listens on: the
 * system frees it when the process ends for any reason. Machines and containers that share the folder do not see each
 * other's names, so the holder also touches a file that says where it runs.
 */
export async function lockFolder(folder: string): Promise<LockResult> {
  const name = lockName(folder)
  const server = await listenOn(name)
  if (server === undefined) return { kind: 'in use', by: await holderOf(name) }

  const marker = join(folder, 'IN_USE')
  const elsewhere = await holderElsewhere(marker)
  if (elsewhere !== undefined) {
    await close(server)
    return { kind: 'in use', by: elsewhere }
  }
  await writeFile(marker, `${hostname()}\n`, { mode: 0o600 })
  const beat = setInterval(() => {
    const now = new Date()
    // PostgreSQL notices first if the folder is gone.
    utimes(marker, now, now).catch(() => undefined)
  }, BEAT_MILLIS)
  beat.unref()
  return {
    kind: 'held',
    lock: {
      release: async () => {
        clearInterval(beat)
        await rm(marker, { force: true })
        await close(server)
      },
    },
  }
}

/** An abstract socket or pipe name (Linux, Windows); a socket file elsewhere. */
function lockName(folder: string): string {
  const name = `sheetwright-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return join(tmpdir(), `${name}.lock`)
}

async function listenOn(name: string): Promise<Server | undefined> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.end(`process ${process.pid}`)
  })
  // The lock must not keep the process running.
  server.unref()
  try {
    await listen(server, name)
    return server
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error
  }
  const isFile = process.platform !== 'linux' && process.platform !== 'win32'
  if (!isFile || (await answers(name)) !== undefined) return undefined
  await rm(name, { force: true })
  await listen(server, name)
  return server
}

async function listen(server: Server, name: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(name, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

async function close(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve))
}

async function holderOf(name: string): Promise<string> {
  return (await answers(name)) ?? 'another process'
}

/** The holder's description of itself; undefined if nobody listens or answers. */
async function answers(name: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection(name)
    let text = ''
    socket.setEncoding('utf8')
    socket.setTimeout(2_000, () => socket.destroy())
    socket.on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(/^process \d+$/.test(text) ? text : undefined))
  })
}

/** Waits for a heartbeat if another machine was the last holder, which may have been killed. */
async function holderElsewhere(marker: string): Promise<string | undefined> {
  const host = (await readFile(marker, 'utf8').catch(() => '')).trim()
  if (host === '' || host === hostname()) return undefined
  const first = await lastBeat(marker)
  while (Date.now() - first < SILENCE_MILLIS) {
    await delay(500)
    const beat = await lastBeat(marker)
    if (beat > first) return `a process on ${host}`
  }
  return undefined
}

async function lastBeat(marker: string): Promise<number> {
  return stat(marker).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
}
