import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@sheetwright/contract/client.ts'
import { publishEngine } from '@sheetwright/contract/engines/publish-engine.ts'
import { uploadEngine } from '@sheetwright/contract/engines/upload-engine.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { downloadSampleWorkbook } from '@sheetwright/contract/system/download-sample-workbook.ts'
import { pino } from 'pino'
import S3rver from 's3rver'
import { parse } from 'yaml'
import { z } from 'zod'
import { appEndpointOf } from '../src/platform/db/app-role.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { packagedBinaries } from '../src/platform/db/embedded/binaries.ts'
import { startCluster } from '../src/platform/db/embedded/cluster.ts'
import { tenants } from '../src/platform/db/schema/tenants.ts'
import { databaseUrlOf, freePort, type ServerProcess, startServerProcess } from '../test/support/server-process.ts'
import { signInNewPerson } from '../test/support/sign-in-new-person.ts'

/**
 * Runs the services of compose.yaml as plain processes, without a container runtime: PostgreSQL, an S3 server, each
 * process of the product in its role with its environment from the file, and a proxy in front. Creates a product,
 * executes an engine, stops everything: `npm run prove:compose`.
 */
const root = path.join(import.meta.dirname, '../../..')
const service = z.object({
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
})
const composeFile = z.object({ services: z.record(z.string(), service) })

const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-compose-'))
const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
try {
  await prove()
} finally {
  for (const stop of stops.toReversed()) await stop()
}

async function prove(): Promise<void> {
  const owner = await startDatabase()
  const storePort = await startStore()
  const proxyPort = await freePort()
  const origin = `http://127.0.0.1:${proxyPort}`

  // The only account of the tests' S3 server.
  const values = { ...(await exampleValues()), S3_KEY: 'S3RVER', S3_SECRET: 'S3RVER', SHEETWRIGHT_ORIGIN: origin }
  const text = fillIn(await readFile(path.join(root, 'compose.yaml'), 'utf8'), values)
  const { services } = composeFile.parse(parse(text, { merge: true }))
  const inRoles = Object.entries(services).flatMap(([name, { command = [], environment = {} }]) => {
    const role = command[command.indexOf('--role') + 1]
    return role === 'api' || role === 'worker' ? [{ name, role, environment } as const] : []
  })
  say(`compose.yaml has ${inRoles.map(({ name, role }) => `${name} (${role})`).join(', ')}`)

  const running = await Promise.all(
    inRoles.map(async ({ name, role, environment }) => {
      // Service names resolve only in a container runtime's network.
      const here = {
        ...environment,
        DATABASE_URL: databaseUrlOf(owner),
        SHEETWRIGHT_FILES: (environment['SHEETWRIGHT_FILES'] ?? '').replace('store%3A8333', `127.0.0.1%3A${storePort}`),
        SHEETWRIGHT_DATA: path.join(folder, name),
      }
      const started = await startServerProcess(here, role)
      stops.push(() => end(started))
      say(`${name} is ready`)
      return { name, role, started }
    }),
  )
  const answering = running.filter(({ role }) => role === 'api').map(({ started }) => started.origin)
  const { server, answered } = await startProxy(proxyPort, answering)

  const db = openDatabase(appEndpointOf(owner), { log: pino({ level: 'silent' }), maxConnections: 2 })
  stops.push(() => db.close())
  const [tenant] = await db.inSystem(async (tx) => tx.q.select().from(tenants))
  if (tenant === undefined) throw new Error('The first start made no tenant')
  const groups = ['supervisor:pf']
  const person = await signInNewPerson(db, origin, { groups, tenant: { tenantId: tenant.id, tenantName: tenant.name } })
  const api = createClient({ baseUrl: origin, headers: () => person.headers })
  const { blob } = await api.call(downloadSampleWorkbook)
  const { id: product } = await api.call(createProduct, { body: { Name: 'Made through the proxy' } })
  const sent = { file: { content: blob, fileName: 'sample.xlsx' } }
  const { engineId: engine } = await api.call(uploadEngine, { params: { product }, body: {}, files: sent })
  await api.call(publishEngine, { params: { product, engine }, body: {} })
  for (let n = 0; n < 4; n++) {
    const { xOutput } = await api.call(executeEngine, { params: { product, engine }, body: {} })
    if (Object.keys(xOutput).length === 0) throw new Error('The engine has no outputs')
    if (n === 0) say(`the engine answers ${JSON.stringify(xOutput)}`)
  }
  say(`answered: ${answering.map((each, index) => `api ${index + 1} ${answered.get(each) ?? 0} times`).join(', ')}`)
  if (answering.some((each) => (answered.get(each) ?? 0) === 0)) throw new Error('One of the processes never answered')

  await new Promise((resolve) => server.close(resolve))
  for (const { name, started } of running) {
    const code = await end(started)
    if (code !== 0) throw new Error(`${name} ended with ${code}:\n${started.output()}`)
  }
  say('all processes stopped in order')
}

async function startDatabase() {
  const own = path.join(folder, 'database')
  await mkdir(own, { mode: 0o700 })
  const binaries = await packagedBinaries(path.join(folder, 'lib'))
  const cluster = await startCluster({ folder: own, binaries, log: pino({ level: 'warn' }), tcp: true })
  stops.push(() => cluster.stop())
  say('PostgreSQL is ready')
  return cluster.owner
}

async function startStore(): Promise<number> {
  const directory = path.join(folder, 'store')
  const configureBuckets = [{ name: 'sheetwright' }]
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
  const { port } = await server.run()
  stops.push(() => server.close())
  say('the S3 server is ready')
  return port
}

/** Passes each request to the next process in turn. */
async function startProxy(port: number, targets: readonly string[]) {
  const answered = new Map<string, number>()
  let turn = 0
  const server: Server = createServer((asked, answer) => {
    const target = targets[turn++ % targets.length] ?? ''
    const headers = { ...asked.headers, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' }
    const passed = request(`${target}${asked.url ?? ''}`, { method: asked.method, headers }, (got) => {
      answered.set(target, (answered.get(target) ?? 0) + 1)
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    })
    passed.on('error', () => answer.writeHead(502).end())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  stops.push(async () => server.closeAllConnections())
  return { server, answered }
}

async function exampleValues(): Promise<Record<string, string>> {
  const lines = (await readFile(path.join(root, 'deploy/example.env'), 'utf8')).split('\n')
  return Object.fromEntries(lines.flatMap((line) => (/^\w+=/.test(line) ? [line.split(/=(.*)/, 2)] : [])))
}

/** Substitutes variables like docker compose; a missing one is an error there too. */
function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?::-([^}]*))?\}/g, (_whole, name: string, otherwise: string | undefined) => {
    const value = values[name] ?? otherwise
    if (value === undefined) throw new Error(`compose.yaml needs ${name}, which deploy/example.env does not have`)
    return value
  })
}

async function end({ child, ended }: ServerProcess): Promise<number | NodeJS.Signals> {
  if (child.exitCode === null) child.kill('SIGTERM')
  return ended
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
