interface Bucket {
  readonly kind: string
  readonly bucket: string
  readonly calls: number
}

/** The share assumed for an empty bucket, which would otherwise have infinite weight. */
const leastShare = 0.0005

/** The drift of one distribution from another: the population stability index. */
export function driftOf(before: readonly Bucket[], now: readonly Bucket[]): number | null {
  const [sharesBefore, sharesNow] = [sharesOf(before), sharesOf(now)]
  if (sharesBefore === undefined || sharesNow === undefined) return null
  let index = 0
  for (const key of new Set([...sharesBefore.keys(), ...sharesNow.keys()])) {
    const [old, current] = [sharesBefore, sharesNow].map((shares) => Math.max(leastShare, shares.get(key) ?? 0))
    if (old !== undefined && current !== undefined) index += (current - old) * Math.log(current / old)
  }
  return index
}

function sharesOf(buckets: readonly Bucket[]): Map<string, number> | undefined {
  const total = buckets.reduce((sum, { calls }) => sum + calls, 0)
  if (total === 0) return undefined
  return new Map(buckets.map(({ kind, bucket, calls }) => [`${kind} ${bucket}`, calls / total]))
}
