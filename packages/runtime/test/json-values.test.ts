import { expect, it } from 'vitest'
import { fromJson, toJson } from '../src/engine/json-values.ts'

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

it.each([
  ['en-US', '1/2', 44_928, true],
  ['en-US', '1 1/2', 1.5, false],
  ['en-US', '$1,234.50', 1234.5, false],
  ['en-US', '2024-01-02', 45_293, false],
  ['de-DE', '1.5', 45_047, true],
  ['de-DE', '1,5', 1.5, false],
  ['ja-JP', '１２', 12, false],
])('in %s the text %s is the number %d, as a date: %s', (locale, text, value, isMoment) => {
  const converted = fromJson(text, 'number', 'General', { ...setting, locale, now: 45_000 })
  expect(converted).toEqual({ ok: true, value, ...(isMoment ? { isMoment } : {}) })
  expect(fromJson(text, 'date', 'General', { ...setting, locale, now: 45_000 })).not.toHaveProperty('isMoment')
})

it.each(['99:99:99', '25:75', '2024-01-02T99:99:99', '2024-01-0212:00', '2024-01-02T', '2023-02-29', 'T', 'Z', ''])(
  '"%s" is neither a date nor a time',
  (text) => {
    expect(fromJson(text, 'datetime', 'General', setting)).toMatchObject({ ok: false })
  },
)

it.each([1e-310, -1e-310, '1e-310', -0])('%s is 0, as a cell holds it', (json) => {
  expect(fromJson(json, 'number', 'General', setting)).toEqual({ ok: true, value: 0 })
})

it.each([-0, 1e-310])('%s in a cell for texts is 0 too', (json) => {
  expect(fromJson(json, 'text', 'General', setting)).toEqual({ ok: true, value: 0 })
})

it.each([
  [45_000.5, '2023-03-15', '2023-03-15T12:00:00'],
  [45_000.999999, '2023-03-16', '2023-03-16T00:00:00'],
  [45_000.99999, '2023-03-15', '2023-03-15T23:59:59'],
  [2_958_465.999999, 2_958_465.999999, 2_958_465.999999],
  [-1, -1, -1],
  [0, null, null],
])('%d is the day %s and the moment %s, to the second as DAY and TEXT take it', (serial, date, moment) => {
  expect(toJson(serial, 'date', false)).toBe(date)
  expect(toJson(serial, 'datetime', false)).toBe(moment)
})
