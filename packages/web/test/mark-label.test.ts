import { expect, it } from 'vitest'
import { markLabel } from '../src/features/look-inside/mark-label.ts'

const sheet = [
  ['Savings plan', undefined, undefined],
  ['Interest rate', 0.02, undefined],
  ['Initial deposit', 10_000, undefined],
  [undefined, undefined, undefined],
  ['Year', 'Deposit', 'Balance'],
  [2026, 1200, 11_424],
  [undefined, undefined, undefined],
  ['Claims', null, undefined],
  ['Year', 'Amount', undefined],
  [2025, 300, undefined],
]
const valueAt = (row: number, col: number) => sheet[row]?.[col]

it('names a cell by the text to its left, else above', () => {
  expect(markLabel({ top: 1, left: 1, bottom: 1, right: 1 }, valueAt)).toBe('Interest rate')
  expect(markLabel({ top: 5, left: 1, bottom: 5, right: 1 }, valueAt)).toBe('Deposit')
})

it('names a table by its title, not by the label of the cell above it', () => {
  expect(markLabel({ top: 8, left: 0, bottom: 9, right: 1 }, valueAt)).toBe('Claims')
  expect(markLabel({ top: 4, left: 0, bottom: 5, right: 1 }, valueAt)).toBeUndefined()
  expect(markLabel({ top: 4, left: 1, bottom: 5, right: 2 }, valueAt)).toBeUndefined()
})
