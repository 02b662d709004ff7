import { expect, test } from 'vitest'
import { keepPreviousOf } from '../src/platform/api/keep-previous-of.ts'

const address = { product: 'Motor', engine: 'Premium' }
const previousQuery = { queryKey: ['calls', 'list', address, { page: 1 }] }

test('keeps the rows of the same engine while another page of them loads', () => {
  expect(keepPreviousOf({ engine: 'Premium', product: 'Motor' })('rows', previousQuery)).toBe('rows')
})

test('shows nothing of one engine under the name of another', () => {
  expect(keepPreviousOf({ product: 'Motor', engine: 'Claims' })('rows', previousQuery)).toBeUndefined()
  expect(keepPreviousOf(address)('rows', undefined)).toBeUndefined()
})

test('tells all calls from those of one product', () => {
  expect(keepPreviousOf('Motor')('rows', { queryKey: ['insights', undefined] })).toBeUndefined()
  expect(keepPreviousOf(undefined)('rows', { queryKey: ['insights', 'Motor'] })).toBeUndefined()
})
