import type { CallerIdentity } from './caller.ts'
import { networkOf } from './network-of.ts'

interface Bucket {
  tokens: number
  /** Milliseconds of the process clock. */
  updated: number
}

/** Refuses callers who send too many requests; memory is per process. */
export interface RateLimit {
  /** Takes one request from a caller's allowance. Answers 0, or the seconds to wait when it is used up. */
  take(key: string): number
}

/** A token bucket for each caller: a minute's allowance may be spent at once, and refills evenly. */
export function createRateLimit(requestsPerMinute: number, now: () => number = () => performance.now()): RateLimit {
  const perMilli = requestsPerMinute / 60_000
  const buckets = new Map<string, Bucket>()
  let swept = now()

  /** A bucket that is full again says nothing about its caller. */
  function sweep(at: number) {
    if (at - swept < 60_000) return
    swept = at
    for (const [key, bucket] of buckets) {
      if (bucket.tokens + (at - bucket.updated) * perMilli >= requestsPerMinute) buckets.delete(key)
    }
  }

  return {
    take(key) {
      const at = now()
      sweep(at)
      const bucket = buckets.get(key)
      if (bucket === undefined) {
        buckets.set(key, { tokens: requestsPerMinute - 1, updated: at })
        return 0
      }
      bucket.tokens = Math.min(requestsPerMinute, bucket.tokens + (at - bucket.updated) * perMilli)
      bucket.updated = at
      if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / perMilli / 1000)
      bucket.tokens -= 1
      return 0
    },
  }
}

/** Whose allowance a request is taken from: the person's or program's, for strangers that of their address. */
export function rateKey(caller: CallerIdentity, address: string): string {
  if (caller.kind === 'user') return `user ${caller.tenantId} ${caller.userId}`
  if (caller.kind === 'key') return `key ${caller.tenantId} ${caller.keyId}`
  if (caller.kind === 'visitor') return `visitor ${caller.tenantId} ${caller.visitorId}`
  return `address ${networkOf(address)}`
}
