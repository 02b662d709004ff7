import { expect, it } from 'vitest'
import { historyPage } from './drawing.ts'
import { numbersIn, readHistory, writeHistory } from './figures.ts'

it('takes every number that a benchmark wrote, reads its own history again, and draws it', () => {
  const found = numbersIn({ rounds: 5, rows: [{ name: 'get "me", now', p50: 1.5, note: 'x' }, { p50: Number.NaN }] })
  expect(found).toEqual([
    { name: 'rounds', value: 5 },
    { name: 'rows · get "me", now · p50', value: 1.5 },
  ])
  const run = { commit: 'abc', machine: 'Cores, two', benchmark: 'http' }
  const figures = ['2026-01-02', '2026-01-01'].flatMap((date) => found.map((each) => ({ date, ...run, ...each })))
  expect(readHistory(writeHistory(figures))).toEqual(figures)
  expect(readHistory('')).toEqual([])
  expect(() => readHistory('date\n1,2\n')).toThrow('Line 2')
  const page = historyPage(figures)
  expect(page.match(/<svg/g)).toHaveLength(2)
  expect(page).toContain('get &quot;me&quot;, now')
  // The older run is on the left.
  expect(page.indexOf('2026-01-01')).toBeLessThan(page.indexOf('2026-01-02'))
})
