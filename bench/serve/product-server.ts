import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { createClient } from '@sheetwright/contract/client.ts'
import { buildApp } from '@sheetwright/server/app.ts'
import { createLog } from '@sheetwright/server/platform/telemetry/log.ts'
import { loadSettings } from '@sheetwright/server/settings.ts'
import { startServices } from '@sheetwright/server/start-services.ts'
import { publishedEngine } from '../../packages/server/test/support/published-engine.ts'
import { signInNewPerson } from '../../packages/server/test/support/sign-in-new-person.ts'
import type { LoadTarget } from '../http/load.ts'
import { tellCpuTime } from '../http/tell-cpu-time.ts'
import { premium } from '../workbooks/premium.ts'
import { xlsxOf } from '../workbooks/write-xlsx.ts'
import { batchRecords, executeBody } from './bodies.ts'

/** The product as it runs for customers: embedded database, signed-in caller, every call logged. */
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
const { services } = started
const app = await buildApp(services)
await app.listen({ host: settings.host, port })

const person = await signInNewPerson(services.db, settings.origin, { groups: ['supervisor:pf'] })
const client = createClient({ baseUrl: settings.origin, headers: () => person.headers })
const engine = await publishedEngine({ services }, { ...person, client }, xlsxOf(premium()), {
  serviceName: 'Motor premium',
})
const { key } = await client.call(createApiKey, { body: { name: 'Bench', group: 'supervisor:pf' } })
const json = { 'content-type': 'application/json' }
const withToken: LoadTarget = {
  name: 'token',
  port,
  method: 'POST',
  path: `/api/v1/product/${engine.productId}/engines/Execute/${engine.engineId}`,
  headers: { ...person.headers, ...json },
  body: executeBody,
}
/** The README's example: names, escaped in the URL, and an API key. */
const withKey: LoadTarget = {
  ...withToken,
  name: 'API key',
  path: `/api/v1/product/${encodeURIComponent(engine.product)}/engines/Execute/${encodeURIComponent(engine.serviceName)}`,
  headers: { 'x-synthetic-key': key, 'x-tenant-name': person.tenantName, ...json },
}
const batch: LoadTarget = {
  name: 'batch',
  port,
  method: 'POST',
  path: `/${person.tenantName}/api/v4/execute`,
  headers: withToken.headers,
  body: JSON.stringify({ service: engine.engineId, inputs: batchRecords }),
}
tellCpuTime()
process.send?.({ targets: [withToken, withKey, batch] })
process.once('SIGTERM', () => {
  stopping.abort()
  void app
    .close()
    .then(() => started.stop())
    .then(() => process.exit(0))
})
