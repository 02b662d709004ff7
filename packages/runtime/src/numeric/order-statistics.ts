export function ascending(sample: readonly number[]): number[] {
  return Float64Array.from(sample).sort() as unknown as number[]
}

export function median(sample: readonly number[]): number {
  const sorted = ascending(sample)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Value at a position, from 0, in a sorted sample, interpolated between neighbours. */
export function interpolated(sorted: readonly number[], position: number): number {
  const below = Math.floor(position)
  const low = sorted[below] ?? Number.NaN
  const fraction = position - below
  if (fraction === 0) return low
  return low + fraction * ((sorted[below + 1] ?? low) - low)
}

/** Most frequent values, in order of first appearance; none if no value occurs twice. */
export function modes(sample: readonly number[]): number[] {
  const counts = new Map<number, number>()
  let most = 1
  for (const value of sample) {
    const count = (counts.get(value) ?? 0) + 1
    counts.set(value, count)
    if (count > most) most = count
  }
  return most === 1 ? [] : [...counts].filter(([, count]) => count === most).map(([value]) => value)
}
