import { expect, it } from 'vitest'
import { fittedSize } from '../src/ui/sheet/cell-style.ts'

const excelDefault = { size: 11 }
const usual = 13.2

it('keeps the size of a number that fits its cell', () => {
  expect(fittedSize(excelDefault, '250', 64)).toBeCloseTo(usual)
  expect(fittedSize(undefined, '', 64)).toBe(12)
})

it('shrinks a number that has room in Excel and none in our wider font', () => {
  // A column that Excel fitted to the date.
  const size = fittedSize(excelDefault, '2026-01-31', 75)
  expect(size).toBeLessThan(usual)
  expect(size).toBeGreaterThan(0.8 * usual)
  expect(fittedSize({ ...excelDefault, bold: true }, '2026-01-31', 75)).toBeLessThan(size)
  expect(fittedSize({ ...excelDefault, indent: 1 }, '2026-01-31', 75)).toBeLessThan(size)
})

it('leaves a number that has no room in Excel either readable', () => {
  expect(fittedSize(excelDefault, '1,234,567,890,123.45', 40)).toBeCloseTo(0.75 * usual)
})
