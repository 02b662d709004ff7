import { createClient } from '@sheetwright/contract/client.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { buildApp } from '@sheetwright/server/app.ts'
import { createLog } from '@sheetwright/server/platform/telemetry/log.ts'
import { loadSettings } from '@sheetwright/server/settings.ts'
import { startServices } from '@sheetwright/server/start-services.ts'
import { signInNewPerson } from '../../packages/server/test/support/sign-in-new-person.ts'
import type { LoadTarget } from './load.ts'
import { tellCpuTime } from './tell-cpu-time.ts'

/** The product as it runs for customers: embedded database, signed-in caller, one log line per call. */
const port = 20_000 + (process.pid % 20_000)
const settings = loadSettings({ ...process.env, SHEETWRIGHT_PORT: String(port) })
const stopping = new AbortController()
const started = await startServices(settings, {
  log: createLog({ logLevel: 'info', logFormat: 'json' }),
  say: () => undefined,
  onFailure: (error) => {
    throw error
  },
  stopping: stopping.signal,
})
const app = await buildApp(started.services)
await app.listen({ host: settings.host, port })

const person = await signInNewPerson(started.services.db, settings.origin)
const client = createClient({ baseUrl: settings.origin, headers: () => person.headers })
for (let n = 1; n <= 200; n++) {
  await client.call(createProduct, { body: { Name: `Product ${n}`, Category: 'Life', Description: 'A product' } })
}

const list = JSON.stringify({ page: 1, pageSize: 11, sort: '-updated', search: [] })
const withBody = { ...person.headers, 'content-type': 'application/json' }
const targets: LoadTarget[] = [
  { name: 'health, nobody signed in', port, method: 'GET', path: '/health', headers: {}, body: '' },
  {
    name: 'trivial, authenticated',
    port,
    method: 'GET',
    path: '/api/v1/config/GetProductDocumentMetadata',
    headers: { ...person.headers },
    body: '',
  },
  {
    name: 'product list, authenticated',
    port,
    method: 'POST',
    path: '/api/v1/product/list',
    headers: withBody,
    body: list,
  },
]
tellCpuTime()
process.send?.(targets)
process.once('SIGTERM', () => {
  stopping.abort()
  void app
    .close()
    .then(() => started.stop())
    .then(() => process.exit(0))
})
