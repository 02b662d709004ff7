import { durationBuckets } from '@sheetwright/contract/insights/duration-bucket.ts'

/** The upper bound of a duration bucket, in milliseconds. */
export function upperMillis(bucket: number): number {
  return (32 * 2 ** (bucket / 4)) / 1000
}

/**
 * A percentile from counts by bucket; null if there are none. Durations are assumed to be evenly spread within a
 * bucket.
 */
export function percentile(counts: readonly (number | undefined)[], part: number): number | null {
  const total = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  if (total === 0) return null
  const wanted = part * total
  let passed = 0
  for (let bucket = 0; bucket < durationBuckets; bucket++) {
    const count = counts[bucket] ?? 0
    if (count > 0 && passed + count >= wanted) {
      const lower = bucket === 0 ? 0 : upperMillis(bucket - 1)
      return lower + ((wanted - passed) / count) * (upperMillis(bucket) - lower)
    }
    passed += count
  }
  return upperMillis(durationBuckets - 1)
}
