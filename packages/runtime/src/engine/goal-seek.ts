import type { SolveAlgorithm } from './ports.ts'

export interface SeekOptions {
  readonly algorithm: SolveAlgorithm
  readonly guess: number
  readonly lower: number | undefined
  readonly upper: number | undefined
  /** Largest distance from the target that counts as found. */
  readonly maxChange: number
  readonly maxIterations: number
}

export interface SeekStep {
  readonly iteration: number
  readonly input: number
  /** Distance of the target cell from the wanted value; undefined if it shows no number. */
  readonly difference: number | undefined
}

export interface SeekResult {
  readonly found: boolean
  /** The closest input. */
  readonly input: number
  readonly history: readonly SeekStep[]
}

/**
 * Finds an input for which `difference` is 0. The search continues until the difference cannot be reduced or the
 * iterations are used up; the closest input counts as found if it is within the maximal change.
 */
export function goalSeek(difference: (input: number) => number | undefined, options: SeekOptions): SeekResult {
  const search = new Search(difference, options)
  if (options.algorithm === 'SECANT') search.secant(options.guess)
  else search.brent()
  return search.result()
}

/** Largest factor by which the search for a change of sign widens its interval in one step. */
const WIDENING = 1.6
const EPSILON = 2 ** -52

class Search {
  private readonly history: SeekStep[] = []
  private readonly compute: (input: number) => number | undefined
  private readonly options: SeekOptions

  constructor(compute: (input: number) => number | undefined, options: SeekOptions) {
    this.compute = compute
    this.options = options
  }

  private get exhausted(): boolean {
    return this.history.length >= this.options.maxIterations
  }

  private at(input: number): number | undefined {
    const value = this.compute(input)
    const difference = value !== undefined && Number.isFinite(value) ? value : undefined
    this.history.push({ iteration: this.history.length + 1, input, difference })
    return difference
  }

  private clamped(input: number): number {
    const { lower, upper } = this.options
    return Math.min(Math.max(input, lower ?? input), upper ?? input)
  }

  result(): SeekResult {
    let best: SeekStep | undefined
    for (const step of this.history) {
      if (step.difference === undefined) continue
      if (best?.difference === undefined || Math.abs(step.difference) < Math.abs(best.difference)) best = step
    }
    const found = best?.difference !== undefined && Math.abs(best.difference) <= this.options.maxChange
    return { found, input: best?.input ?? this.options.guess, history: this.history }
  }

  secant(start: number): void {
    let x0 = this.clamped(start)
    let f0 = this.at(x0)
    let x1 = this.neighbour(x0)
    while (!this.exhausted && f0 !== undefined && f0 !== 0 && x1 !== x0) {
      const f1 = this.at(x1)
      if (f1 === undefined) {
        // Outside the range with values: go half the way.
        x1 = (x0 + x1) / 2
        continue
      }
      if (f1 === 0 || f1 === f0) return
      const next = this.clamped(x1 - (f1 * (x1 - x0)) / (f1 - f0))
      if (Math.abs(next - x1) <= EPSILON * Math.abs(x1)) return
      x0 = x1
      f0 = f1
      x1 = next
    }
  }

  private neighbour(x: number): number {
    const step = x === 0 ? 0.01 : Math.abs(x) * 0.01
    const up = this.clamped(x + step)
    return up === x ? this.clamped(x - step) : up
  }

  brent(): void {
    const bracket = this.bracket()
    if (bracket) this.brentWithin(bracket)
    else this.secant(this.result().input)
  }

  /** Two inputs between which the difference changes sign: the bounds, or found by widening from the guess. */
  private bracket(): { a: number; fa: number; b: number; fb: number } | undefined {
    const { lower, upper, guess } = this.options
    if (lower !== undefined && upper !== undefined) {
      const fa = this.at(lower)
      const fb = this.at(upper)
      return fa !== undefined && fb !== undefined && fa * fb <= 0 ? { a: lower, fa, b: upper, fb } : undefined
    }
    let a = this.clamped(guess)
    let b = this.neighbour(a)
    let fa = this.at(a)
    let fb = this.at(b)
    while (!this.exhausted && this.history.length < this.options.maxIterations / 2) {
      if (fa === undefined || fb === undefined) return undefined
      if (fa * fb <= 0) return { a, fa, b, fb }
      if (Math.abs(fa) < Math.abs(fb)) {
        a = this.clamped(a + WIDENING * (a - b))
        fa = this.at(a)
      } else {
        b = this.clamped(b + WIDENING * (b - a))
        fb = this.at(b)
      }
    }
    return undefined
  }

  /** Brent's method: inverse quadratic interpolation if it helps, otherwise bisection. */
  private brentWithin(start: { a: number; fa: number; b: number; fb: number }): void {
    let { a, fa, b, fb } = start
    if (Math.abs(fa) < Math.abs(fb)) [a, fa, b, fb] = [b, fb, a, fa]
    let c = a
    let fc = fa
    let bisected = true
    let d = c
    while (!this.exhausted && fb !== 0 && Math.abs(b - a) > 2 * EPSILON * Math.abs(b)) {
      let s =
        fa !== fc && fb !== fc
          ? (a * fb * fc) / ((fa - fb) * (fa - fc)) +
            (b * fa * fc) / ((fb - fa) * (fb - fc)) +
            (c * fa * fb) / ((fc - fa) * (fc - fb))
          : b - (fb * (b - a)) / (fb - fa)
      const low = Math.min((3 * a + b) / 4, b)
      const high = Math.max((3 * a + b) / 4, b)
      const last: number = bisected ? Math.abs(b - c) : Math.abs(c - d)
      bisected = !(s > low && s < high) || Math.abs(s - b) >= last / 2
      if (bisected) s = (a + b) / 2
      const fs = this.at(s)
      if (fs === undefined) return
      d = c
      c = b
      fc = fb
      if (fa * fs < 0) {
        b = s
        fb = fs
      } else {
        a = s
        fa = fs
      }
      if (Math.abs(fa) < Math.abs(fb)) [a, fa, b, fb] = [b, fb, a, fa]
    }
  }
}
