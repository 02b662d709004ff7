import { logGamma1p, poissonTerm } from './gamma.ts'
import { solveMonotone } from './inverse.ts'
import { expOf, expm1Of, logOf } from './elementary.ts'
import { realPower } from './real-power.ts'

const smallest = 1e-300
const precision = 1e-17
const mostTerms = 5_000_000

/** Lower and upper regularised incomplete gamma functions, P(a, x) + Q(a, x) = 1; both accurate where they are small. */
export function lowerGamma(a: number, x: number): number {
  if (x <= 0) return 0
  if (x === Number.POSITIVE_INFINITY) return 1
  return useSeries(a, x) ? gammaSeries(a, x) : 1 - gammaFraction(a, x)
}

export function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1
  if (x === Number.POSITIVE_INFINITY) return 0
  if (!useSeries(a, x)) return gammaFraction(a, x)
  return a < 1 && x < 1.1 ? upperGammaNearZero(a, x) : 1 - gammaSeries(a, x)
}

function useSeries(a: number, x: number): boolean {
  return x < 1.1 || x < a
}

function gammaSeries(a: number, x: number): number {
  let term = 1
  let sum = 1
  for (let k = 1; k < mostTerms; k++) {
    term *= x / (a + k)
    sum += term
    if (term < sum * precision) break
  }
  return Math.min(1, sum * poissonTerm(a, x))
}

function gammaFraction(a: number, x: number): number {
  let b = x + 1 - a
  let c = 1 / smallest
  let d = 1 / b
  let product = d
  for (let i = 1; i < mostTerms; i++) {
    const an = -i * (i - a)
    b += 2
    d = an * d + b
    if (Math.abs(d) < smallest) d = smallest
    c = b + an / c
    if (Math.abs(c) < smallest) c = smallest
    d = 1 / d
    const change = d * c
    product *= change
    if (Math.abs(change - 1) < 1e-16) break
  }
  return Math.min(1, a * poissonTerm(a, x) * product)
}

/** For a < 1 and small x: 1 - x^a/Γ(1+a) (1 - a Σ …), with the cancellation done by expm1. */
function upperGammaNearZero(a: number, x: number): number {
  const power = a * logOf(x) - logGamma1p(a)
  let term = 1
  let sum = 0
  for (let k = 1; k < 200; k++) {
    term *= -x / k
    const part = term / (a + k)
    sum += part
    if (Math.abs(part) < Math.abs(sum) * precision) break
  }
  return -expm1Of(power) - a * sum * expOf(power)
}

/** x with P(a, x) = p and Q(a, x) = q; pass both, each exact where it is small. */
export function inverseGamma(a: number, p: number, q: number): number {
  if (p <= 0) return 0
  if (q <= 0) return Number.POSITIVE_INFINITY
  const lower = p <= q
  const guess = gammaGuess(a, p, q)
  // On a logarithmic scale: x = e^u, dP/du = x^a e^-x / Γ(a).
  const { at: u, rest } = solveMonotone({
    start: logOf(guess),
    target: lower ? p : q,
    rising: lower,
    value: (at) => (lower ? lowerGamma(a, expOf(at)) : upperGamma(a, expOf(at))),
    slope: (at) => a * poissonTerm(a, expOf(at)),
    low: -745,
    high: 709,
  })
  return expOf(u) * expOf(rest)
}

function gammaGuess(a: number, p: number, q: number): number {
  const small = expOf((logOf(p) + logGamma1p(a)) / a)
  if (small < 0.2 * (a + 1) && small > 0) return small
  if (a < 1) return Math.max(1e-3, -logOf(q))
  // Wilson and Hilferty's cube approximation.
  const t = Math.sqrt(-2 * logOf(Math.min(p, q)))
  const z = (p < q ? -1 : 1) * (t - (2.30753 + 0.27061 * t) / (1 + t * (0.99229 + 0.04481 * t)))
  const cube = 1 - 1 / (9 * a) + z / (3 * Math.sqrt(a))
  return cube > 0.05 ? a * realPower(cube, 3) : Math.max(small, 1e-300)
}
