import { randomUUID } from 'node:crypto'

/** A version 7 UUID: random, but increasing with time, so that rows created together are adjacent in the index. */
export function newId(now: number = Date.now()): string {
  if (now !== last.millis) last = { millis: now, beginning: beginningOf(now) }
  // The random part after the version.
  return last.beginning + randomUUID().slice(15)
}

/** Many are created within one millisecond. */
let last = { millis: 0, beginning: beginningOf(0) }

function beginningOf(millis: number): string {
  const time = millis.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7`
}

/**
 * Creates many ids at once: one random start, counted up at the end. A version 7 UUID may use part of its random bits
 * as a counter, and creating each id separately would take longer than its use. The call log finds the batch of a record
 * by this order.
 */
export function newIds(count: number, now: number = Date.now()): string[] {
  const digits = Math.max(5, (count - 1).toString(16).length)
  const beginning = newId(now).slice(0, -digits)
  return Array.from({ length: count }, (_, i) => beginning + i.toString(16).padStart(digits, '0'))
}
