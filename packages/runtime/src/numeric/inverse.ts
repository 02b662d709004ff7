import { log1pOf, logOf } from './elementary.ts'

export interface MonotoneProblem {
  readonly start: number
  readonly target: number
  /** Does the value increase with its argument? */
  readonly rising: boolean
  /** Positive everywhere inside low..high. */
  readonly value: (at: number) => number
  /** Absolute value of the derivative. */
  readonly slope: (at: number) => number
  readonly low: number
  readonly high: number
}

/**
 * Solves for the argument at which a monotone positive function has a value: Newton's method on its logarithm, kept
 * inside a shrinking bracket. The logarithm makes far tails as accurate as the middle. The solution is `at + rest`;
 * `rest` is the last, tiny step, kept separate because a caller that scales the solution exponentially can add it
 * without rounding.
 */
export function solveMonotone(problem: MonotoneProblem): { readonly at: number; readonly rest: number } {
  let { low, high } = problem
  let at = Math.min(Math.max(problem.start, low), high)
  for (let round = 0; round < 200; round++) {
    const value = problem.value(at)
    if (value === problem.target) break
    const above = value > problem.target
    if (above === problem.rising) high = at
    else low = at
    const step = ((problem.rising ? -1 : 1) * value * logRatio(value, problem.target)) / problem.slope(at)
    if (Math.abs(step) < 1e-9) return { at, rest: step }
    let next = at + step
    if (!(next > low && next < high)) next = low + (high - low) / 2
    if (next === at || high - low <= 4e-16 * Math.abs(at)) break
    at = next
  }
  return { at, rest: 0 }
}

/** ln(a / b), exact when they are close. */
function logRatio(a: number, b: number): number {
  const relative = (a - b) / b
  return Math.abs(relative) < 0.5 ? log1pOf(relative) : logOf(a) - logOf(b)
}

/** Root of a continuous function between two points of opposite sign: Brent's method. NaN when the signs agree. */
export function brent(f: (x: number) => number, from: number, to: number, tolerance = 1e-15): number {
  let a = from
  let b = to
  let fa = f(a)
  let fb = f(b)
  if (fa === 0) return a
  if (fb === 0) return b
  if (!(fa < 0 !== fb < 0)) return Number.NaN
  let c = a
  let fc = fa
  let step = b - a
  let previous = step
  for (let round = 0; round < 300; round++) {
    if (Math.abs(fc) < Math.abs(fb)) {
      ;[a, b, c] = [b, c, b]
      ;[fa, fb, fc] = [fb, fc, fb]
    }
    const enough = 2 * Number.EPSILON * Math.abs(b) + tolerance / 2
    const half = (c - b) / 2
    if (Math.abs(half) <= enough || fb === 0) return b
    if (Math.abs(previous) >= enough && Math.abs(fa) > Math.abs(fb)) {
      const s = fb / fa
      let p: number
      let q: number
      if (a === c) {
        p = 2 * half * s
        q = 1 - s
      } else {
        const r = fb / fc
        const t = fa / fc
        p = s * (2 * half * t * (t - r) - (b - a) * (r - 1))
        q = (t - 1) * (r - 1) * (s - 1)
      }
      if (p > 0) q = -q
      p = Math.abs(p)
      if (2 * p < Math.min(3 * half * q - Math.abs(enough * q), Math.abs(previous * q))) {
        previous = step
        step = p / q
      } else {
        step = half
        previous = half
      }
    } else {
      step = half
      previous = half
    }
    a = b
    fa = fb
    b += Math.abs(step) > enough ? step : Math.sign(half) * enough
    fb = f(b)
    if (fb > 0 === fc > 0) {
      c = a
      fc = fa
      step = b - a
      previous = step
    }
  }
  return b
}
