import { ApiError } from '@sheetwright/contract/api-error.ts'
import { createStatus } from '@sheetwright/contract/board/create-status.ts'
import { deleteStatus } from '@sheetwright/contract/board/delete-status.ts'
import { getStatuses } from '@sheetwright/contract/board/get-statuses.ts'
import { listCards } from '@sheetwright/contract/board/list-cards.ts'
import { updateProductStatus } from '@sheetwright/contract/board/update-product-status.ts'
import { updateStatus } from '@sheetwright/contract/board/update-status.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { getProduct } from '@sheetwright/contract/products/get-product.ts'
import { expect, it } from 'vitest'
import { useTestServer } from '../support/test-server.ts'

const server = useTestServer()

/** A supervisor of a new tenant, and the board as they see it. */
async function boardOf() {
  const person = await server().signIn({ groups: ['supervisor:pf'] })
  const { client } = person
  const names = async () => (await client.call(getStatuses)).map(({ name }) => name)
  const column = async (name: string) => {
    const found = (await client.call(getStatuses)).find((one) => one.name === name)
    return found?.id ?? ''
  }
  const cards = async (name: string) => {
    const { items } = await client.call(listCards, { body: { statusId: await column(name) } })
    return items.map((item) => item.name)
  }
  const add = async (name: string) => (await client.call(createProduct, { body: { Name: name } })).id
  const move = async (productId: string, name: string, beforeProductId?: string) =>
    client.call(updateProductStatus, { body: { productId, statusId: await column(name), beforeProductId } })
  return { person, client, names, column, cards, add, move }
}

const codeOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof ApiError ? error.code : error
}

it('new products start in the first column and go where they are put', async () => {
  const { client, cards, add, move, column, names } = await boardOf()
  expect(await names()).toEqual(['Ideas', 'In design', 'In review', 'Launched'])
  const [one, two, three] = [await add('One'), await add('Two'), await add('Three')]
  expect(await cards('Ideas')).toEqual(['Three', 'Two', 'One'])
  expect((await client.call(getProduct, { params: { product: one } })).kanbanStatus).toBeNull()

  await move(one, 'In review')
  await move(two, 'In review', one)
  await move(three, 'In review', one)
  expect(await cards('In review')).toEqual(['Two', 'Three', 'One'])
  expect(await cards('Ideas')).toEqual([])
  await move(one, 'In review', two)
  expect(await cards('In review')).toEqual(['One', 'Two', 'Three'])
  expect((await client.call(getProduct, { params: { product: one } })).kanbanStatus).toBe(await column('In review'))

  await move(two, 'Ideas')
  await add('Four')
  expect(await cards('Ideas')).toEqual(['Two', 'Four'])
  const counts = (await client.call(getStatuses)).map(({ products }) => products)
  expect(counts).toEqual([2, 0, 2, 0])
})

it('columns are added, renamed, reordered and keep their products', async () => {
  const { client, names, column, cards, add } = await boardOf()
  await add('One')
  await client.call(createStatus, { body: { name: 'Filed' } })
  await client.call(createStatus, { body: { name: '受付', position: 1 } })
  expect(await names()).toEqual(['受付', 'Ideas', 'In design', 'In review', 'Launched', 'Filed'])
  expect(await cards('Ideas')).toEqual(['One'])
  await client.call(updateStatus, { body: { id: await column('Filed'), name: 'With the regulator', position: 2 } })
  expect(await names()).toEqual(['受付', 'With the regulator', 'Ideas', 'In design', 'In review', 'Launched'])
  await client.call(updateStatus, { body: { id: await column('受付'), position: 6 } })
  expect((await names()).at(-1)).toBe('受付')
  expect(await cards('Ideas')).toEqual(['One'])
  expect(await codeOf(client.call(createStatus, { body: { name: 'IDEAS' } }))).toBe('KANBAN_STATUS_ALREADY_EXISTS')
  expect(await codeOf(client.call(createStatus, { body: { name: ' ' } }))).toBe('INVALID_INPUT')
})

it('a deleted column gives its products to its neighbour, and the last one stays', async () => {
  const { client, names, column, cards, add, move } = await boardOf()
  const one = await add('One')
  const two = await add('Two')
  await move(one, 'In design')
  await move(two, 'In review')
  await client.call(deleteStatus, { params: { id: await column('In review') } })
  expect(await cards('In design')).toEqual(['One', 'Two'])
  await add('Three')
  await client.call(deleteStatus, { params: { id: await column('Ideas') } })
  expect(await names()).toEqual(['In design', 'Launched'])
  expect(await cards('In design')).toEqual(['One', 'Two', 'Three'])
  await client.call(deleteStatus, { params: { id: await column('Launched') } })
  const last = client.call(deleteStatus, { params: { id: await column('In design') } })
  expect(await codeOf(last)).toBe('LAST_KANBAN_STATUS')
})

it('is each tenant’s own, and shows everybody the products they may see', async () => {
  const { person, column, add, move } = await boardOf()
  const hidden = await add('Hidden')
  const colleague = await server().signIn({ tenant: person })
  const seen = await colleague.client.call(getStatuses)
  expect(seen.map(({ products }) => products)).toEqual([0, 0, 0, 0])
  const statusId = await column('Launched')
  const tried = colleague.client.call(updateProductStatus, { body: { productId: hidden, statusId } })
  expect(await codeOf(tried)).toBe('PRODUCT_NOT_FOUND')
  expect(await codeOf(colleague.client.call(createStatus, { body: { name: 'Mine' } }))).toBe('PERMISSION_DENIED')

  const other = await boardOf()
  const foreign = other.client.call(listCards, { body: { statusId } })
  expect(await codeOf(foreign)).toBe('KANBAN_STATUS_NOT_FOUND')
  await move(hidden, 'Launched')
})

it('moves made at the same time all arrive', async () => {
  const { cards, add, move } = await boardOf()
  const ids = [await add('One'), await add('Two'), await add('Three'), await add('Four')]
  await Promise.all(ids.map((id) => move(id, 'In design')))
  expect((await cards('In design')).sort()).toEqual(['Four', 'One', 'Three', 'Two'])
})
