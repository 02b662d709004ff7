import { describe, expect, test } from 'vitest'
import { countdownMillis, formatCountdown, idleMillis, idleState } from '../src/platform/session/idle-watch.ts'

describe('idle session', () => {
  test('the countdown is part of the configured time', () => {
    expect(idleMillis(60)).toBe(60 * 60_000 - 12_000)
    expect(idleMillis(0)).toBe(15 * 60_000 - 12_000)
  })

  test('goes from active over the warning to expired', () => {
    const idle = idleMillis(15)
    expect(idleState(0, idle - 1, idle)).toEqual({ kind: 'active' })
    expect(idleState(0, idle, idle)).toEqual({ kind: 'warning', remainingMillis: countdownMillis })
    expect(idleState(0, idle + 11_000, idle)).toEqual({ kind: 'warning', remainingMillis: 1000 })
    expect(idleState(0, idle + countdownMillis, idle)).toEqual({ kind: 'expired' })
  })

  test('a computer that slept through the warning finds the session expired', () => {
    expect(idleState(0, 24 * 3_600_000, idleMillis(15))).toEqual({ kind: 'expired' })
  })

  test('counts down in minutes and seconds', () => {
    expect(formatCountdown(12_000)).toBe('0:12')
    expect(formatCountdown(11_001)).toBe('0:12')
    expect(formatCountdown(61_000)).toBe('1:01')
  })
})
