/** Points of a chart: many if this page computes them, few if each is a request. */
const count = { browser: 41, server: 11 } as const

interface Limits {
  readonly min: unknown
  readonly max: unknown
}

/** Input values for a chart: the range that the validation allows, else from half to twice the current value. */
export function sweepPoints(value: unknown, limits: Limits | undefined, isWhole: boolean, here: boolean): number[] {
  const now = typeof value === 'number' && Number.isFinite(value) ? value : 0
  const low = numberOr(limits?.min, now === 0 ? 0 : Math.min(now / 2, now * 2))
  const high = numberOr(limits?.max, now === 0 ? 100 : Math.max(now / 2, now * 2))
  if (!(high > low)) return []
  const most = here ? count.browser : count.server
  const points = Array.from({ length: most }, (_, index) => low + ((high - low) * index) / (most - 1))
  const shown = points.map((point) => (isWhole ? Math.round(point) : Number(point.toPrecision(6))))
  return [...new Set(shown)].filter((point) => point >= low && point <= high)
}

function numberOr(limit: unknown, other: number): number {
  return typeof limit === 'number' && Number.isFinite(limit) ? limit : other
}
