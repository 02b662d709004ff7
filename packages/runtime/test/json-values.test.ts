import { expect, it } from 'vitest'
import { fromJson } from '../src/engine/json-values.ts'

const setting = { date1904: false, locale: 'en-US', now: 0 }

it.each([
  ['2024-01-02', 45293],
  ['2024-01-02Z', 45293],
  ['2024-01-02T12:00', 45293.5],
  ['2024-01-02 12:00:00', 45293.5],
  ['2024-01-02T12:00:00.000Z', 45293.5],
  ['18:00', 0.75],
  ['T18:00:00', 0.75],
  // Excel takes these.
  ['24:00:00', 1],
  ['36:00', 1.5],
  ['0:90', 0.0625],
])('%s is the date or time %d', (text, value) => {
  expect(fromJson(text, 'datetime', 'General', setting)).toEqual({ ok: true, value })
})

it.each(['99:99:99', '25:75', '2024-01-02T99:99:99', '2024-01-0212:00', '2024-01-02T', '2023-02-29', 'T', 'Z', ''])(
  '"%s" is neither a date nor a time',
  (text) => {
    expect(fromJson(text, 'datetime', 'General', setting)).toMatchObject({ ok: false })
  },
)
