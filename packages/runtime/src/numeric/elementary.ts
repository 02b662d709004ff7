/**
 * Exponentials and logarithms in plain arithmetic, with the method of Sun's fdlibm. JavaScript engines round `Math.exp`
 * and similar functions differently, and change that between versions: a program that leaves the server must give the
 * same result everywhere, to the last bit.
 */
const cell = new Float64Array(1)
const words = new Uint32Array(cell.buffer)
cell[0] = 1
/** Index of the high word, with sign and exponent. */
const high = words[1] === 0 ? 0 : 1

function highWord(x: number): number {
  cell[0] = x
  return words[high] ?? 0
}

function withHighWord(x: number, word: number): number {
  cell[0] = x
  words[high] = word
  return cell[0]
}

function withoutLowWord(x: number): number {
  cell[0] = x
  words[1 - high] = 0
  return cell[0]
}

/** Takes integer exponents in the range of normal numbers. */
function powerOfTwo(k: number): number {
  cell[0] = 1
  words[high] = (1023 + k) << 20
  return cell[0]
}

const ln2High = 6.9314718036912381649e-1
const ln2Low = 1.90821492927058770002e-10

export function expOf(x: number): number {
  if (x !== x) return x
  if (x > 7.09782712893383973096e2) return Number.POSITIVE_INFINITY
  if (x < -7.4513321910194110842e2) return 0
  const top = highWord(x) & 0x7fffffff
  let r = x
  let hi = 0
  let lo = 0
  let k = 0
  if (top > 0x3fd62e42) {
    if (x === 1) return Math.E
    k = top < 0x3ff0a2b2 ? (x < 0 ? -1 : 1) : Math.trunc(Math.LOG2E * x + (x < 0 ? -0.5 : 0.5))
    hi = x - k * ln2High
    lo = k * ln2Low
    r = hi - lo
  } else if (top < 0x3e300000) return 1 + x
  const t = r * r
  const c =
    r -
    t *
      (1.66666666666666019037e-1 +
        t *
          (-2.77777777770155933842e-3 +
            t * (6.61375632143793436117e-5 + t * (-1.6533902205465251539e-6 + t * 4.13813679705723846039e-8))))
  if (k === 0) return 1 - ((r * c) / (c - 2) - r)
  const y = 1 - (lo - (r * c) / (2 - c) - hi)
  if (k === 1024) return y * 2 * 2 ** 1023
  return k >= -1021 ? y * powerOfTwo(k) : y * powerOfTwo(k + 1000) * 2 ** -1000
}

export function expm1Of(x: number): number {
  const top = highWord(x) & 0x7fffffff
  if (top >= 0x4043687a) {
    if (x !== x) return x
    if (x > 7.09782712893383973096e2) return Number.POSITIVE_INFINITY
    if (x < 0) return -1
  }
  let r = x
  let c = 0
  let k = 0
  if (top > 0x3fd62e42) {
    k = top < 0x3ff0a2b2 ? (x < 0 ? -1 : 1) : Math.trunc(Math.LOG2E * x + (x < 0 ? -0.5 : 0.5))
    const hi = x - k * ln2High
    const lo = k * ln2Low
    r = hi - lo
    c = hi - r - lo
  } else if (top < 0x3c900000) return x
  const half = 0.5 * r
  const square = r * half
  const q =
    1 +
    square *
      (-3.33333333333331316428e-2 +
        square *
          (1.58730158725481460165e-3 +
            square *
              (-7.93650757867487942473e-5 +
                square * (4.00821782732936239552e-6 + square * -2.01099218183624371326e-7))))
  const t = 3 - q * half
  let e = square * ((q - t) / (6 - r * t))
  if (k === 0) return r - (r * e - square)
  e = r * (e - c) - c - square
  if (k === -1) return 0.5 * (r - e) - 0.5
  if (k === 1) return r < -0.25 ? -2 * (e - (r + 0.5)) : 1 + 2 * (r - e)
  if (k <= -2 || k > 56) {
    const y = 1 - (e - r)
    return (k === 1024 ? y * 2 * 2 ** 1023 : y * powerOfTwo(k)) - 1
  }
  if (k < 20) return (withHighWord(1, 0x3ff00000 - (0x200000 >> k)) - (e - r)) * powerOfTwo(k)
  return (r - (e + powerOfTwo(-k)) + 1) * powerOfTwo(k)
}

const l1 = 6.66666666666673513e-1
const l2 = 3.999999999940941908e-1
const l3 = 2.857142874366239149e-1
const l4 = 2.222219843214978396e-1
const l5 = 1.818357216161805012e-1
const l6 = 1.531383769920937332e-1
const l7 = 1.479819860511658591e-1

export function logOf(x: number): number {
  if (x !== x || x < 0) return Number.NaN
  if (x === 0) return Number.NEGATIVE_INFINITY
  if (x === Number.POSITIVE_INFINITY) return x
  let k = 0
  let scaled = x
  if (x < 2 ** -1022) {
    k = -54
    scaled = x * 2 ** 54
  }
  const top = highWord(scaled)
  const fraction = top & 0xfffff
  const i = (fraction + 0x95f64) & 0x100000
  const f = withHighWord(scaled, fraction | (i ^ 0x3ff00000)) - 1
  k += (top >>> 20) - 1023 + (i >>> 20)
  if ((0xfffff & (2 + fraction)) < 3) {
    if (f === 0) return k === 0 ? 0 : k * ln2High + k * ln2Low
    const r = f * f * (0.5 - (1 / 3) * f)
    return k === 0 ? f - r : k * ln2High - (r - k * ln2Low - f)
  }
  const s = f / (2 + f)
  const z = s * s
  const w = z * z
  const t1 = w * (l2 + w * (l4 + w * l6))
  const t2 = z * (l1 + w * (l3 + w * (l5 + w * l7)))
  const r = t2 + t1
  if (((fraction - 0x6147a) | (0x6b851 - fraction)) > 0) {
    const halfSquare = 0.5 * f * f
    if (k === 0) return f - (halfSquare - s * (halfSquare + r))
    return k * ln2High - (halfSquare - (s * (halfSquare + r) + k * ln2Low) - f)
  }
  return k === 0 ? f - s * (f - r) : k * ln2High - (s * (f - r) - k * ln2Low - f)
}

export function log1pOf(x: number): number {
  if (x !== x || x < -1) return Number.NaN
  if (x === -1) return Number.NEGATIVE_INFINITY
  if (x === Number.POSITIVE_INFINITY) return x
  const magnitude = Math.abs(x)
  if (magnitude < 2 ** -29) return magnitude < 2 ** -54 ? x : x - x * x * 0.5
  let k = 0
  let f = x
  let c = 0
  let rest = 1
  // Between sqrt(1/2) - 1 and sqrt(2) - 1 no scaling is needed.
  const word = highWord(x)
  const isSmall = x > 0 ? word < 0x3fda827a : word <= 0xbfd2bec3
  if (!isSmall) {
    const u = x < 2 ** 53 ? 1 + x : x
    const top = highWord(u)
    k = (top >>> 20) - 1023
    if (x < 2 ** 53) c = (k > 0 ? 1 - (u - x) : x - (u - 1)) / u
    rest = top & 0xfffff
    if (rest < 0x6a09e) f = withHighWord(u, rest | 0x3ff00000) - 1
    else {
      k += 1
      f = withHighWord(u, rest | 0x3fe00000) - 1
      rest = (0x100000 - rest) >> 2
    }
  }
  const halfSquare = 0.5 * f * f
  if (rest === 0) {
    if (f === 0) return k === 0 ? 0 : k * ln2High + (c + k * ln2Low)
    const r = halfSquare * (1 - (2 / 3) * f)
    return k === 0 ? f - r : k * ln2High - (r - (k * ln2Low + c) - f)
  }
  const s = f / (2 + f)
  const z = s * s
  const r = z * (l1 + z * (l2 + z * (l3 + z * (l4 + z * (l5 + z * (l6 + z * l7))))))
  if (k === 0) return f - (halfSquare - s * (halfSquare + r))
  return k * ln2High - (halfSquare - (s * (halfSquare + r) + (k * ln2Low + c)) - f)
}

export function log10Of(x: number): number {
  if (x !== x || x < 0) return Number.NaN
  if (x === 0) return Number.NEGATIVE_INFINITY
  if (x === Number.POSITIVE_INFINITY) return x
  if (x === 1) return 0
  let k = 0
  let scaled = x
  if (x < 2 ** -1022) {
    k = -54
    scaled = x * 2 ** 54
  }
  const top = highWord(scaled)
  k += (top >>> 20) - 1023
  const i = k < 0 ? 1 : 0
  const y = k + i
  const fraction = withHighWord(scaled, (top & 0xfffff) | ((1023 - i) << 20))
  return y * 3.69423907715893078616e-13 + Math.LOG10E * logOf(fraction) + y * 3.01029995663611771306e-1
}

export function log2Of(x: number): number {
  if (x !== x || x < 0) return Number.NaN
  if (x === 0) return Number.NEGATIVE_INFINITY
  if (x === Number.POSITIVE_INFINITY) return x
  if (x === 1) return 0
  const isSmall = x < 2 ** -1022
  const scaled = isSmall ? x * 2 ** 54 : x
  const top = highWord(scaled)
  const fraction = top & 0xfffff
  const i = (fraction + 0x95f64) & 0x100000
  const f = withHighWord(scaled, fraction | (i ^ 0x3ff00000)) - 1
  const k = (top >>> 20) - 1023 + (i >>> 20) - (isSmall ? 54 : 0)
  const halfSquare = 0.5 * f * f
  const s = f / (2 + f)
  const z = s * s
  const w = z * z
  const t1 = w * (l2 + w * (l4 + w * l6))
  const t2 = z * (l1 + w * (l3 + w * (l5 + w * l7)))
  const r = s * (halfSquare + (t2 + t1))
  const hi = withoutLowWord(f - halfSquare)
  const lo = f - hi - halfSquare + r
  const main = hi * 1.44269504072144627571
  const whole = k + main
  return (lo + hi) * 1.67517131648865118353e-10 + lo * 1.44269504072144627571 + (k - whole + main) + whole
}

export function sinhOf(x: number): number {
  const magnitude = Math.abs(x)
  const h = x < 0 ? -0.5 : 0.5
  if (magnitude < 22) {
    if (magnitude < 2 ** -28) return x
    const t = expm1Of(magnitude)
    return magnitude < 1 ? h * (2 * t - (t * t) / (t + 1)) : h * (t + t / (t + 1))
  }
  if (magnitude < 709.7822265625) return h * expOf(magnitude)
  const w = expOf(0.5 * magnitude)
  return magnitude <= 710.4758600739439 ? h * w * w : x * Number.POSITIVE_INFINITY
}

export function coshOf(x: number): number {
  const magnitude = Math.abs(x)
  if (magnitude < 22) {
    if (magnitude < 0.5 * ln2High) {
      const t = expm1Of(magnitude)
      const w = 1 + t
      return magnitude < 2 ** -55 ? w : 1 + (t * t) / (w + w)
    }
    const t = expOf(magnitude)
    return 0.5 * t + 0.5 / t
  }
  if (magnitude < 709.7822265625) return 0.5 * expOf(magnitude)
  const w = expOf(0.5 * magnitude)
  return magnitude <= 710.4758600739439 ? 0.5 * w * w : magnitude * Number.POSITIVE_INFINITY
}

export function tanhOf(x: number): number {
  const magnitude = Math.abs(x)
  if (magnitude < 2 ** -28) return x
  let z = 1
  if (magnitude < 22) {
    const t = expm1Of(magnitude >= 1 ? 2 * magnitude : -2 * magnitude)
    z = magnitude >= 1 ? 1 - 2 / (t + 2) : -t / (t + 2)
  }
  if (x !== x) return x
  return x < 0 ? -z : z
}

export function asinhOf(x: number): number {
  const magnitude = Math.abs(x)
  if (!(magnitude >= 2 ** -28) || magnitude === Number.POSITIVE_INFINITY) return x
  let w = 0
  if (magnitude > 2 ** 28) w = logOf(magnitude) + Math.LN2
  else if (magnitude > 2) w = logOf(2 * magnitude + 1 / (Math.sqrt(x * x + 1) + magnitude))
  else {
    const t = x * x
    w = log1pOf(magnitude + t / (1 + Math.sqrt(1 + t)))
  }
  return x > 0 ? w : -w
}

export function acoshOf(x: number): number {
  if (!(x >= 1)) return Number.NaN
  if (x === Number.POSITIVE_INFINITY) return x
  if (x >= 2 ** 28) return logOf(x) + Math.LN2
  if (x === 1) return 0
  if (x > 2) return logOf(2 * x - 1 / (x + Math.sqrt(x * x - 1)))
  const t = x - 1
  return log1pOf(t + Math.sqrt(2 * t + t * t))
}

export function atanhOf(x: number): number {
  const magnitude = Math.abs(x)
  if (!(magnitude <= 1)) return Number.NaN
  if (magnitude === 1) return x * Number.POSITIVE_INFINITY
  if (magnitude < 2 ** -28) return x
  const twice = magnitude + magnitude
  const t =
    magnitude < 0.5
      ? 0.5 * log1pOf(twice + (twice * magnitude) / (1 - magnitude))
      : 0.5 * log1pOf(twice / (1 - magnitude))
  return x < 0 ? -t : t
}
