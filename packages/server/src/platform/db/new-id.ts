import { randomUUID } from 'node:crypto'

/** A version 7 UUID: random, but rising with time, so that rows made together lie together in the index. */
export function newId(now: number = Date.now()): string {
  const time = now.toString(16).padStart(12, '0')
  // Of the random one, everything behind the version.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
