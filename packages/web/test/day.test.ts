import { expect, test } from 'vitest'
import { endsBeforeStart } from '../src/ui/day.ts'

test.each([
  ['2026-02-01', '2026-01-31', true],
  ['2026-02-01', '2026-02-01', false],
  ['', '2026-01-31', false],
  ['next year', '2026-01-31', false],
  ['2026-02-01', '1 Jan', false],
])('from %j to %j ends before it starts: %j', (start, end, expected) => {
  expect(endsBeforeStart(start, end)).toBe(expected)
})
