import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EdgeScroll } from '../src/ui/edge-scroll.ts'

const box = { left: 0, right: 1000, top: 0, bottom: 800 }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('near an edge it scrolls a step every 30 ms, however often the pointer moves', () => {
  const steps: [number, number][] = []
  const scroll = new EdgeScroll()
  const note = (x: number, y: number) => steps.push([Math.sign(x), Math.sign(y)])
  scroll.aim({ x: 500, y: 400 }, box, note)
  vi.advanceTimersByTime(90)
  expect(steps).toEqual([])
  for (let moved = 0; moved < 9; moved++) {
    scroll.aim({ x: 990, y: 400 }, box, note)
    vi.advanceTimersByTime(10)
  }
  expect(steps).toEqual([
    [1, 0],
    [1, 0],
    [1, 0],
  ])
  scroll.aim({ x: 10, y: 790 }, box, note)
  vi.advanceTimersByTime(30)
  expect(steps.at(-1)).toEqual([-1, 1])
  scroll.stop()
  vi.advanceTimersByTime(300)
  expect(steps).toHaveLength(4)
})
