import { expect, test } from 'vitest'
import { addressToKeep, addressToOpen } from '../src/features/bookmarks/bookmark-address.ts'
import { roadmapFromSearch, roadmapToSearch, zoomed } from '../src/features/roadmap/roadmap-state.ts'
import { totalPages } from '../src/features/templates/queries.ts'

test('the roadmap is in the address, and only what differs from the plain one', () => {
  expect(roadmapToSearch(roadmapFromSearch({}))).toEqual({})
  const search = { name: 'motor', by: 'quarter', zoom: '1.5', months: 'pt-BR', favourites: 'true' }
  expect(roadmapToSearch(roadmapFromSearch(search))).toMatchObject(search)
  expect(roadmapFromSearch({ by: 'week', zoom: '7', months: 'de' })).toMatchObject({
    mode: 'Month',
    zoom: 1,
    months: undefined,
  })
  expect([zoomed(1, 1), zoomed(1, -1), zoomed(3, 1), zoomed(0.25, -1)]).toEqual([1.5, 0.75, 3, 0.25])
})

test('a bookmark keeps the address without the bookmark it was opened by, and asks for its state where there is some', () => {
  expect(addressToKeep({ pathname: '/board', searchStr: '' })).toBe('/board')
  expect(addressToKeep({ pathname: '/x', searchStr: '?version=2&bookmark=7' })).toBe('/x?version=2')
  expect(addressToOpen({ id: '7', bookmarkUrl: '/roadmap?by=year', data: {} })).toBe('/roadmap?by=year')
  expect(addressToOpen({ id: '7', bookmarkUrl: '/x?version=2', data: { inputs: {} } })).toBe('/x?version=2&bookmark=7')
  expect(addressToOpen({ id: '7', bookmarkUrl: '/x', data: { inputs: {} } })).toBe('/x?bookmark=7')
})

test('the pages of templates are all templates by the page size, rounded up', () => {
  expect([0, 1, 4, 5, 8].map((total) => totalPages(total, 4))).toEqual([0, 1, 1, 2, 2])
})
