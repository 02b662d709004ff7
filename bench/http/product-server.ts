import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import type { LoadTarget } from './load.ts'
import { serveProduct } from './serve-product.ts'
import { tellCpuTime } from './tell-cpu-time.ts'

/** The product as it runs for customers: embedded database, signed-in caller, one log line per call. */
const { port, person, client } = await serveProduct('info')
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
