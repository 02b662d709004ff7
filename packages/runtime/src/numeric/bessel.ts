import { polynomial } from './series.ts'
import { expOf, logOf } from './elementary.ts'
import { cosineOf, sineOf } from './circular.ts'

/**
 * Bessel functions of integer order by the rational and polynomial approximations that Excel uses (Hart's and
 * Abramowitz and Stegun's, good to about eight digits): a workbook expects Excel's results, not the exact ones.
 */

const twoOverPi = 0.636619772
const reduced = 8

const j0Near = {
  top: [57568490574, -13362590354, 651619640.7, -11214424.18, 77392.33017, -184.9052456],
  bottom: [57568490411, 1029532985, 9494680.718, 59272.64853, 267.8532712, 1],
}
const j1Near = {
  top: [72362614232, -7895059235, 242396853.1, -2972611.439, 15704.4826, -30.16036606],
  bottom: [144725228442, 2300535178, 18583304.74, 99447.43394, 376.9991397, 1],
}
const y0Near = {
  top: [-2957821389, 7062834065, -512359803.6, 10879881.29, -86327.92757, 228.4622733],
  bottom: [40076544269, 745249964.8, 7189466.438, 47447.2647, 226.1030244, 1],
}
const y1Near = {
  top: [-0.4900604943e13, 0.127527439e13, -0.5153438139e11, 0.7349264551e9, -0.4237922726e7, 0.8511937935e4],
  bottom: [0.249958057e14, 0.4244419664e12, 0.3733650367e10, 0.2245904002e8, 0.102042605e6, 0.3549632885e3, 1],
}
interface Wave {
  readonly shift: number
  readonly cosine: readonly number[]
  readonly sine: readonly number[]
}

/**
 * Amplitude and phase for large arguments. J and Y of one order should share them; that they do not, and the duplicated
 * term, are Excel's, derived from its results.
 */
const far = {
  J0: {
    shift: 0.785398164,
    cosine: [1, -0.1098628267e-2, 0.2734510407e-4, -0.2073370639e-5, 0.2093887211e-6],
    sine: [-0.1562499995e-1, 0.1430488765e-3, -0.6911147651e-5, 0.7621095161e-6, -0.934935152e-7],
  },
  Y0: {
    shift: 0.785398164,
    cosine: [1, -0.1098628627e-2, 0.2734510407e-4, -0.2073370639e-5, 0.2093887211e-6],
    sine: [-0.1562499995e-1, 0.1430488765e-3, -0.6911147651e-5, 0.7621095161e-6, -0.934945152e-7],
  },
  J1: {
    shift: 2.356194491,
    cosine: [1, 0.183105e-2, -0.3516396496e-4, -0.3516396496e-4, 0.2457520174e-5, -0.240337019e-6],
    sine: [0.04687499995, -0.2002690873e-3, 0.8449199096e-5, -0.88228987e-6, 0.105787412e-6],
  },
  Y1: {
    shift: 2.356194491,
    cosine: [1, 0.183105e-2, -0.3516396496e-4, 0.2457520174e-5, -0.240337019e-6],
    sine: [0.04687499995, -0.2002690873e-3, 0.8449199096e-5, -0.88228987e-6, 0.105787412e-6],
  },
} as const satisfies Record<string, Wave>

const i0Near = [1, 3.5156229, 3.0899424, 1.2067492, 0.2659732, 0.360768e-1, 0.45813e-2]
const i0Far = [
  0.39894228, 0.1328592e-1, 0.225319e-2, -0.157565e-2, 0.916281e-2, -0.2057706e-1, 0.2635537e-1, -0.1647633e-1,
  0.392377e-2,
]
const i1Near = [0.5, 0.87890594, 0.51498869, 0.15084934, 0.2658733e-1, 0.301532e-2, 0.32411e-3]
const i1Far = [
  0.39894228, -0.3988024e-1, -0.362018e-2, 0.163801e-2, -0.1031555e-1, 0.2282967e-1, -0.2895312e-1, 0.1787654e-1,
  -0.420059e-2,
]
const k0Near = [-0.57721566, 0.4227842, 0.23069756, 0.348859e-1, 0.262698e-2, 0.1075e-3, 0.74e-5]
const k0Far = [1.25331414, -0.7832358e-1, 0.2189568e-1, -0.1062446e-1, 0.587872e-2, -0.25154e-2, 0.53208e-3]
const k1Near = [1, 0.15443144, -0.67278579, -0.18156897, -0.1919402e-1, -0.110404e-2, -0.4686e-4]
const k1Far = [1.25331414, 0.23498619, -0.365562e-1, 0.1504268e-1, -0.780353e-2, 0.325614e-2, -0.68245e-3]

interface Ratio {
  readonly top: readonly number[]
  readonly bottom: readonly number[]
}

function rational(x: number, { top, bottom }: Ratio): number {
  return polynomial(x, top) / polynomial(x, bottom)
}

/** At large x the functions are waves: J takes the cosine, Y the sine of the shifted angle. */
function wave(kind: keyof typeof far, x: number): number {
  const { shift, cosine, sine } = far[kind]
  const z = reduced / x
  const angle = x - shift
  const p = polynomial(z * z, cosine)
  const q = z * polynomial(z * z, sine)
  const isJ = kind === 'J0' || kind === 'J1'
  const turned = isJ ? cosineOf(angle) * p - sineOf(angle) * q : sineOf(angle) * p + cosineOf(angle) * q
  return Math.sqrt(twoOverPi / x) * turned
}

function j0(x: number): number {
  const size = Math.abs(x)
  return size < reduced ? rational(x * x, j0Near) : wave('J0', size)
}

function j1(x: number): number {
  const size = Math.abs(x)
  return size < reduced ? x * rational(x * x, j1Near) : Math.sign(x) * wave('J1', size)
}

function y0(x: number): number {
  return x < reduced ? rational(x * x, y0Near) + twoOverPi * j0(x) * logOf(x) : wave('Y0', x)
}

function y1(x: number): number {
  if (x >= reduced) return wave('Y1', x)
  return x * rational(x * x, y1Near) + twoOverPi * (j1(x) * logOf(x) - 1 / x)
}

function i0(x: number): number {
  const size = Math.abs(x)
  if (size < 3.75) return polynomial((x / 3.75) * (x / 3.75), i0Near)
  return (expOf(size) / Math.sqrt(size)) * polynomial(3.75 / size, i0Far)
}

function i1(x: number): number {
  const size = Math.abs(x)
  const value =
    size < 3.75
      ? size * polynomial((x / 3.75) * (x / 3.75), i1Near)
      : (expOf(size) / Math.sqrt(size)) * polynomial(3.75 / size, i1Far)
  return x < 0 ? -value : value
}

function k0(x: number): number {
  if (x <= 2) return -logOf(x / 2) * i0(x) + polynomial((x * x) / 4, k0Near)
  return (expOf(-x) / Math.sqrt(x)) * polynomial(2 / x, k0Far)
}

function k1(x: number): number {
  if (x <= 2) return logOf(x / 2) * i1(x) + polynomial((x * x) / 4, k1Near) / x
  return (expOf(-x) / Math.sqrt(x)) * polynomial(2 / x, k1Far)
}

/** Upward recurrence: f(n+1) = (2n/x) f(n) + sign f(n-1). Stable if the function grows with the order. */
function climb(order: number, x: number, zeroth: number, first: number, sign: 1 | -1): number {
  let before = zeroth
  let current = first
  for (let n = 1; n < order; n++) [before, current] = [current, ((2 * n) / x) * current + sign * before]
  return current
}

const steps = 40
const large = 1e10

export function besselJ(order: number, x: number): number {
  if (order === 0) return j0(x)
  if (x === 0) return 0
  if (order === 1) return j1(x)
  const size = Math.abs(x)
  const value = size > order ? climb(order, size, j0(size), j1(size), -1) : descendJ(order, size)
  return x < 0 && order % 2 === 1 ? -value : value
}

/**
 * Miller's method: downward recurrence from an order where the function is negligible, scaled by the sum of the even
 * orders.
 */
function descendJ(order: number, x: number): number {
  const start = 2 * Math.trunc((order + Math.trunc(Math.sqrt(steps * order))) / 2)
  let above = 0
  let current = 1
  let wanted = 0
  let sum = 0
  let even = false
  for (let n = start; n > 0; n--) {
    ;[above, current] = [current, ((2 * n) / x) * current - above]
    if (Math.abs(current) > large) {
      current /= large
      above /= large
      wanted /= large
      sum /= large
    }
    if (even) sum += current
    even = !even
    if (n === order) wanted = above
  }
  return wanted / (2 * sum - current)
}

export function besselY(order: number, x: number): number {
  if (order === 0) return y0(x)
  return climb(order, x, y0(x), y1(x), -1)
}

export function besselK(order: number, x: number): number {
  if (order === 0) return k0(x)
  return climb(order, x, k0(x), k1(x), 1)
}

export function besselI(order: number, x: number): number {
  if (order === 0) return i0(x)
  if (order === 1) return i1(x)
  if (x === 0) return 0
  const size = Math.abs(x)
  let above = 0
  let current = 1
  let wanted = 0
  for (let n = 2 * (order + Math.trunc(Math.sqrt(steps * order))); n > 0; n--) {
    ;[above, current] = [current, above + ((2 * n) / size) * current]
    if (Math.abs(current) > large) {
      wanted /= large
      current /= large
      above /= large
    }
    if (n === order) wanted = above
  }
  const value = (wanted * i0(x)) / current
  return x < 0 && order % 2 === 1 ? -value : value
}
