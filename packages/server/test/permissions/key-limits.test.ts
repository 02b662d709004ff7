import { ApiError } from '@sheetwright/contract/api-error.ts'
import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { listAudit } from '@sheetwright/contract/audit/list-audit.ts'
import type { SentBody } from '@sheetwright/contract/call.ts'
import { createClient } from '@sheetwright/contract/client.ts'
import { deleteEngine } from '@sheetwright/contract/engines/delete-engine.ts'
import { undeleteEngine } from '@sheetwright/contract/engines/undelete-engine.ts'
import { listEngines } from '@sheetwright/contract/engines/list-engines.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { deleteProduct } from '@sheetwright/contract/products/delete-product.ts'
import { listDeleted } from '@sheetwright/contract/products/list-deleted.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { expect, it, vi } from 'vitest'
import { mayUseFrom } from '../../src/platform/identity/allowed-addresses.ts'
import { premiumWorkbook } from '../execution/workbooks.ts'
import { publishedEngine } from '../support/published-engine.ts'
import { useTestServer } from '../support/test-server.ts'

const server = useTestServer()

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'let in',
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  )

it('an API key reaches the products and engines it is limited to, whatever its group may do', async () => {
  const supervisor = await server().signIn({ groups: ['supervisor:pf'] })
  const own = await publishedEngine(server(), supervisor, premiumWorkbook(), { serviceName: 'Premium' })
  const beside = await publishedEngine(server(), supervisor, premiumWorkbook(), {
    serviceName: 'Beside',
    productId: own.productId,
  })
  const other = await publishedEngine(server(), supervisor, premiumWorkbook(), { serviceName: 'Premium' })
  const keyFor = async (limits: Partial<SentBody<typeof createApiKey>>) => {
    const { key, apiKey } = await supervisor.client.call(createApiKey, {
      body: {
        name: `Key ${JSON.stringify(limits).length} ${Math.random()}`,
        group: 'supervisor:pf',
        scopes: ['execute', 'author', 'logs'],
        ...limits,
      },
    })
    const headers = { 'x-synthetic-key': key, 'x-tenant-name': supervisor.tenantName }
    return { apiKey, client: createClient({ baseUrl: server().origin, headers: () => headers }) }
  }
  const run = ({ client }: Awaited<ReturnType<typeof keyFor>>, { productId, serviceName }: typeof own) =>
    codeOf(client.call(executeEngine, { params: { product: productId, engine: serviceName }, body: {} }))

  const forEngine = await keyFor({ engines: [own.engineId] })
  expect(forEngine.apiKey).toMatchObject({ products: [], engines: [{ id: own.engineId }], addresses: null })
  expect(await run(forEngine, own)).toBe('let in')
  expect(await run(forEngine, beside)).toBe('ENGINE_NOT_FOUND')
  expect(await run(forEngine, other)).toBe('ENGINE_NOT_FOUND')

  const forProduct = await keyFor({ products: [own.productId] })
  expect(await run(forProduct, own)).toBe('let in')
  expect(await run(forProduct, beside)).toBe('let in')
  expect(await run(forProduct, other)).toBe('ENGINE_NOT_FOUND')
  const make = forProduct.client.call(createProduct, { body: { Name: 'Another' } })
  expect(await codeOf(make)).toBe('PERMISSION_DENIED')
  const seen = await supervisor.client.call(listEngines, { params: { product: own.productId }, body: {} })
  expect(seen.count).toBe(2)

  expect(await run(await keyFor({}), other)).toBe('let in')
  expect(await codeOf(keyFor({ products: [own.engineId] }))).toBe('PRODUCT_NOT_FOUND')
  expect(await codeOf(keyFor({ engines: [own.productId] }))).toBe('ENGINE_NOT_FOUND')

  expect(await run(await keyFor({ addresses: ['203.0.113.0/24', '2001:db8::/32'] }), own)).toBe('PERMISSION_DENIED')
  expect(await run(await keyFor({ addresses: ['127.0.0.1', '::1'] }), own)).toBe('let in')
  expect(await codeOf(keyFor({ addresses: ['somewhere'] }))).toBe('INVALID_INPUT')

  // The trail records the first use from an address, once.
  await vi.waitFor(async () => {
    const search = [{ field: 'entityId' as const, value: forProduct.apiKey.id }]
    const { items } = await supervisor.client.call(listAudit, { body: { search } })
    expect(items.map(({ action }) => action)).toEqual(['apiKey.newAddress', 'apiKey.create'])
    expect(items[0]?.after).toMatchObject({ address: expect.stringContaining('127.0.0.1') })
  })
})

it('deleted products and engines are listed for as long as they can be brought back', async () => {
  const supervisor = await server().signIn({ groups: ['supervisor:pf'] })
  const engine = await publishedEngine(server(), supervisor, premiumWorkbook(), { serviceName: 'Gone' })
  const { id } = await supervisor.client.call(createProduct, { body: { Name: 'Gone as well' } })
  const address = { product: engine.productId, engine: engine.engineId }
  await supervisor.client.call(deleteEngine, { params: address })
  await supervisor.client.call(deleteProduct, { params: { product: id } })
  const listed = () => supervisor.client.call(listDeleted)
  expect(await listed()).toMatchObject([
    { type: 'product', id, name: 'Gone as well' },
    { type: 'engine', id: engine.engineId, name: 'Gone', productId: engine.productId },
  ])
  await supervisor.client.call(undeleteEngine, { params: address })
  // The engines of a deleted product are restored with it.
  await supervisor.client.call(deleteEngine, { params: address })
  await supervisor.client.call(deleteProduct, { params: { product: engine.productId } })
  expect((await listed()).map((thing) => thing.id)).toEqual([engine.productId, id])
})

it('allowed addresses are compared as addresses, not as texts', () => {
  const key = { addresses: ['203.0.113.0/24', '198.51.100.7', '2001:db8::/48'] }
  expect(mayUseFrom(key, '203.0.113.250')).toBe(true)
  expect(mayUseFrom(key, '::ffff:198.51.100.7')).toBe(true)
  expect(mayUseFrom(key, '2001:0db8:0:1::5')).toBe(true)
  expect(mayUseFrom(key, '203.0.114.1')).toBe(false)
  expect(mayUseFrom(key, '198.51.100.70')).toBe(false)
  expect(mayUseFrom(key, 'unknown')).toBe(false)
  expect(mayUseFrom({ addresses: null }, 'unknown')).toBe(true)
})
