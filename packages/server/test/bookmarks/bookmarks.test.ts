import { ApiError } from '@sheetwright/contract/api-error.ts'
import { deleteBookmarks } from '@sheetwright/contract/bookmarks/delete-bookmarks.ts'
import { getBookmarkByUrl } from '@sheetwright/contract/bookmarks/get-bookmark-by-url.ts'
import { getBookmark } from '@sheetwright/contract/bookmarks/get-bookmark.ts'
import { listBookmarks } from '@sheetwright/contract/bookmarks/list-bookmarks.ts'
import { saveBookmark } from '@sheetwright/contract/bookmarks/save-bookmark.ts'
import { updateBookmarkName } from '@sheetwright/contract/bookmarks/update-bookmark-name.ts'
import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { expect, it } from 'vitest'
import { useTestServer } from '../support/test-server.ts'

const server = useTestServer()

const codeOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof ApiError ? error.code : error
}

it('an address is kept with what was typed, per product, and found by its address', async () => {
  const { client } = await server().signIn({ groups: ['supervisor:pf'] })
  const product = await client.call(createProduct, { body: { Name: 'Motor' } })
  const url = `/products/${product.id}/engines/x/apiTester/test?version=2`
  const data = { inputs: { Age: 38, Drivers: [{ Name: 'B' }] }, subservice: null }
  const saved = await client.call(saveBookmark, {
    body: { name: ' Young driver ', bookmarkUrl: url, data, productName: 'motor' },
  })
  expect(saved).toMatchObject({ name: 'Young driver', bookmarkUrl: url, data, productName: 'Motor' })
  expect(await client.call(getBookmark, { params: { id: saved.id } })).toEqual(saved)
  expect(await client.call(getBookmarkByUrl, { body: { bookmarkUrl: url } })).toEqual(saved)
  expect(await client.call(getBookmarkByUrl, { body: { bookmarkUrl: '/board' } })).toBeNull()

  await client.call(saveBookmark, { body: { name: 'Young driver', bookmarkUrl: '/roadmap?by=year' } })
  const ofProduct = await client.call(listBookmarks, {
    body: { search: [{ field: 'productName', value: product.id }] },
  })
  expect(ofProduct.items.map(({ id }) => id)).toEqual([saved.id])
  const named = await client.call(listBookmarks, { body: { search: [{ field: 'name_co', value: 'YOUNG' }] } })
  expect(named.count).toBe(2)
})

it('names differ within a product, and wrong ones are refused by their own code', async () => {
  const { client } = await server().signIn({ groups: ['supervisor:pf'] })
  const save = (name: string, bookmarkUrl = '/board') => client.call(saveBookmark, { body: { name, bookmarkUrl } })
  const one = await save('One')
  const two = await save('Two')
  const rename = (id: string, name: string) => client.call(updateBookmarkName, { body: { id, name } })
  expect(await codeOf(save('ONE'))).toBe('BOOKMARK_WITH_SAME_NAME_ALREADY_EXISTS')
  expect(await codeOf(rename(two.id, 'one'))).toBe('BOOKMARK_WITH_SAME_NAME_ALREADY_EXISTS')
  for (const name of ['', '   ', 'a/b', 'x'.repeat(121)]) {
    expect(await codeOf(rename(two.id, name))).toBe('INVALID_BOOKMARK_NAME')
    expect(await codeOf(save(name))).toBe('INVALID_BOOKMARK_NAME')
  }
  expect((await rename(two.id, 'Three')).name).toBe('Three')
  expect((await rename(one.id, 'one')).name).toBe('one')
  for (const url of [
    'https://elsewhere.test/',
    '//elsewhere.test',
    '/\\elsewhere.test',
    'board',
    'javascript:alert(1)',
  ]) {
    expect(await codeOf(save('Other', url))).toBe('INVALID_INPUT')
  }
  const body = { name: 'Lost', bookmarkUrl: '/', productName: 'No such product' }
  expect(await codeOf(client.call(saveBookmark, { body }))).toBe('PRODUCT_NOT_FOUND')
})

it('bookmarks are deleted together, page by page, and belong to one person', async () => {
  const person = await server().signIn({ groups: ['supervisor:pf'] })
  const { client } = person
  const ids: string[] = []
  for (let n = 1; n <= 12; n++) {
    ids.push((await client.call(saveBookmark, { body: { name: `Page ${n}`, bookmarkUrl: `/?page=${n}` } })).id)
  }
  const first = await client.call(listBookmarks)
  expect([first.items.length, first.count, first.items[0]?.name]).toEqual([10, 12, 'Page 12'])
  const second = await client.call(listBookmarks, { body: { page: 2, sort: 'name' } })
  expect(second.items.map(({ name }) => name)).toEqual(['Page 11', 'Page 12'])

  const other = await server().signIn({ tenant: person, groups: ['supervisor:pf'] })
  const [mine = '', ...rest] = ids
  expect((await other.client.call(listBookmarks)).count).toBe(0)
  expect(await codeOf(other.client.call(getBookmark, { params: { id: mine } }))).toBe('BOOKMARK_NOT_FOUND')
  expect(await codeOf(other.client.call(deleteBookmarks, { body: { ids: [mine] } }))).toBe('BOOKMARK_NOT_FOUND')
  expect(await codeOf(other.client.call(updateBookmarkName, { body: { id: mine, name: 'Taken' } }))).toBe(
    'BOOKMARK_NOT_FOUND',
  )

  // One missing bookmark refuses the whole call.
  await client.call(deleteBookmarks, { body: { ids: [mine] } })
  expect(await codeOf(client.call(deleteBookmarks, { body: { ids: [mine, ...rest] } }))).toBe('BOOKMARK_NOT_FOUND')
  expect((await client.call(listBookmarks)).count).toBe(11)
  expect(await client.call(deleteBookmarks, { body: { ids: rest } })).toEqual({ deleted: 11 })
})
