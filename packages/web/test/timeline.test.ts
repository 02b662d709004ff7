import { describe, expect, test } from 'vitest'
import {
  overlapCount,
  runningStretches,
  shareOf,
  stretchesOf,
  ticksOf,
  wholeWindow,
} from '../src/features/engines/timeline.ts'

function version(revision: string, from: string, to: string, state: 'Active' | 'Draft' | 'Inactive' = 'Active') {
  return {
    id: revision,
    revision,
    state,
    effectiveStartDate: `${from}T00:00:00.000Z`,
    effectiveEndDate: `${to}T00:00:00.000Z`,
  }
}

function told(stretches: ReturnType<typeof stretchesOf>) {
  return stretches.map(({ from, to, running, others }) =>
    [
      new Date(from).toISOString().slice(0, 10),
      new Date(to).toISOString().slice(0, 10),
      running?.revision ?? 'none',
      ...others.map(({ revision }) => `over ${revision}`),
    ].join(' '),
  )
}

describe('timeline of versions', () => {
  test('the latest revision runs where several are in effect', () => {
    const stretches = stretchesOf([
      version('1.0.0', '2026-01-01', '2026-12-31'),
      version('1.10.0', '2026-06-01', '2027-06-01'),
      version('1.9.0', '2026-03-01', '2026-09-01'),
    ])
    expect(told(stretches)).toEqual([
      '2026-01-01 2026-03-01 1.0.0',
      '2026-03-01 2026-06-01 1.9.0 over 1.0.0',
      '2026-06-01 2026-09-01 1.10.0 over 1.9.0 over 1.0.0',
      '2026-09-01 2026-12-31 1.10.0 over 1.0.0',
      '2026-12-31 2027-06-01 1.10.0',
    ])
    expect(overlapCount(stretches)).toBe(1)
    expect(told(runningStretches(stretches)).map((line) => line.slice(0, 28))).toEqual([
      '2026-01-01 2026-03-01 1.0.0',
      '2026-03-01 2026-06-01 1.9.0 ',
      '2026-06-01 2027-06-01 1.10.0',
    ])
  })

  test('time without a version is a gap', () => {
    expect(
      told(stretchesOf([version('1.0.0', '2026-01-01', '2026-02-01'), version('2.0.0', '2026-03-01', '2026-04-01')])),
    ).toEqual(['2026-01-01 2026-02-01 1.0.0', '2026-02-01 2026-03-01 none', '2026-03-01 2026-04-01 2.0.0'])
  })

  test('versions that meet leave no gap and do not overlap', () => {
    expect(
      told(stretchesOf([version('1.0.0', '2026-01-01', '2026-02-01'), version('2.0.0', '2026-02-01', '2026-04-01')])),
    ).toEqual(['2026-01-01 2026-02-01 1.0.0', '2026-02-01 2026-04-01 2.0.0'])
  })

  test('drafts and inactive versions never run', () => {
    expect(
      stretchesOf([
        version('1.0.0', '2026-01-01', '2026-02-01', 'Draft'),
        version('1.1.0', '2026-01-01', '2026-02-01', 'Inactive'),
      ]),
    ).toEqual([])
  })

  test('the window holds every version and the present', () => {
    const now = Date.parse('2030-01-01T00:00:00Z')
    const window = wholeWindow([version('1.0.0', '2026-01-01', '2027-01-01')], now)
    expect(shareOf(Date.parse('2026-01-01T00:00:00Z'), window)).toBeGreaterThan(0)
    expect(shareOf(now, window)).toBeLessThan(1)
  })

  test.each([
    ['2026-01-15', '2026-06-15', ['2026-02', '2026-03', '2026-04', '2026-05', '2026-06']],
    ['2024-06-01', '2027-01-15', ['2024-07', '2025-01', '2025-07', '2026-01', '2026-07', '2027-01']],
    ['2020-05-05', '2032-01-02', ['2022', '2024', '2026', '2028', '2030', '2032']],
  ])('ticks from %s to %s stand at first days of months', (from, to, labels) => {
    const ticks = ticksOf({ from: Date.parse(`${from}T00:00:00Z`), to: Date.parse(`${to}T00:00:00Z`) }, 6)
    expect(ticks.map(({ label }) => label)).toEqual(labels)
  })
})
