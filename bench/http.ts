import { type ChildProcess, fork } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import type { LoadResult, LoadTarget } from './http/load.ts'

interface Measured extends LoadResult {
  /** Processor time of the server process for one request; the database's is not in it. */
  readonly cpuMicros: number
}

/**
 * Requests per second of a trivial authenticated call and of an authenticated list call, as ratios to a bare Fastify
 * echo that ran in between, so that whatever else the machine does weighs on all of them alike.
 */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const secondsEach = Number(process.env['BENCH_SECONDS'] ?? 4)
const connections = 32

const results = path.join(import.meta.dirname, 'results')
const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-bench-'))
const echoServer = start('http/echo-server.ts')
const productServer = start('http/product-server.ts', {
  SHEETWRIGHT_DATA: folder,
  SHEETWRIGHT_DEMO: 'false',
  SHEETWRIGHT_REQUESTS_PER_MINUTE: '1000000',
})

try {
  const servers = [echoServer, productServer]
  const targets = (await Promise.all(servers.map(targetsOf))).flat()
  const measured = new Map<string, Measured[]>(targets.map(({ name }) => [name, []]))
  // The first round only warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const target of targets) {
      const result = await measure(target, target.name === 'echo' ? echoServer : productServer)
      if (result.failures > 0) throw new Error(`${target.name}: ${result.failures} requests failed`)
      if (round > 0) measured.get(target.name)?.push(result)
    }
    console.log(round === 0 ? 'warmed up' : `round ${round} of ${rounds}`)
  }
  await report(measured)
} finally {
  await Promise.all([stop(echoServer), stop(productServer)])
  await rm(folder, { recursive: true, force: true })
}

function start(script: string, environment: Record<string, string> = {}): ChildProcess {
  return fork(path.join(import.meta.dirname, script), {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

function targetsOf(server: ChildProcess): Promise<LoadTarget[]> {
  return new Promise((resolve, reject) => {
    server.once('message', (message) => resolve(message as LoadTarget[]))
    server.once('exit', (code) => reject(new Error(`A server ended with ${code}`)))
  })
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
}

async function measure(target: LoadTarget, server: ChildProcess): Promise<Measured> {
  const before = await cpuTime(server)
  const result = await load(target)
  return { ...result, cpuMicros: ((await cpuTime(server)) - before) / result.requests }
}

function cpuTime(server: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    server.once('message', (message) => resolve((message as { cpuMicros: number }).cpuMicros))
    server.send('cpu')
  })
}

function load(target: LoadTarget): Promise<LoadResult> {
  const generator = start('http/load.ts')
  return new Promise((resolve, reject) => {
    generator.once('message', (message) => resolve(message as LoadResult))
    generator.once('error', reject)
    generator.send({ target, seconds: secondsEach, connections })
  })
}

async function report(measured: ReadonlyMap<string, readonly Measured[]>): Promise<void> {
  const rows = [...measured].map(([name, runs]) => ({
    name,
    requestsPerSecond: Math.round(median(runs.map((run) => run.requestsPerSecond))),
    p50: median(runs.map((run) => run.p50)),
    p99: median(runs.map((run) => run.p99)),
    cpuMicros: median(runs.map((run) => run.cpuMicros)),
    // Round by round, so that a slow moment of the machine does not fall on one side only.
    ratioToEcho: median(
      runs.map(
        (run, round) => run.requestsPerSecond / (measured.get('echo')?.[round]?.requestsPerSecond ?? Number.NaN),
      ),
    ),
  }))
  console.log('\ncall                          requests/s    p50 ms    p99 ms    cpu µs    ratio to a bare echo')
  for (const row of rows) {
    const columns = [
      row.name.padEnd(28),
      String(row.requestsPerSecond).padStart(12),
      row.p50.toFixed(2).padStart(10),
      row.p99.toFixed(2).padStart(10),
      row.cpuMicros.toFixed(0).padStart(10),
      row.ratioToEcho.toFixed(2).padStart(24),
    ]
    console.log(columns.join(''))
  }
  await mkdir(results, { recursive: true })
  const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length }
  const document = { measuredAt: new Date().toISOString(), machine, rounds, secondsEach, connections, rows }
  await writeFile(path.join(results, 'http.json'), `${JSON.stringify(document, null, 2)}\n`)
  console.log(`\nwritten to ${path.relative(process.cwd(), path.join(results, 'http.json'))}`)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
