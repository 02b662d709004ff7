import { chebyshev, log1pMinusX, polynomial } from './series.ts'
import { expOf, log1pOf, logOf } from './elementary.ts'
import { sineOf } from './circular.ts'
import { realPower } from './real-power.ts'

/** ln Γ(x) / ((x - 1)(x - 2)) on 1..2, a Chebyshev series fitted with 60 digits: keeps full relative accuracy at the zeros 1 and 2. */
const logGammaBetween1And2 = [
  0.49141539302938714, -0.07611416167043585, 0.008432324965932778, -0.001079493726328608, 0.00014900748003692963,
  -2.1512399888556784e-5, 3.1979329860862186e-6, -4.851693012139927e-7, 7.47148782116316e-8, -1.1638296700170518e-8,
  1.829400437118668e-9, -2.8969180607129607e-10, 4.61570140620909e-11, -7.392810230497983e-12, 1.1894280008333085e-12,
  -1.9212068676522805e-13, 3.113975526387164e-14, -5.0628432984486114e-15, 8.254150281631144e-16,
  -1.3490578987574844e-16, 2.209876116782623e-17, -3.6274129549239766e-18, 5.965430068821522e-19,
]

/** Coefficients of 1/x, 1/x³, 1/x⁵ … in Stirling's series: B(2k) / (2k (2k - 1)). */
const stirling = [
  1 / 12,
  -1 / 360,
  1 / 1260,
  -1 / 1680,
  1 / 1188,
  -691 / 360360,
  1 / 156,
  -3617 / 122400,
  43867 / 244188,
]

const halfLogTwoPi = 0.9189385332046728

/** Error of Stirling's formula for ln Γ(x + 1): ln Γ(x + 1) - (x + ½) ln x + x - ½ ln 2π, for x > 0. */
export function stirlingError(x: number): number {
  let correction = 0
  let at = x
  while (at < 12) {
    // Going from x + 1 down to x adds (x + ½) ln(1 + 1/x) - 1.
    correction += at < 1 ? (at + 0.5) * log1pOf(1 / at) - 1 : stirlingStep(at)
    at += 1
  }
  return polynomial(1 / (at * at), stirling) / at + correction
}

function stirlingStep(x: number): number {
  const inverse = 1 / x
  return (x + 0.5) * log1pMinusX(inverse) + 0.5 * inverse
}

/** ln Γ(x) for x > 0, accurate to the last few bits, also near 1 and 2. */
export function logGamma(x: number): number {
  if (x >= 12) return (x - 0.5) * logOf(x) - x + halfLogTwoPi + polynomial(1 / (x * x), stirling) / x
  if (x < 1) return logGamma1p(x) - logOf(x)
  let product = 1
  let at = x
  while (at > 2) {
    at -= 1
    product *= at
  }
  return logOf(product) + (at - 1) * (at - 2) * chebyshev(2 * at - 3, logGammaBetween1And2)
}

/** ln Γ(1 + x) for x >= 0, with full relative accuracy for tiny x. */
export function logGamma1p(x: number): number {
  return x <= 1 ? x * (x - 1) * chebyshev(2 * x - 1, logGammaBetween1And2) : logGamma(1 + x)
}

/** Γ(x); infinite if too large, NaN at 0 and the negative integers. */
export function gamma(x: number): number {
  if (Number.isInteger(x)) return x > 0 ? factorial(x - 1) : Number.NaN
  if (x < 0) return Math.PI / (sinPi(x) * gamma(1 - x))
  if (x > 171.7) return Number.POSITIVE_INFINITY
  if (x >= 12) {
    const root = realPower(x, x / 2 - 0.25)
    return root * expOf(-x) * root * 2.5066282746310007 * expOf(polynomial(1 / (x * x), stirling) / x)
  }
  let product = 1
  let at = x
  while (at > 2) {
    at -= 1
    product *= at
  }
  if (at < 1) {
    product /= at
    at += 1
  }
  return product * expOf((at - 1) * (at - 2) * chebyshev(2 * at - 3, logGammaBetween1And2))
}

/** sin(πx), with exact zeros at integers. */
function sinPi(x: number): number {
  const rest = x - 2 * Math.round(x / 2)
  return sineOf(Math.PI * rest)
}

/** n! for integers n >= 0; infinite above 170. */
export function factorial(n: number): number {
  if (n > 170) return Number.POSITIVE_INFINITY
  let product = 1
  for (let i = 2; i <= n; i++) product *= i
  return product
}

/** x ln(x/m) + m - x: how unlikely x is if m is expected, without loss of digits when they are close. */
export function deviance(x: number, mean: number): number {
  const u = (mean - x) / x
  return u < -0.5 ? x * logOf(x / mean) + (mean - x) : -x * log1pMinusX(u)
}

/** m^x e^-m / Γ(x + 1) for x >= 0, m > 0 (x may be fractional). */
export function poissonTerm(x: number, mean: number): number {
  if (x === 0) return expOf(-mean)
  if (x < 1e-290) return expOf(-mean + x * logOf(mean))
  return expOf(-stirlingError(x) - deviance(x, mean)) / Math.sqrt(2 * Math.PI * x)
}

/** C(a + b, a) p^a q^b with a, b >= 0 (possibly fractional) and p + q = 1. */
export function binomialTerm(a: number, b: number, p: number, q: number): number {
  if (p === 0) return a === 0 ? 1 : 0
  if (q === 0) return b === 0 ? 1 : 0
  if (a === 0) return expOf(b * (p < 0.5 ? log1pOf(-p) : logOf(q)))
  if (b === 0) return expOf(a * (q < 0.5 ? log1pOf(-q) : logOf(p)))
  const n = a + b
  const exponent = stirlingError(n) - stirlingError(a) - stirlingError(b) - deviance(a, n * p) - deviance(b, n * q)
  return expOf(exponent) * Math.sqrt(n / (2 * Math.PI * a) / b)
}
