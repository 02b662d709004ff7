import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { firstMessage, median, stop } from './http/measured-server.ts'
import type { Figures } from './many-engines/product-server.ts'
import { executeBody } from './serve/bodies.ts'
import { say } from './verdict.ts'

/**
 * Many engines on one process: calls come at a steady rate, spread over 10, 100 and 2,000 published engines by a power
 * law, in turns. Reports the response times of the ten most called engines and of the others, the memory of the process
 * and the processor time of its main thread. Calls do not wait for the answers of others, and the rate is moderate: it
 * needs about a tenth of a core, so that no queue builds up. A third of the calls among 2,000 engines go to the warm
 * ones; their times of all rounds count together, since 99 % of the 150 calls of one round would mean the second slowest.
 */
const sizes = [10, 100, 2000] as const
const warm = 10
const callsPerSecond = Number(process.env['BENCH_RATE'] ?? 20)
const secondsEach = Number(process.env['BENCH_SECONDS'] ?? 20)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const cacheMegabytes = 64
/** Requirements: the p99 of warm engines with 2,000 as a ratio to that with 10. */
const mostP99Ratio = 1.5

interface Product {
  readonly port: number
  readonly productId: string
  readonly engines: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly programBytes: number
}

interface Phase {
  /** Milliseconds of calls of warm engines, and of the others. */
  readonly ofWarm: readonly number[]
  readonly ofOthers: readonly number[]
  readonly called: number
  readonly wrong: number
  readonly heapMegabytes: number
  /** Of the main thread, for one call. */
  readonly mainMillis: number
}

/** Every engine computes the same. */
let expected: string | undefined
const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-many-'))
const server = fork(path.join(import.meta.dirname, 'many-engines/product-server.ts'), {
  env: {
    ...process.env,
    BENCH_ENGINES: String(sizes.at(-1)),
    SHEETWRIGHT_DATA: folder,
    SHEETWRIGHT_DEMO: 'false',
    SHEETWRIGHT_REQUESTS_PER_MINUTE: '1000000',
    SHEETWRIGHT_EXECUTIONS_PER_MINUTE: '10000000',
    SHEETWRIGHT_ENGINE_CACHE_MB: String(cacheMegabytes),
  },
  execArgv: ['--expose-gc'],
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
})
try {
  const product = (await firstMessage(server)) as Product
  console.log(`${product.engines.length} engines published, each with a program of ${product.programBytes} characters`)
  const phases = new Map<number, Phase[]>(sizes.map((size) => [size, []]))
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const size of sizes) {
      const phase = await run(product, server, size)
      if (round > 0) phases.get(size)?.push(phase)
    }
  }
  process.exitCode = report(phases) ? 0 : 1
} finally {
  await stop(server)
  await rm(folder, { recursive: true, force: true })
}

async function run(product: Product, process: ChildProcess, size: number): Promise<Phase> {
  const choose = powerLaw(size)
  const times: { readonly rank: number; readonly millis: number }[] = []
  const called = new Set<number>()
  let wrong = 0
  const running: Promise<void>[] = []
  const { mainMicrosAfter } = await figuresOf(process)
  const since = performance.now()
  for (let n = 0; n < callsPerSecond * secondsEach; n++) {
    const wait = since + (n * 1000) / callsPerSecond - performance.now()
    if (wait > 1) await delay(wait)
    const rank = choose()
    called.add(rank)
    running.push(call(rank))
  }
  await Promise.all(running)
  const { heap, mainMicros } = await figuresOf(process)
  const timesWhere = (isWarm: boolean) => times.flatMap(({ rank, millis }) => (rank < warm === isWarm ? [millis] : []))
  return {
    ofWarm: timesWhere(true),
    ofOthers: timesWhere(false),
    called: called.size,
    wrong,
    heapMegabytes: heap / 1_000_000,
    mainMillis: (mainMicros - mainMicrosAfter) / 1000 / times.length,
  }

  async function call(rank: number): Promise<void> {
    const { port, productId, engines, headers } = product
    const from = performance.now()
    const answer = await fetch(
      `http://127.0.0.1:${port}/api/v1/product/${productId}/engines/Execute/${engines[rank]}`,
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: executeBody,
      },
    )
    const body = (await answer.json()) as { data: { xOutput: Record<string, unknown> } | null }
    times.push({ rank, millis: performance.now() - from })
    if (!answer.ok || !isExpected(body.data?.xOutput)) wrong++
  }
}

function isExpected(outputs: unknown): boolean {
  expected ??= JSON.stringify(outputs)
  return JSON.stringify(outputs) === expected
}

/** Ranks with a share proportional to 1 / (rank + 1). */
function powerLaw(size: number): () => number {
  const sums: number[] = []
  for (let rank = 0; rank < size; rank++) sums.push((sums.at(-1) ?? 0) + 1 / (rank + 1))
  return () => {
    const drawn = Math.random() * (sums.at(-1) ?? 0)
    return sums.findIndex((sum) => sum > drawn)
  }
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}

function figuresOf(process: ChildProcess): Promise<Figures> {
  return new Promise((resolve) => {
    process.once('message', (message) => resolve(message as Figures))
    process.send('figures')
  })
}

function report(phases: ReadonlyMap<number, readonly Phase[]>): boolean {
  console.log(
    '\n| engines | called | warm p50 ms | warm p99 ms | others p50 ms | others p99 ms | heap MB | main thread ms a call |',
  )
  console.log('|---:|---:|---:|---:|---:|---:|---:|---:|')
  const middle = (size: number, read: (phase: Phase) => number) => median((phases.get(size) ?? []).map(read))
  const times = (size: number, read: (phase: Phase) => readonly number[]) => (phases.get(size) ?? []).flatMap(read)
  const warmP99 = (size: number) =>
    at(
      times(size, ({ ofWarm }) => ofWarm),
      0.99,
    )
  for (const size of sizes) {
    const ofWarm = times(size, (phase) => phase.ofWarm)
    const ofOthers = times(size, (phase) => phase.ofOthers)
    const columns = [
      middle(size, ({ called }) => called).toFixed(0),
      ...[at(ofWarm, 0.5), at(ofWarm, 0.99), at(ofOthers, 0.5), at(ofOthers, 0.99)].map((millis) =>
        millis.toFixed(1).replace('NaN', ''),
      ),
      middle(size, ({ heapMegabytes }) => heapMegabytes).toFixed(1),
      middle(size, ({ mainMillis }) => mainMillis).toFixed(2),
    ]
    console.log(`| ${size} | ${columns.join(' | ')} |`)
  }
  const [few, , many] = sizes
  const ratio = warmP99(many) / warmP99(few)
  const grown = middle(many, ({ heapMegabytes }) => heapMegabytes) - middle(few, ({ heapMegabytes }) => heapMegabytes)
  const wrong = [...phases.values()].flat().reduce((sum, phase) => sum + phase.wrong, 0)
  console.log()
  return [
    say(`${wrong} wrong or refused answers`, wrong === 0),
    say(
      `p99 of warm engines among ${many}: ${ratio.toFixed(2)} times that among ${few}, at most ${mostP99Ratio}`,
      ratio <= mostP99Ratio,
    ),
    say(
      `memory with ${many} engines: ${grown.toFixed(1)} MB more than with ${few}, at most the ${cacheMegabytes} MB of the setting`,
      grown <= cacheMegabytes,
    ),
  ].every(Boolean)
}
