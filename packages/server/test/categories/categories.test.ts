import { ApiError } from '@sheetwright/contract/api-error.ts'
import { deleteCategory } from '@sheetwright/contract/categories/delete-category.ts'
import { getCategories } from '@sheetwright/contract/categories/get-categories.ts'
import { saveCategory } from '@sheetwright/contract/categories/save-category.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { getProduct } from '@sheetwright/contract/products/get-product.ts'
import { listProducts } from '@sheetwright/contract/products/list-products.ts'
import { getLookupData } from '@sheetwright/contract/system/get-lookup-data.ts'
import { expect, it } from 'vitest'
import { useTestServer } from '../support/test-server.ts'

const server = useTestServer()

const supervisor = () => server().signIn({ groups: ['supervisor:pf'] })

const codeOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof ApiError ? error.code : error
}

it('a new category is appended with its key as text, an existing one replaced in its place', async () => {
  const { client } = await supervisor()
  const before = await client.call(getCategories)
  const added = await client.call(saveCategory, { body: { key: 'ペット', icon: 'paw' } })
  expect(added).toMatchObject({ key: 'ペット', value: 'ペット', icon: 'paw', lookup: 'ProductCategories', products: 0 })
  await client.call(saveCategory, { body: { key: 'MOTOR', icon: 'bike', value: 'Cars and bikes' } })
  const after = await client.call(getCategories)
  expect(after.map(({ key }) => key)).toEqual([...before.map(({ key }) => key), 'ペット'])
  expect(after.find(({ key }) => key === 'Motor')).toMatchObject({ value: 'Cars and bikes', icon: 'bike' })
  const { ProductCategories } = await client.call(getLookupData)
  expect(ProductCategories?.at(-1)).toEqual({ key: 'ペット', value: 'ペット', icon: 'paw' })
})

it('the same key saved many times at once is there once', async () => {
  const { client } = await supervisor()
  await Promise.all(
    ['pets', 'Pets', 'PETS', 'pETS'].map((key) => client.call(saveCategory, { body: { key, icon: null } })),
  )
  const keys = (await client.call(getCategories)).map(({ key }) => key.toLowerCase())
  expect(keys.filter((key) => key === 'pets')).toHaveLength(1)
})

it('one in use is deleted only when forced, and its products leave it', async () => {
  const person = await supervisor()
  const { client } = person
  const { id, updatedAt } = await client.call(createProduct, { body: { Name: 'Both', Category: 'Life, Motor' } })
  const remove = (force?: 'true') =>
    client.call(deleteCategory, { params: { key: 'life' }, query: force === undefined ? {} : { force } })
  expect(await codeOf(remove())).toBe('CATEGORY_IN_USE')
  expect((await client.call(getProduct, { params: { product: id } })).category).toEqual(['Life', 'Motor'])
  expect(await remove('true')).toMatchObject({ key: 'Life', products: 1 })
  const product = await client.call(getProduct, { params: { product: id } })
  expect(product.category).toEqual(['Motor'])
  expect(product.updatedAt > updatedAt).toBe(true)
  expect((await client.call(getCategories)).map(({ key }) => key)).not.toContain('Life')
  expect(await codeOf(remove('true'))).toBe('CATEGORY_NOT_FOUND')
  // Saving a hidden category shows it again.
  await client.call(saveCategory, { body: { key: 'Life', icon: 'heart' } })
  expect((await client.call(getCategories)).map(({ key }) => key)).toContain('Life')
})

it('counts only products that the caller sees', async () => {
  const owner = await server().signIn()
  await owner.client.call(createProduct, { body: { Name: 'Mine', Category: 'Travel' } })
  const colleague = await server().signIn({ tenant: owner })
  const travel = async ({ client }: typeof owner) =>
    (await client.call(getCategories)).find(({ key }) => key === 'Travel')?.products
  expect(await travel(owner)).toBe(1)
  expect(await travel(colleague)).toBe(0)
})

it('the list narrows to products in one of the exact categories', async () => {
  const { client } = await server().signIn()
  for (const [Name, Category] of [
    ['A', 'Life'],
    ['B', 'Life plus'],
    ['C', 'Motor,Travel'],
    ['D', ''],
  ] as const) {
    await client.call(createProduct, { body: { Name, Category } })
  }
  const names = async (value: string) => {
    const { items } = await client.call(listProducts, {
      body: { sort: 'name', search: [{ field: 'category_in', value }] },
    })
    return items.map(({ name }) => name)
  }
  expect(await names('Life')).toEqual(['A'])
  expect(await names('Life, Travel')).toEqual(['A', 'C'])
  expect(await names("x' OR true")).toEqual([])
})

it('refuses keys with commas and everybody but supervisors, and takes an unknown icon for the default one', async () => {
  const { client } = await supervisor()
  expect(await codeOf(client.call(saveCategory, { body: { key: 'a,b', icon: null } }))).toBe('INVALID_INPUT')
  expect(await client.call(saveCategory, { body: { key: 'x', icon: 'skull' } })).toMatchObject({ icon: null })
  const user = await server().signIn()
  expect(await codeOf(user.client.call(saveCategory, { body: { key: 'x', icon: null } }))).toBe('PERMISSION_DENIED')
  expect(await codeOf(user.client.call(deleteCategory, { params: { key: 'Life' } }))).toBe('PERMISSION_DENIED')
})
