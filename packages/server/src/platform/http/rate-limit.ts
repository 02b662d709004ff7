import type { CallerIdentity } from './caller.ts'
import { networkOf } from './network-of.ts'
import type { OwnLimit } from './own-limit.ts'
import type { TellLimit } from './tell-limit.ts'
import { TooManyRequests } from './too-many-requests.ts'

interface Bucket {
  tokens: number
  /** Milliseconds of the process clock. */
  updated: number
}

/** Refuses callers who send too many requests; counts per process. */
export interface RateLimit {
  /** Takes one request from a caller's allowance. Returns 0, or the seconds to wait if it is used up. */
  take(key: string): number
  /** The same without taking a request. */
  wait(key: string): number
  /** A caller's remaining allowance, for the `ratelimit` header. */
  told(key: string, name?: string): string
}

/** A token bucket per caller: a minute's allowance may be spent at once, and refills evenly. */
export function createRateLimit(requestsPerMinute: number, now: () => number = () => performance.now()): RateLimit {
  const perMilli = requestsPerMinute / 60_000
  const buckets = new Map<string, Bucket>()
  let swept = now()

  /** A full bucket holds no information. */
  function sweep(at: number) {
    if (at - swept < 60_000) return
    swept = at
    for (const [key, bucket] of buckets) {
      if (bucket.tokens + (at - bucket.updated) * perMilli >= requestsPerMinute) buckets.delete(key)
    }
  }

  function refilled(key: string): Bucket {
    const at = now()
    sweep(at)
    const bucket = buckets.get(key)
    if (bucket === undefined) return { tokens: requestsPerMinute, updated: at }
    bucket.tokens = Math.min(requestsPerMinute, bucket.tokens + (at - bucket.updated) * perMilli)
    bucket.updated = at
    return bucket
  }

  const waitOf = ({ tokens }: Bucket) => (tokens < 1 ? Math.ceil((1 - tokens) / perMilli / 1000) : 0)

  return {
    take(key) {
      const bucket = refilled(key)
      const wait = waitOf(bucket)
      if (wait === 0) bucket.tokens -= 1
      buckets.set(key, bucket)
      return wait
    },
    wait: (key) => waitOf(refilled(key)),
    told(key, name = 'minute') {
      const { tokens } = refilled(key)
      const left = Math.floor(tokens)
      return `"${name}";r=${left};t=${Math.ceil((requestsPerMinute - tokens) / perMilli / 1000)}`
    },
  }
}

/** Limits that somebody set, each with its own number. A changed number starts with a new allowance. */
export interface OwnLimits {
  /** Takes one request, says what is left, and throws TOO_MANY_REQUESTS above the limit. */
  take(name: string, limit: OwnLimit, tell: TellLimit | undefined): void
}

export function createOwnLimits(): OwnLimits {
  const limits = new Map<number, RateLimit>()
  const limitOf = (perMinute: number): RateLimit => {
    const known = limits.get(perMinute)
    if (known !== undefined) return known
    const limit = createRateLimit(perMinute)
    limits.set(perMinute, limit)
    return limit
  }
  return {
    take: (name, { of, perMinute }, tell) => {
      const limit = limitOf(perMinute)
      const wait = limit.take(of)
      tell?.(limit.told(of, name), `"${name}";q=${perMinute};w=60`)
      if (wait > 0) throw new TooManyRequests(wait)
    },
  }
}

/** Allowance of an address for wrong credentials. */
export function guessKey(address: string): string {
  return `guess ${networkOf(address)}`
}

export type KnownCaller = Exclude<CallerIdentity, { kind: 'anyone' }>

const rateKeys = new WeakMap<KnownCaller, string>()

/** Key of the allowance of a request: the person or the API key. Caller objects are reused from call to call. */
export function rateKey(caller: KnownCaller): string {
  const known = rateKeys.get(caller)
  if (known !== undefined) return known
  const key = rateKeyOf(caller)
  rateKeys.set(caller, key)
  return key
}

function rateKeyOf(caller: KnownCaller): string {
  if (caller.kind === 'user') return `user ${caller.tenantId} ${caller.userId}`
  if (caller.kind === 'key') return `key ${caller.tenantId} ${caller.keyId}`
  return `visitor ${caller.tenantId} ${caller.visitorId}`
}

/** For anonymous callers, their address. */
export function addressKey(address: string): string {
  return `address ${networkOf(address)}`
}
