import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import type { LoadTarget } from './http/load.ts'
import { firstMessage, type Measured, measure, median, start, stop } from './http/measured-server.ts'

/**
 * Measures the cost of serving: Execute on the premium engine with every call logged, by a signed-in person and by a
 * program with an API key as in the README, against a framework that validates and echoes the same bodies, in turns;
 * and a batch of 10,000 records against a bare loop.
 */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 15)
const secondsEach = Number(process.env['BENCH_SECONDS'] ?? 1.5)
const batchRounds = 5
const warmUpSeconds = 4
const connections = 32
/** Requirements. */
const limits = { cpuRatio: 2.2, p99Ratio: 3, batchShare: 0.6 }

const callers = ['token', 'key'] as const

interface Round {
  readonly echo: Measured
  readonly token: Measured
  readonly key: Measured
}

interface BatchRound {
  readonly batchMillis: number
  readonly bareMillis: number
}

const results = path.join(import.meta.dirname, 'results')
const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-serve-'))
const echoServer = start('serve/echo-server.ts')
const bareLoop = start('serve/bare-loop.ts')
const productServer = start('serve/product-server.ts', {
  SHEETWRIGHT_DATA: folder,
  SHEETWRIGHT_DEMO: 'false',
  SHEETWRIGHT_REQUESTS_PER_MINUTE: '1000000',
  SHEETWRIGHT_EXECUTIONS_PER_MINUTE: '10000000',
})

try {
  const [[echo], , [token, key, batch]] = await Promise.all([
    targetsOf(echoServer),
    targetsOf(bareLoop),
    targetsOf(productServer),
  ])
  if (!echo || !token || !key || !batch) throw new Error('A server has no target')
  const round = async (seconds: number): Promise<Round> => ({
    echo: await measure({ target: echo, seconds, connections }, echoServer),
    token: await measure({ target: token, seconds, connections }, productServer),
    key: await measure({ target: key, seconds, connections }, productServer),
  })
  // Short rounds in turns, so that other load on the machine affects both sides alike.
  await round(warmUpSeconds)
  const measured: Round[] = []
  while (measured.length < rounds) measured.push(await round(secondsEach))
  console.log(`measured ${rounds} rounds of ${secondsEach} s each`)
  const batches: BatchRound[] = []
  while (batches.length < batchRounds) {
    batches.push({ batchMillis: await timeOf(batch), bareMillis: await bareTime() })
  }
  process.exitCode = (await report(measured, batches)) ? 0 : 1
} finally {
  await Promise.all([echoServer, bareLoop, productServer].map(stop))
  await rm(folder, { recursive: true, force: true })
}

async function targetsOf(server: ChildProcess): Promise<readonly LoadTarget[]> {
  return ((await firstMessage(server)) as { targets: LoadTarget[] }).targets
}

/**
 * From sending the first byte to receiving the whole response, uncompressed, as the bare loop writes it; the best of
 * three, as for the bare loop.
 */
async function timeOf({ port, method, path: address, headers, body }: LoadTarget): Promise<number> {
  const plain = { ...headers, 'accept-encoding': 'identity', 'content-length': Buffer.byteLength(body) }
  return best(async () => {
    const from = performance.now()
    const asked = request({ host: '127.0.0.1', port, method, path: address, headers: plain }).end(body)
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    const parts: Buffer[] = await response.toArray()
    if (response.statusCode !== 200)
      throw new Error(`The batch failed: ${Buffer.concat(parts).toString().slice(0, 500)}`)
    return performance.now() - from
  })
}

function bareTime(): Promise<number> {
  return best(
    () =>
      new Promise<number>((resolve) => {
        bareLoop.once('message', (message) => resolve((message as { millis: number }).millis))
        bareLoop.send('run')
      }),
  )
}

async function best(run: () => Promise<number>): Promise<number> {
  return Math.min(await run(), await run(), await run())
}

async function report(measured: readonly Round[], batches: readonly BatchRound[]): Promise<boolean> {
  const middle = (read: (round: Round) => number) => median(measured.map(read))
  const rows = (['echo', ...callers] as const).map((name) => ({
    name,
    requestsPerSecond: Math.round(middle((round) => round[name].requestsPerSecond)),
    p50: middle((round) => round[name].p50),
    p99: middle((round) => round[name].p99),
    cpuMicros: middle((round) => round[name].cpuMicros),
  }))
  // Alternate round by round, so that a slow moment of the machine does not affect one side only.
  const ratios = callers.map((name) => ({
    name,
    cpuRatio: middle((round) => round[name].cpuMicros / round.echo.cpuMicros),
    p99Ratio: middle((round) => round[name].p99 / round.echo.p99),
  }))
  const middleBatch = (read: (round: BatchRound) => number) => median(batches.map(read))
  const batchShare = middleBatch(({ batchMillis, bareMillis }) => bareMillis / batchMillis)
  console.log('\n                  requests/s    p50 ms    p99 ms    cpu µs')
  for (const row of rows) {
    const columns = [row.requestsPerSecond, row.p50.toFixed(2), row.p99.toFixed(2), row.cpuMicros.toFixed(0)]
    console.log(`${row.name.padEnd(16)}${columns.map((column) => String(column).padStart(12)).join('')}`)
  }
  const verdicts = [
    ...ratios.flatMap(({ name, cpuRatio, p99Ratio }) => [
      verdict(`${name}: processor time ${cpuRatio.toFixed(2)} times the echo's`, cpuRatio, limits.cpuRatio),
      verdict(`${name}: p99 ${p99Ratio.toFixed(2)} times the echo's`, p99Ratio, limits.p99Ratio),
    ]),
    [
      `batch of 10,000 at ${(batchShare * 100).toFixed(0)} percent of a bare loop (at least ${limits.batchShare * 100})`,
      batchShare >= limits.batchShare,
    ],
  ] as const
  console.log('')
  for (const [text, holds] of verdicts) console.log(`${holds ? 'holds ' : 'FAILS '} ${text}`)
  await mkdir(results, { recursive: true })
  const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length }
  const batch = {
    millis: middleBatch((round) => round.batchMillis),
    bareMillis: middleBatch((round) => round.bareMillis),
  }
  const document = {
    measuredAt: new Date().toISOString(),
    machine,
    rounds,
    rows,
    ratios,
    batchShare,
    batch,
  }
  await writeFile(path.join(results, 'serve.json'), `${JSON.stringify(document, null, 2)}\n`)
  return verdicts.every(([, holds]) => holds)
}

function verdict(text: string, found: number, atMost: number): readonly [string, boolean] {
  return [`${text} (at most ${atMost})`, found <= atMost]
}
