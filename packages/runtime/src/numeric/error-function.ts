import { chebyshev } from './series.ts'

/** e^(x²) erfc(x) / t with t = 2/(2 + x), as a Chebyshev series in 2t - 1, fitted with 60 digits for all x >= 0. */
const scaledComplement = [
  0.577033738616469689, 0.355436921270498487, 0.0650951588287865246, 0.00367114239583663917, -0.0011128447433526325,
  -0.000160758299153780798, 0.0000327803157417313706, 5.44244164550501603e-6, -1.51546655531714816e-6,
  -1.42976081811698649e-7, 8.23460882741949343e-8, -1.29628468523065625e-9, -4.1547216310151983e-9,
  6.34705827836281118e-10, 1.43208227122562237e-10, -6.16039010520458554e-11, 2.06121385547216963e-12,
  3.57149314884770445e-12, -8.58642284325179648e-13, -6.14560021379063055e-14, 7.41872574859661706e-14,
  -1.28950427550323256e-14, -2.35872638571063236e-15, 1.57293493816859114e-15, -2.27829662395464652e-16,
  -6.31233045075642981e-17, 3.5916763531814923e-17, -5.04980914984772928e-18, -1.53245411131548989e-18,
  8.90334528899061021e-19, -1.40310073851329435e-19,
]

const sqrt2 = Math.SQRT2
const sqrtTwoPi = 2.506628274631000502

/** e^(-s x²) with the rounding of x² corrected; s is a power of two. */
function expMinusSquare(x: number, s: number): number {
  const high = Math.fround(x)
  return Math.exp(-high * high * s) * Math.exp(-(x - high) * (x + high) * s)
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
  return 1.128379167095512574 * Math.exp(-x2) * sum
}

export function erfc(x: number): number {
  if (x < 0.5) return x < -0.5 ? 2 - erfc(-x) : 1 - erf(x)
  return scaledErfc(x) * expMinusSquare(x, 1)
}

/** e^(x²) erfc(x) for x >= 0. */
function scaledErfc(x: number): number {
  const t = 2 / (2 + x)
  return t * chebyshev(2 * t - 1, scaledComplement)
}

export function normalDensity(x: number): number {
  return expMinusSquare(x, 0.5) / sqrtTwoPi
}

/** Φ(x), accurate in the lower tail; the upper tail is `normalCdf(-x)`. */
export function normalCdf(x: number): number {
  if (x > -1) return 0.5 * erfc(-x / sqrt2)
  return x < -39 ? 0 : 0.5 * scaledErfc(-x / sqrt2) * expMinusSquare(x, 0.5)
}

/** x with Φ(x) = p for 0 < p < 1. `q` is 1 - p, passed by callers that know it better. */
export function normalQuantile(p: number, q: number = 1 - p): number {
  if (p === q) return 0
  const tail = Math.min(p, q)
  if (tail <= 0) return p < q ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  // Hastings' approximation, then Halley's method on the accurate tail.
  const t = Math.sqrt(-2 * Math.log(tail))
  let x = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
  for (let round = 0; round < 3; round++) {
    const density = normalDensity(x)
    if (density === 0) break
    const newton = (tail - normalCdf(-x)) / density
    x -= newton / (1 + (x * newton) / 2)
  }
  return p < q ? -x : x
}
