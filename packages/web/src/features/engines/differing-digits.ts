/** Two texts, split where they begin to differ. */
export interface DifferingTexts {
  readonly same: string
  readonly left: string
  readonly right: string
}

export function differingTexts(left: string, right: string): DifferingTexts {
  const [a, b] = [Array.from(left), Array.from(right)]
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1
  return { same: a.slice(0, at).join(''), left: a.slice(at).join(''), right: b.slice(at).join('') }
}

/** The difference between a number and its expected value; undefined if either is no number. */
export function changeOf(expected: unknown, actual: unknown): { absolute: number; relative?: number } | undefined {
  if (typeof expected !== 'number' || typeof actual !== 'number') return undefined
  const absolute = actual - expected
  return expected === 0 ? { absolute } : { absolute, relative: absolute / Math.abs(expected) }
}
