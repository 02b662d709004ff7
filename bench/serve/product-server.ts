import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { publishedEngine } from '../../packages/server/test/support/published-engine.ts'
import type { LoadTarget } from '../http/load.ts'
import { serveProduct } from '../http/serve-product.ts'
import { tellCpuTime } from '../http/tell-cpu-time.ts'
import { premium } from '../workbooks/premium.ts'
import { xlsxOf } from '../workbooks/write-xlsx.ts'
import { batchRecords, executeBody } from './bodies.ts'

/** The product as it runs for customers: embedded database, signed-in caller, every call logged. */
const { port, services, person, client } = await serveProduct('info')
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
