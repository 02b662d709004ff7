import path from 'node:path'
import { type Client, createClient } from '@sheetwright/contract/client.ts'
import { uploadEngine } from '@sheetwright/contract/engines/upload-engine.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { buildWorkbook } from '../packages/compiler/test/workbook-builder.ts'
import { premiumWorkbook } from '../packages/server/test/execution/workbooks.ts'
import { type ServerProcess, startServerProcess } from '../packages/server/test/support/server-process.ts'
import { exponent } from './engine/timing.ts'
import { figuresOfTree } from './process-tree.ts'
import { startSharedStores } from './shared-stores.ts'
import { say } from './verdict.ts'

/**
 * Many processes on one PostgreSQL and one S3 server: 1, 2, 4 and 8 api processes answer the calls of eight callers in
 * turn. Reports the processor time of a call, the memory of a process, and how soon a published version is served by
 * all of them. With more processes than cores each answers fewer calls a second, and a call bears more of what a
 * process does at any rate.
 */
const sizes = [1, 2, 4, 8] as const
/** For each process, so that all are equally warm. */
const callsEach = Number(process.env['BENCH_CALLS'] ?? 2000)
const callers = 8
const publications = 5
const latestMs = 1000

interface Figures {
  readonly cpuMicros: number
  readonly megabytes: number
  readonly everywhereMs: number
}

const stores = await startSharedStores()
const running: ServerProcess[] = []
try {
  await begin('worker')
  const found = new Map<number, Figures>()
  let product = ''
  for (const size of sizes) {
    while (running.length <= size) await begin('api')
    const servers = running.slice(1)
    const clients = servers.map(({ origin }) => createClient({ baseUrl: origin }))
    if (product === '') product = await prepare(clients)
    found.set(size, await measure(clients, servers, product))
  }
  process.exitCode = report(found) ? 0 : 1
} finally {
  for (const server of running) server.child.kill('SIGTERM')
  await Promise.all(running.map(({ ended }) => ended))
  await stores.stop()
}

async function begin(role: 'api' | 'worker'): Promise<void> {
  const server = await startServerProcess(
    {
      ...stores.environment,
      SHEETWRIGHT_DATA: path.join(stores.folder, `process-${running.length}`),
      SHEETWRIGHT_SKIP_LOGIN: 'true',
      SHEETWRIGHT_REQUESTS_PER_MINUTE: '1000000',
      SHEETWRIGHT_EXECUTIONS_PER_MINUTE: '10000000',
      SHEETWRIGHT_LOG_LEVEL: 'error',
      SHEETWRIGHT_LIBREOFFICE: 'off',
    },
    role,
  )
  running.push(server)
}

async function prepare([client]: readonly Client[]): Promise<string> {
  if (client === undefined) throw new Error('There is no process')
  const { id } = await client.call(createProduct, { body: { Name: 'Processes' } })
  return id
}

async function measure(
  clients: readonly Client[],
  servers: readonly ServerProcess[],
  product: string,
): Promise<Figures> {
  const delays: number[] = []
  for (let n = 0; n < publications; n++) delays.push(await publishEverywhere(clients, product))
  const calls = callsEach * clients.length
  await callInTurn(clients, product, calls)
  const before = await figuresOf(servers)
  await callInTurn(clients, product, calls)
  const after = await figuresOf(servers)
  return {
    cpuMicros: ((after.cpuSeconds - before.cpuSeconds) * 1e6) / calls,
    megabytes: after.residentBytes / servers.length / 1e6,
    everywhereMs: Math.max(...delays),
  }
}

async function figuresOf(servers: readonly ServerProcess[]) {
  const each = await Promise.all(servers.map(({ child }) => figuresOfTree(child.pid ?? Number.NaN)))
  return {
    cpuSeconds: each.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    residentBytes: each.reduce((sum, { residentBytes }) => sum + residentBytes, 0),
  }
}

/** Publishes a version at one process and waits until every process answers with it: milliseconds from its answer on. */
async function publishEverywhere(clients: readonly Client[], product: string): Promise<number> {
  const [first] = clients
  if (first === undefined) throw new Error('There is no process')
  const content = new Blob([new Uint8Array(await buildWorkbook(premiumWorkbook(0.02)))])
  const { bookSummary } = await first.call(uploadEngine, {
    params: { product },
    body: {
      data: JSON.stringify({
        serviceName: 'Premium',
        releaseNote: 'Processes',
        publish: true,
        versionUpgrade: 'minor',
        acknowledge: { codes: ['PROOF_MISSING', 'PROOF_DIFFERS', 'RESULTS_CHANGE'], reason: 'Processes' },
      }),
    },
    files: { file: { content, fileName: 'Premium.xlsx' } },
  })
  const since = performance.now()
  await Promise.all(
    clients.map(async (client) => {
      while ((await calculate(client, product, 1)) !== bookSummary.revision);
    }),
  )
  return performance.now() - since
}

async function callInTurn(clients: readonly Client[], product: string, count: number): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let n = next++; n < count; n = next++) {
        const client = clients[n % clients.length]
        if (client !== undefined) await calculate(client, product, n)
      }
    }),
  )
}

/** The version that answered. */
async function calculate(client: Client, product: string, n: number): Promise<string> {
  const { revision } = await client.call(executeEngine, {
    params: { product, engine: 'Premium' },
    body: { request_data: { inputs: { Sum: 1000 + n, Age: 50, Cover: 'Full' } } },
  })
  return revision
}

function report(found: ReadonlyMap<number, Figures>): boolean {
  console.log(
    '\n| api processes | processor time of a call, µs | memory of a process, MB | served everywhere after, ms |',
  )
  console.log('|---:|---:|---:|---:|')
  for (const [size, { cpuMicros, megabytes, everywhereMs }] of found) {
    console.log(`| ${size} | ${cpuMicros.toFixed(0)} | ${megabytes.toFixed(0)} | ${everywhereMs.toFixed(0)} |`)
  }
  const growth = exponent([...found].map(([size, { cpuMicros }]) => [size, cpuMicros]))
  const latest = Math.max(...[...found.values()].map(({ everywhereMs }) => everywhereMs))
  console.log(`\nthe processor time of a call grows with the processes to the power of ${growth.toFixed(2)}`)
  return say(
    `a published version is served everywhere after ${latest.toFixed(0)} ms, at most ${latestMs}`,
    latest <= latestMs,
  )
}
