import { randomUUID } from 'node:crypto'

/** A version 7 UUID: random, but rising with time, so that rows made together lie together in the index. */
export function newId(now: number = Date.now()): string {
  if (now !== last.millis) last = { millis: now, beginning: beginningOf(now) }
  // Of the random one, everything behind the version.
  return last.beginning + randomUUID().slice(15)
}

/** Many are made within one millisecond. */
let last = { millis: 0, beginning: beginningOf(0) }

function beginningOf(millis: number): string {
  const time = millis.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7`
}

/**
 * So many ids at once: one random beginning, counted up at the end. A version 7 UUID may count in place of a part of what
 * is random, and making each by itself would take longer than what it is for.
 */
export function newIds(count: number, now: number = Date.now()): string[] {
  const digits = Math.max(5, (count - 1).toString(16).length)
  const beginning = newId(now).slice(0, -digits)
  return Array.from({ length: count }, (_, i) => beginning + i.toString(16).padStart(digits, '0'))
}
