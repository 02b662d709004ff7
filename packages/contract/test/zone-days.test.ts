import { expect, test, vi } from 'vitest'
import { isZone, zoneTime } from '../src/insights/zone-days.ts'

/** Another spelling of a zone for each number: the runtime takes them all. */
function spelling(number: number): string {
  return 'america/argentina/catamarca'.replaceAll(/./g, (letter, index: number) =>
    (number >> index) & 1 ? letter.toUpperCase() : letter,
  )
}

test('a zone is known by its name', () => {
  expect(['Europe/Berlin', 'UTC', 'Asia/Calcutta', 'Mars/Olympus', ''].map(isZone)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  expect(zoneTime(Date.UTC(2026, 6, 1), 'Europe/Berlin')).toBe(Date.UTC(2026, 6, 1, 2))
})

test('formats of zones are kept, but not of all the spellings that a caller can think of', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  expect(isZone(spelling(0)) && isZone(spelling(0))).toBe(true)
  expect(made).toHaveBeenCalledTimes(1)
  for (let number = 1; number <= 60; number++) isZone(spelling(number))
  expect(made).toHaveBeenCalledTimes(61)
  isZone(spelling(0))
  expect(made, 'made anew').toHaveBeenCalledTimes(62)
  isZone(spelling(60))
  expect(made, 'still there').toHaveBeenCalledTimes(62)
  made.mockRestore()
})
