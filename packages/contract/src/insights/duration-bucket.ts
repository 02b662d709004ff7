/** Duration buckets: below 32 microseconds, then four per doubling up to half a minute, and one for longer ones. */
export const durationBuckets = 82
const firstBucketMicros = 32

export function durationBucket(micros: number): number {
  if (micros < firstBucketMicros) return 0
  return Math.min(durationBuckets - 1, Math.floor(Math.log2(micros / firstBucketMicros) * 4) + 1)
}
