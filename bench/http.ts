import type { ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import type { LoadTarget } from './http/load.ts'
import { firstMessage, type Measured, measure, median, start, stop } from './http/measured-server.ts'

/**
 * Requests per second of a trivial authenticated call and of an authenticated list call, as ratios to a bare Fastify
 * echo. The three alternate, so that other load on the machine affects all of them alike.
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
  SHEETWRIGHT_EXECUTIONS_PER_MINUTE: '10000000',
})

try {
  const servers = [echoServer, productServer]
  const targets = (await Promise.all(servers.map(targetsOf))).flat()
  const measured = new Map<string, Measured[]>(targets.map(({ name }) => [name, []]))
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round++) {
    for (const target of targets) {
      const server = target.name === 'echo' ? echoServer : productServer
      const result = await measure({ target, seconds: secondsEach, connections }, server)
      if (round > 0) measured.get(target.name)?.push(result)
    }
    console.log(round === 0 ? 'warmed up' : `round ${round} of ${rounds}`)
  }
  await report(measured)
} finally {
  await Promise.all([stop(echoServer), stop(productServer)])
  await rm(folder, { recursive: true, force: true })
}

async function targetsOf(server: ChildProcess): Promise<readonly LoadTarget[]> {
  return (await firstMessage(server)) as LoadTarget[]
}

async function report(measured: ReadonlyMap<string, readonly Measured[]>): Promise<void> {
  const rows = [...measured].map(([name, runs]) => ({
    name,
    requestsPerSecond: Math.round(median(runs.map((run) => run.requestsPerSecond))),
    p50: median(runs.map((run) => run.p50)),
    p99: median(runs.map((run) => run.p99)),
    cpuMicros: median(runs.map((run) => run.cpuMicros)),
    // Alternate round by round, so that a slow moment of the machine does not affect one side only.
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
