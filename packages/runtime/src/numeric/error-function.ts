import { chebyshev } from './series.ts'
import { expOf, logOf } from './elementary.ts'

/** e^(x²) erfc(x) / t with t = 2/(2 + x), as a Chebyshev series in 2t - 1, fitted with 60 digits for all x >= 0. */
const scaledComplement = [
  0.5770337386164697, 0.3554369212704985, 0.06509515882878653, 0.003671142395836639, -0.0011128447433526325,
  -0.0001607582991537808, 3.278031574173137e-5, 5.442441645505016e-6, -1.5154665553171482e-6, -1.4297608181169865e-7,
  8.234608827419493e-8, -1.2962846852306563e-9, -4.154721631015199e-9, 6.347058278362811e-10, 1.4320822712256225e-10,
  -6.160390105204585e-11, 2.0612138554721698e-12, 3.5714931488477042e-12, -8.586422843251796e-13, -6.14560021379063e-14,
  7.418725748596617e-14, -1.2895042755032325e-14, -2.358726385710632e-15, 1.5729349381685912e-15,
  -2.2782966239546465e-16, -6.31233045075643e-17, 3.5916763531814925e-17, -5.049809149847729e-18,
  -1.5324541113154899e-18, 8.90334528899061e-19, -1.4031007385132944e-19,
]

const sqrt2 = Math.SQRT2
const sqrtTwoPi = 2.5066282746310007

/** e^(-s x²) with the rounding of x² corrected; s is a power of two. */
function expMinusSquare(x: number, s: number): number {
  const high = Math.fround(x)
  return expOf(-high * high * s) * expOf(-(x - high) * (x + high) * s)
}

export function erf(x: number): number {
  if (Math.abs(x) >= 0.5) return x > 0 ? 1 - erfc(x) : erfc(-x) - 1
  const x2 = x * x
  let term = x
  let sum = x
  for (let k = 1; k < 60; k++) {
    term *= (2 * x2) / (2 * k + 1)
    sum += term
    if (Math.abs(term) < Math.abs(sum) * 1e-17) break
  }
  return 1.1283791670955126 * expOf(-x2) * sum
}

export function erfc(x: number): number {
  if (Math.abs(x) > 27) return x > 0 ? 0 : 2
  if (x < 0.5) return x < -0.5 ? 2 - erfc(-x) : 1 - erf(x)
  return scaledErfc(x) * expMinusSquare(x, 1)
}

/** e^(x²) erfc(x) for x >= 0. */
function scaledErfc(x: number): number {
  const t = 2 / (2 + x)
  return t * chebyshev(2 * t - 1, scaledComplement)
}

export function normalDensity(x: number): number {
  if (Math.abs(x) > 39) return 0
  return expMinusSquare(x, 0.5) / sqrtTwoPi
}

/** Φ(x), accurate in the lower tail; the upper tail is `normalCdf(-x)`. */
export function normalCdf(x: number): number {
  if (x > 39) return 1
  if (x > -1) return 0.5 * erfc(-x / sqrt2)
  return x < -39 ? 0 : 0.5 * scaledErfc(-x / sqrt2) * expMinusSquare(x, 0.5)
}

/** x with Φ(x) = p for 0 < p < 1. `q` is 1 - p; callers may pass it more exactly. */
export function normalQuantile(p: number, q: number = 1 - p): number {
  if (p === q) return 0
  const tail = Math.min(p, q)
  if (tail <= 0) return p < q ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  // Hastings' approximation, then Halley's method on the accurate tail.
  const t = Math.sqrt(-2 * logOf(tail))
  let x = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
  for (let round = 0; round < 3; round++) {
    const density = normalDensity(x)
    if (density === 0) break
    // Near the middle both differences from ½ are exact where those from 0 are not.
    const excess = tail > 0.25 ? tail - 0.5 + 0.5 * erf(x / sqrt2) : tail - normalCdf(-x)
    const newton = excess / density
    x -= newton / (1 + (x * newton) / 2)
  }
  return p < q ? -x : x
}
