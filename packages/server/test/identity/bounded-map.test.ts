import { expect, it } from 'vitest'
import { BoundedMap } from '../../src/platform/caches/bounded-map.ts'

it('forgets what was not used for long, and never holds more than it may', () => {
  const map = new BoundedMap<number, string>(10)
  map.set(0, 'kept')
  for (let key = 1; key <= 100; key++) {
    map.set(key, `value ${key}`)
    expect(map.get(0)).toBe('kept')
  }
  expect(map.get(100)).toBe('value 100')
  const held = Array.from({ length: 101 }, (_, key) => key).filter((key) => map.get(key) !== undefined)
  expect(held.length).toBeLessThanOrEqual(10)
  expect(map.get(1)).toBeUndefined()
})

it('gives back what was set last, wherever it lies', () => {
  const map = new BoundedMap<string, number>(4)
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['c', 3],
    ['a', 4],
  ] as const)
    map.set(key, value)
  expect(map.get('a')).toBe(4)
  map.delete('a')
  expect(map.get('a')).toBeUndefined()
  map.clear()
  expect(map.get('c')).toBeUndefined()
})
