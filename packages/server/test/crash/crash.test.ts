import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@sheetwright/contract/client.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { listProducts } from '@sheetwright/contract/products/list-products.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

/** The processes killed in each round, without warning and while everybody writes. */
const rounds = ['the server', 'the server and PostgreSQL', 'the server', 'the server and PostgreSQL'] as const

const WRITERS = 4
const WRITES_BEFORE_KILL = 25

let folder: string
let data: string
let running: ServerProcess | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheetwright-crash-'))
  data = join(folder, 'data')
})
afterAll(async () => {
  // Processes are left over only after a failure.
  running?.child.kill('SIGKILL')
  for (const pid of await processesIn(join(data, 'postgres/cluster'))) killIfAlive(pid)
  await rm(folder, { recursive: true, force: true })
})

it('has everything that it said was stored, after being killed again and again while writing', async () => {
  const acknowledged = new Set<string>()
  for (const [round, victims] of rounds.entries()) {
    const server = await start()
    // Every earlier acknowledgement still holds.
    expect(await missing(server, acknowledged)).toEqual([])
    await writeUntilKilled(server, `round ${round}`, victims, acknowledged)
  }
  const server = await start()
  expect(await missing(server, acknowledged)).toEqual([])
  expect(acknowledged.size).toBeGreaterThanOrEqual(rounds.length * WRITES_BEFORE_KILL)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

async function start(): Promise<ServerProcess> {
  running = await startServerProcess({
    SHEETWRIGHT_DATA: data,
    SHEETWRIGHT_SKIP_LOGIN: 'true',
    SHEETWRIGHT_REQUESTS_PER_MINUTE: '1000000',
    SHEETWRIGHT_LOG_LEVEL: 'error',
  })
  return running
}

async function writeUntilKilled(
  server: ServerProcess,
  prefix: string,
  victims: (typeof rounds)[number],
  acknowledged: Set<string>,
): Promise<void> {
  const client = createClient({ baseUrl: server.origin })
  const enough = Promise.withResolvers<void>()
  let written = 0
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; ; n++) {
      const name = `${prefix} writer ${writer} number ${n}`
      // A writer stops at its first request without an answer: whether it was stored is unknown, and both are correct.
      const answered = await client.call(createProduct, { body: { Name: name } }).then(
        () => true,
        () => false,
      )
      if (!answered) return
      acknowledged.add(name)
      written++
      if (written === WRITES_BEFORE_KILL) enough.resolve()
    }
  }
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  await Promise.race([enough.promise, writers])
  const database = victims === 'the server and PostgreSQL' ? await processesIn(join(data, 'postgres/cluster')) : []
  server.child.kill('SIGKILL')
  for (const pid of database) killIfAlive(pid)
  await server.ended
  await writers
}

/** PostgreSQL and all its child processes: each works in the cluster's folder. */
async function processesIn(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') {
    const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
    return file === '' ? [] : [Number(file.split('\n')[0])]
  }
  const pids = (await readdir('/proc')).map(Number).filter((pid) => Number.isInteger(pid))
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return pids.filter((_, index) => folders[index] === cluster)
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself meanwhile.
  }
}

async function missing(server: ServerProcess, names: ReadonlySet<string>): Promise<string[]> {
  const client = createClient({ baseUrl: server.origin })
  const present = new Set<string>()
  for (let page = 1; ; page++) {
    const { items } = await client.call(listProducts, { body: { page, pageSize: 1000, sort: 'name' } })
    for (const { name } of items) present.add(name)
    if (items.length < 1000) break
  }
  return [...names].filter((name) => !present.has(name))
}
