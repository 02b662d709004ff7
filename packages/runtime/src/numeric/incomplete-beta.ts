import { binomialTerm } from './gamma.ts'
import { solveMonotone } from './inverse.ts'
import { expOf, logOf } from './elementary.ts'

const mostTerms = 100_000

/**
 * Regularised incomplete beta function I_x(a, b). `y` is 1 - x; callers may pass it more exactly than the subtraction.
 * The upper tail is `incompleteBeta(b, a, y, x)`; both are accurate where they are small.
 */
export function incompleteBeta(a: number, b: number, x: number, y: number = 1 - x): number {
  if (x <= 0) return 0
  if (y <= 0) return 1
  const value = x <= (a + 1) / (a + b + 2) ? betaFraction(a, b, x, y) : 1 - betaFraction(b, a, y, x)
  return Math.min(1, Math.max(0, value))
}

/** x^a y^b / B(a, b). */
export function betaPower(a: number, b: number, x: number, y: number): number {
  return ((a * b) / (a + b)) * binomialTerm(a, b, x, y)
}

/**
 * The continued fraction b0 + a1/(b1 + a2/(b2 + …)) of DiDonato and Morris, evaluated from the front (Lentz).
 * Converges in a few dozen terms below the mean; NaN if it does not converge.
 */
function betaFraction(a: number, b: number, x: number, y: number): number {
  // a - (a + b) x + 1, without cancellation where x is nearly 1.
  const offset = a * y - b * x + 1
  let value = denominator(0)
  let c = value
  let d = 0
  for (let n = 1; n <= mostTerms; n++) {
    const odd = a + 2 * n - 1
    const numerator = (((a + n - 1) * (a + b + n - 1) * x) / odd) * ((n * (b - n) * x) / odd)
    const next = denominator(n)
    d = 1 / awayFromZero(next + numerator * d)
    c = awayFromZero(next + numerator / c)
    const change = c * d
    value *= change
    if (Math.abs(change - 1) < 2e-16) return betaPower(a, b, x, y) / value
  }
  return Number.NaN

  function denominator(n: number): number {
    return (
      n + (n === 0 ? 0 : (n * (b - n) * x) / (a + 2 * n - 1)) + ((a + n) * (offset + n * (1 + y))) / (a + 2 * n + 1)
    )
  }
}

function awayFromZero(x: number): number {
  return Math.abs(x) < 1e-300 ? 1e-300 : x
}

/** x with I_x(a, b) = p, 1 - p = q; gives x and 1 - x, each accurate where it is small. */
export function inverseBeta(a: number, b: number, p: number, q: number): { readonly x: number; readonly y: number } {
  if (p <= 0) return { x: 0, y: 1 }
  if (q <= 0) return { x: 1, y: 0 }
  const lower = p <= q
  const target = lower ? p : q
  const at = (u: number): { x: number; y: number } => {
    const e = expOf(-Math.abs(u))
    const near = 1 / (1 + e)
    const far = e / (1 + e)
    return u > 0 ? { x: near, y: far } : { x: far, y: near }
  }
  // On a logistic scale: x = 1/(1 + e^-u), dI/du = x^a y^b / B(a, b).
  const { at: u, rest } = solveMonotone({
    start: betaGuess(a, b, p, q),
    target,
    rising: lower,
    value: (t) => {
      const { x, y } = at(t)
      return lower ? incompleteBeta(a, b, x, y) : incompleteBeta(b, a, y, x)
    },
    slope: (t) => {
      const { x, y } = at(t)
      return betaPower(a, b, x, y)
    },
    low: -740,
    high: 740,
  })
  const { x, y } = at(u)
  return { x: x * (1 + y * rest), y: y * (1 - x * rest) }
}

function betaGuess(a: number, b: number, p: number, q: number): number {
  // Starts at the power law of the nearer end, from which Newton's method on the logarithm converges quickly; otherwise
  // at the mean.
  const mean = logOf(a / b)
  const logBeta = -logOf(betaPower(a, b, 0.5, 0.5)) - (a + b) * Math.LN2
  const low = (logOf(p) + logOf(a) + logBeta) / a
  const high = -(logOf(q) + logOf(b) + logBeta) / b
  if (p < 0.1 && low < mean - 1) return low
  if (q < 0.1 && high > mean + 1) return high
  return mean
}
