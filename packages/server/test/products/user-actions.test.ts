import { ApiError } from '@sheetwright/contract/api-error.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { deleteProduct } from '@sheetwright/contract/products/delete-product.ts'
import { undeleteProduct } from '@sheetwright/contract/products/undelete-product.ts'
import { listUserActions } from '@sheetwright/contract/products/list-user-actions.ts'
import { updateProduct } from '@sheetwright/contract/products/update-product.ts'
import { expect, it } from 'vitest'
import { useTestServer } from '../support/test-server.ts'

const server = useTestServer()

it('the history of a product says what was changed, newest first', async () => {
  const { client } = await server().signIn()
  const { id: product } = await client.call(createProduct, { body: { Name: 'Before', Category: 'Life' } })
  await client.call(createProduct, { body: { Name: 'Another' } })
  await client.call(updateProduct, { params: { product }, body: { name: 'After', category: ['Life', 'Motor'] } })
  await client.call(updateProduct, { params: { product }, body: { status: 'Production' } })
  await client.call(updateProduct, { params: { product }, body: { status: 'Design', reason: 'Wrong rate' } })
  await client.call(deleteProduct, { params: { product } })
  await client.call(undeleteProduct, { params: { product } })
  const { items, count } = await client.call(listUserActions, { params: { product } })
  expect(count).toBe(6)
  expect(items.map(({ action, changes, reason }) => ({ action, changes, reason }))).toEqual([
    { action: 'product.undelete', changes: [], reason: null },
    { action: 'product.delete', changes: [], reason: null },
    {
      action: 'product.update',
      changes: [{ field: 'status', before: 'Production', after: 'Design' }],
      reason: 'Wrong rate',
    },
    { action: 'product.update', changes: [{ field: 'status', before: 'Design', after: 'Production' }], reason: null },
    {
      action: 'product.update',
      changes: [
        { field: 'name', before: 'Before', after: 'After' },
        { field: 'category', before: ['Life'], after: ['Life', 'Motor'] },
      ],
      reason: null,
    },
    { action: 'product.create', changes: [], reason: null },
  ])
  const second = await client.call(listUserActions, { params: { product }, body: { page: 2, pageSize: 4 } })
  expect(second.items.map(({ action }) => action)).toEqual(['product.update', 'product.create'])
})

it('nobody reads the history of a product that they do not see', async () => {
  const owner = await server().signIn()
  const { id: product } = await owner.client.call(createProduct, { body: { Name: 'Mine' } })
  for (const stranger of [await server().signIn({ tenant: owner }), await server().signIn()]) {
    const failure: unknown = await stranger.client
      .call(listUserActions, { params: { product } })
      .catch((error) => error)
    expect(failure).toBeInstanceOf(ApiError)
    expect((failure as ApiError).code).toBe('PRODUCT_NOT_FOUND')
  }
})
