import { log1pOf } from './elementary.ts'

/** Value of a polynomial given by its coefficients, constant term first. */
export function polynomial(x: number, coefficients: readonly number[]): number {
  let sum = 0
  for (let i = coefficients.length - 1; i >= 0; i--) sum = sum * x + (coefficients[i] ?? 0)
  return sum
}

/** Value of a Chebyshev series at x in -1..1 (Clenshaw's recurrence). */
export function chebyshev(x: number, coefficients: readonly number[]): number {
  let next = 0
  let afterNext = 0
  for (let i = coefficients.length - 1; i > 0; i--) {
    const current = 2 * x * next - afterNext + (coefficients[i] ?? 0)
    afterNext = next
    next = current
  }
  return x * next - afterNext + (coefficients[0] ?? 0)
}

/** ln(1 + x) - x without the loss of digits near 0. */
export function log1pMinusX(x: number): number {
  if (Math.abs(x) > 0.5) return log1pOf(x) - x
  const t = x / (2 + x)
  const t2 = t * t
  let sum = 0
  let power = t2
  for (let k = 5; ; k += 2) {
    const term = power / k
    sum += term
    if (Math.abs(term) < 1e-18) break
    power *= t2
  }
  return 2 * t * t2 * (1 / 3 + sum) - x * t
}
