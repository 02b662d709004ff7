import { describe, expect, it } from 'vitest'
import { inPercent, isReadable, mayBeTaken, textOf, valueOf } from '../src/ui/input-text.ts'

describe('what somebody types into a field', () => {
  it.each(['5', '5 ', '5%', '5 %', '５', '５％'])('%j in a field for percentages is 5 percent', (typed) => {
    expect(valueOf(inPercent(typed), 'percent')).toBe(0.05)
  })

  it.each([
    ['1,234.5', 'number', 1234.5],
    ['-0.5', 'currency', -0.5],
    ['.5', 'number', 0.5],
    ['1e3', 'number', 1000],
    ['5.1%', 'percent', 0.051],
    ['7 %', 'number', 0.07],
    ['5e1%', 'percent', 0.5],
    ['5.', 'number', 5],
    ['１２，３４５．６', 'number', 12_345.6],
    ['－５％', 'percent', -0.05],
    ['', 'number', null],
    ['TRUE', 'boolean', true],
    ['no', 'boolean', false],
    ['007', 'text', '007'],
    ['００７', 'text', '００７'],
    [' padded ', 'text', ' padded '],
    ['2026-02-29', 'date', '2026-02-29'],
  ] as const)('%s as %s is %s', (typed, type, value) => {
    expect(valueOf(typed, type)).toBe(value)
  })

  it.each([
    ['1,23', 'number'],
    ['12 months', 'number'],
    ['-', 'number'],
    ['10²', 'number'],
    ['maybe', 'boolean'],
  ] as const)('%s as %s stays the text it is, and is marked', (typed, type) => {
    expect(valueOf(typed, type)).toBe(typed)
    expect(isReadable(typed, type)).toBe(false)
  })

  it.each([
    ['$1,000', 'number', true],
    ['（１，０００）', 'currency', true],
    ['2026/03/05', 'date', true],
    ['twelve', 'number', false],
    ['maybe', 'boolean', false],
  ] as const)('%s as %s may be taken by an engine: %s', (typed, type, taken) => {
    expect(mayBeTaken(typed, type)).toBe(taken)
  })

  it('shows every value so that typing it again gives the same value', () => {
    for (const [value, type] of [
      [0.1 + 0.2, 'number'],
      [1e21, 'number'],
      [true, 'boolean'],
      [null, 'text'],
      ['Tokyo', 'text'],
    ] as const) {
      expect(valueOf(textOf(value), type)).toBe(value)
    }
  })
})
