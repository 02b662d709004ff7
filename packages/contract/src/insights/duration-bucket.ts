/** Buckets of durations: below 32 microseconds, then four to each doubling up to half a minute, and all that are longer. */
export const durationBuckets = 82
const firstBucketMicros = 32

export function durationBucket(micros: number): number {
  if (micros < firstBucketMicros) return 0
  return Math.min(durationBuckets - 1, Math.floor(Math.log2(micros / firstBucketMicros) * 4) + 1)
}
