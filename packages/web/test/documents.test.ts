import { describe, expect, test } from 'vitest'
import { documentsFromSearch, documentsToSearch } from '../src/features/documents/documents-state.ts'
import { isWebAddress } from '../src/ui/rich-text/web-address.ts'

describe('the address of a list of documents', () => {
  test('says what differs from the plain list, and reads back as it was written', () => {
    const plain = documentsFromSearch({})
    expect(Object.values(documentsToSearch(plain)).every((value) => value === undefined)).toBe(true)
    const state = {
      text: '案内 & more',
      favourites: true,
      deleted: false,
      sort: { field: 'size', direction: 'desc' },
      page: 3,
      open: 'an id',
    } as const
    expect(documentsFromSearch(documentsToSearch(state))).toEqual(state)
  })

  test('is not upset by what somebody typed into it', () => {
    const odd = { page: '-1', sort: 'password', favourites: 'yes', deleted: '1' }
    expect(documentsFromSearch(odd)).toEqual(documentsFromSearch({}))
  })
})

test.each([
  ['https://example.test/a?b=1', true],
  ['http://example.test', true],
  ['mailto:somebody@example.test', true],
  ['javascript:alert(1)', false],
  [' java\nscript:alert(1)', false],
  ['data:text/html,<script>', false],
  ['//example.test', false],
  ['/products', false],
  ['', false],
])('whether %j can be a link: %s', (address, allowed) => {
  expect(isWebAddress(address)).toBe(allowed)
})
