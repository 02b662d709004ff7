import { normalCdf, normalQuantile } from './error-function.ts'
import { betaPower, incompleteBeta, inverseBeta } from './incomplete-beta.ts'
import { expOf, log1pOf } from './elementary.ts'

/** For more degrees of freedom the distribution equals the normal one in double precision. */
const nearlyNormal = 1e17

/** P(T > t) for t >= 0. */
export function studentTail(t: number, freedom: number): number {
  if (freedom > nearlyNormal) return normalCdf(-t)
  const t2 = t * t
  const total = freedom + t2
  return 0.5 * incompleteBeta(freedom / 2, 0.5, freedom / total, t2 / total)
}

export function studentDensity(t: number, freedom: number): number {
  const size = Math.abs(t)
  if (size >= 1) return densityFrom(size, freedom)
  // Near 0, relative to the density at 1, where the beta form is 0/0.
  const ratio = log1pOf(1 / freedom) - log1pOf((t * t) / freedom)
  return densityFrom(1, freedom) * expOf(((freedom + 1) / 2) * ratio)
}

function densityFrom(t: number, freedom: number): number {
  const t2 = t * t
  const total = freedom + t2
  return betaPower(freedom / 2, 0.5, freedom / total, t2 / total) / t
}

/** t >= 0 with P(T > t) = q, for q <= ½. */
export function studentQuantile(q: number, freedom: number): number {
  if (q >= 0.5) return 0
  if (freedom > nearlyNormal) return normalQuantile(1 - q, q)
  const { x, y } = inverseBeta(freedom / 2, 0.5, 2 * q, 1 - 2 * q)
  return Math.sqrt((freedom * y) / x)
}
