import { expect, test } from 'vitest'
import { isTimeZone, serialInZone } from '../src/dates/time-zone.ts'

const lateInLondon = Date.UTC(2024, 5, 30, 22, 30, 15, 250)
const day = 45_473

test.each([
  [undefined, day + 22.5 / 24],
  ['UTC', day + 22.5 / 24],
  ['Europe/London', day + 23.5 / 24],
  ['Asia/Tokyo', day + 1 + 7.5 / 24],
  ['America/New_York', day + 18.5 / 24],
  ['Asia/Kathmandu', day + 1 + 4.25 / 24],
])('in the zone %s the clock shows %d', (timeZone, expected) => {
  const serial = serialInZone(lateInLondon, { date1904: false, timeZone })
  expect(serial).toBeCloseTo(expected + 15.25 / 86_400, 9)
  expect(serialInZone(lateInLondon, { date1904: true, timeZone })).toBeCloseTo(serial - 1462, 9)
})

test('follows summer time', () => {
  const winter = Date.UTC(2024, 0, 1, 12)
  expect(serialInZone(winter, { date1904: false, timeZone: 'Europe/London' })).toBe(45_292.5)
})

test('knows time zones', () => {
  expect(['Asia/Tokyo', 'UTC', 'Tokyo', ''].map(isTimeZone)).toEqual([true, true, false, false])
})
