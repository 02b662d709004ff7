import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textToNumber } from '../src/coerce.ts'
import { dateToSerial, serialLimit, serialToDate, weekdayOf } from '../src/dates/serial.ts'
import { formatValue } from '../src/formats/format.ts'

const runs = { seed: 20_260_115, numRuns: 2000 }

describe.each([false, true])('calendar, 1904 system: %s', (date1904) => {
  const days = fc.integer({ min: date1904 ? 0 : 1, max: serialLimit(date1904) - 1 })

  test('a day and its date are each other’s inverse', () => {
    fc.assert(
      fc.property(days, (serial) => {
        const { year, month, day } = serialToDate(serial, date1904)
        expect(dateToSerial(year, month, day, date1904)).toBe(serial)
      }),
      runs,
    )
  })

  test('dates ascend and weekdays go round', () => {
    fc.assert(
      fc.property(days, (serial) => {
        expect((weekdayOf(serial, date1904) + 1) % 7).toBe(weekdayOf(serial + 1, date1904))
      }),
      runs,
    )
  })

  test.each(['yyyy-mm-dd', 'm/d/yyyy', 'd mmm yyyy', 'mmmm d, yyyy'])('a date shown as %s is read back', (code) => {
    const context = { date1904, locale: 'en-US', now: () => 46_037 }
    fc.assert(
      fc.property(days, (serial) => {
        const shown = formatValue(serial, code, context)
        expect(textToNumber(shown ?? '', context)).toBe(serial)
      }),
      { ...runs, numRuns: 300 },
    )
  })
})
