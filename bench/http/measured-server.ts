import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import type { LoadOrder, LoadResult } from './load.ts'

export interface Measured extends LoadResult {
  /** Processor time of the server process for one request, without the database's. */
  readonly cpuMicros: number
}

/** Starts a script of the parent folder in its own process. */
export function start(script: string, environment: Record<string, string> = {}): ChildProcess {
  return fork(path.join(import.meta.dirname, '..', script), {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/** The first line a server prints, once it listens. */
export function firstMessage(server: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    server.once('message', resolve)
    server.once('exit', (code) => reject(new Error(`A server ended with ${code}`)))
  })
}

export async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
}

/** Loads a target of a server; one failed request invalidates the measurement. */
export async function measure(order: LoadOrder, server: ChildProcess): Promise<Measured> {
  const before = await cpuTime(server)
  const result = await load(order)
  if (result.failures > 0) throw new Error(`${order.target.name}: ${result.failures} requests failed`)
  return { ...result, cpuMicros: ((await cpuTime(server)) - before) / result.requests }
}

function cpuTime(server: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    server.once('message', (message) => resolve((message as { cpuMicros: number }).cpuMicros))
    server.send('cpu')
  })
}

function load(order: LoadOrder): Promise<LoadResult> {
  const generator = start('http/load.ts')
  return new Promise((resolve, reject) => {
    generator.once('message', (message) => resolve(message as LoadResult))
    generator.once('error', reject)
    generator.send(order)
  })
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
