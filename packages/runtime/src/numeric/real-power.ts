/**
 * Powers in plain arithmetic. JavaScript engines use the machine's C library: Node 20 and Node 24 round one in fifty
 * differently, and a program must give the same bits everywhere. The logarithm and the exponential are pairs of numbers
 * with about 66 bits, so that nearly every result is correctly rounded.
 */
const cell = new Float64Array(1)
const words = new Uint32Array(cell.buffer)
cell[0] = 1
/** Index of the high word, with sign and exponent. */
const high = words[1] === 0 ? 0 : 1

/** Logarithm of 2, the first part short enough for exact products with exponents. */
const ln2 = 0.6931471805598903
const ln2Rest = 5.497923018708371e-14

/** ln 2 / 32 in three parts. */
const step = 0.021660849392446835
const stepRest = 5.1456092486989546e-14
const stepLast = -4.043616749209777e-23

/** High word of the smallest fraction: twice that is the next range's, and 1 is well inside a piece. */
const LEAST = 0x3fe6aaab

/** For each of 32 pieces of the range of fractions: about 1 / its midpoint, in 12 bits. */
const inverses = Float64Array.of(
  1.396484375,
  1.366455078125,
  1.337890625,
  1.310546875,
  1.2841796875,
  1.259033203125,
  1.234619140625,
  1.21142578125,
  1.18896484375,
  1.167236328125,
  1.146240234375,
  1.126220703125,
  1.106689453125,
  1.087890625,
  1.069580078125,
  1.052001953125,
  1.03515625,
  1.0185546875,
  1,
  0.974609375,
  0.94580078125,
  0.918701171875,
  0.89306640625,
  0.868896484375,
  0.845703125,
  0.823974609375,
  0.803466796875,
  0.78369140625,
  0.764892578125,
  0.7470703125,
  0.72998046875,
  0.7138671875,
)
/** Their negated logarithms: multiples of 2^-42, and the remainder. */
const logs = Float64Array.of(
  -0.33395791765451577,
  -0.3122198521721202,
  -0.2910942132227774,
  -0.2704445119322827,
  -0.2501201390123242,
  -0.23034412733159115,
  -0.21076253436058323,
  -0.19179799753237603,
  -0.17308304935727392,
  -0.15463884190671706,
  -0.13648722492303023,
  -0.11886751683846342,
  -0.10137308422144997,
  -0.0842406148876762,
  -0.0672661210944625,
  -0.05069497089652941,
  -0.034552381506728125,
  -0.018384649401241404,
  0,
  0.02571852928804219,
  0.055723322752328386,
  0.08479437612595575,
  0.11309433776864353,
  0.1405312812091779,
  0.16758689703692653,
  0.1936155634127772,
  0.21881941777610336,
  0.24373995059522713,
  0.2680198757670951,
  0.29159597177294927,
  0.3147375003345587,
  0.3370583458497549,
)
const logRests = Float64Array.of(
  1.58979746e-14,
  1.04360865e-13,
  5.98930259e-14,
  1.08685975e-13,
  -8.76152044e-14,
  -2.40809772e-14,
  -5.60845766e-14,
  -2.65722957e-14,
  -1.78402542e-14,
  -4.25938342e-14,
  1.06562413e-14,
  -1.33950958e-14,
  -5.55759698e-14,
  -1.00035396e-13,
  -9.22421262e-14,
  3.51220187e-14,
  6.83913974e-14,
  -7.79478046e-14,
  0,
  -5.30717132e-14,
  7.41407118e-14,
  -4.92929344e-14,
  -1.10819898e-13,
  -2.68677025e-14,
  9.14081989e-14,
  -6.36768241e-14,
  -9.95886015e-14,
  5.50359287e-14,
  5.69088263e-14,
  -3.20129755e-14,
  5.28846877e-14,
  -8.0324075e-14,
)
/** 2^(i/32) and its rounding error, before they are split. */
const roots = Float64Array.of(
  1,
  1.0218971486541166,
  1.0442737824274138,
  1.0671404006768237,
  1.0905077326652577,
  1.1143867425958924,
  1.1387886347566916,
  1.1637248587775775,
  1.189207115002721,
  1.215247359980469,
  1.241857812073484,
  1.2690509571917332,
  1.2968395546510096,
  1.3252366431597413,
  1.3542555469368927,
  1.383909881963832,
  Math.SQRT2,
  1.4451808069770467,
  1.4768261459394993,
  1.5091644275934228,
  1.5422108254079407,
  1.5759808451078865,
  1.6104903319492543,
  1.645755478153965,
  1.681792830507429,
  1.718619298122478,
  1.7562521603732995,
  1.7947090750031072,
  1.8340080864093424,
  1.8741676341103,
  1.9152065613971474,
  1.9571441241754002,
)
const rootErrors = Float64Array.of(
  0,
  5.10922503e-17,
  8.55188971e-17,
  -7.89985397e-17,
  -3.04678208e-17,
  1.04102785e-16,
  8.91281268e-17,
  3.82920484e-17,
  3.98201523e-17,
  -7.71263069e-17,
  4.65802759e-17,
  2.66793213e-18,
  2.53825028e-17,
  -2.85873121e-17,
  7.70094838e-17,
  -6.77051166e-17,
  -9.66729331e-17,
  -3.02375813e-17,
  -3.48399456e-17,
  -1.01645533e-16,
  7.94983481e-17,
  -1.01369165e-17,
  2.47071926e-17,
  -1.01256799e-16,
  8.19901002e-17,
  -1.85138042e-17,
  2.9601407e-17,
  1.82274584e-17,
  3.28310722e-17,
  -6.12276341e-17,
  -1.06199461e-16,
  8.96076779e-17,
)

/** 2^(i/32): its upper 26 bits, whose product with another half is exact, and what is missing. */
const rootFirsts = roots.map(firstHalf)
const rootRests = roots.map((root, i) => root - firstHalf(root) + (rootErrors[i] ?? 0))

/** The upper 26 bits of a number. */
function firstHalf(x: number): number {
  const spread = x * 134_217_729
  return spread - (spread - x)
}

/** Rounding error of `product`, which is a * b. */
export function lostOfProduct(a: number, b: number, product: number): number {
  const a1 = firstHalf(a)
  const b1 = firstHalf(b)
  const a2 = a - a1
  const b2 = b - b1
  return a2 * b2 - (product - a1 * b1 - a2 * b1 - a1 * b2)
}

/** Rounding error of `sum`, which is a + b. */
export function lostOfSum(a: number, b: number, sum: number): number {
  const part = sum - a
  return a - (sum - part) + (b - part)
}

/** 2^-1074 up to 2^1023. Products with these are exact, and faster than building a number from its bits. */
const powersOfTwo = new Float64Array(2098)
for (let k = 0, power = 2 ** -1074; k < powersOfTwo.length; k++, power *= 2) powersOfTwo[k] = power

function powerOfTwo(k: number): number {
  return powersOfTwo[k + 1074] ?? Number.NaN
}

/** `base ** exponent`. */
export function realPower(base: number, exponent: number): number {
  // Cases that the language defines to the last bit.
  if (base === 0 || exponent === 0 || exponent === 1 || !Number.isFinite(base) || !Number.isFinite(exponent)) {
    return base ** exponent
  }
  if (exponent === 2) return base * base
  if (base > 0) return exponent === 0.5 ? Math.sqrt(base) : positivePower(base, exponent)
  if (!Number.isInteger(exponent)) return Number.NaN
  return exponent % 2 === 0 ? positivePower(-base, exponent) : -positivePower(-base, exponent)
}

function positivePower(base: number, exponent: number): number {
  findLogarithm(base)
  return raised(exponent)
}

/** Powers of one positive number: its logarithm, half of the work, is computed once. */
export class PositivePowers {
  private readonly log: number
  private readonly logRest: number

  constructor(base: number) {
    findLogarithm(base)
    this.log = logarithm[0] ?? 0
    this.logRest = logarithm[1] ?? 0
  }

  /** The same as `realPower(base, exponent)` for a fractional exponent other than a half. */
  of(exponent: number): number {
    logarithm[0] = this.log
    logarithm[1] = this.logRest
    return raised(exponent)
  }
}

/** A logarithm, as 26 bits and the rest: `findLogarithm` leaves them here, because a pair would be a new object. */
const logarithm = new Float64Array(2)

function findLogarithm(base: number): void {
  // base = 2^k * z, where z * inverse - 1 = r is small; all products are exact.
  const isSmall = base < 2 ** -1022
  const normal = isSmall ? base * 2 ** 54 : base
  cell[0] = normal
  const word = words[high] ?? 0
  const above = (word - LEAST) | 0
  const piece = (above >> 15) & 31
  const k = (above >> 20) - (isSmall ? 54 : 0)
  const z = normal * powerOfTwo(-(above >> 20))
  const zFirst = firstHalf(z)
  const inverse = inverses[piece] ?? 1
  const a = zFirst * inverse - 1
  const b = (z - zFirst) * inverse
  const r = a + b
  const rRest = lostOfSum(a, b, r)

  // The logarithm: k ln 2 - ln inverse + r - r²/2 + r³/3 - …
  const square = r * r
  const half = -0.5 * square
  const halfRest = -0.5 * lostOfProduct(r, r, square) - r * rRest
  // Two terms at a time, so that the processor need not wait for one after the other.
  const tail =
    square *
    r *
    (1 / 3 -
      r * (1 / 4) +
      square *
        (1 / 5 -
          r * (1 / 6) +
          square * (1 / 7 - r * (1 / 8) + square * (1 / 9 - r * (1 / 10) + square * (1 / 11 - r * (1 / 12))))))
  const whole = k * ln2 + (logs[piece] ?? 0)
  const first = whole + r
  const second = first + half
  const rest =
    k * ln2Rest +
    (logRests[piece] ?? 0) +
    (lostOfSum(whole, r, first) + lostOfSum(first, half, second) + rRest + halfRest + tail)
  logarithm[0] = firstHalf(second + rest)
  logarithm[1] = second - logarithm[0] + rest
}

/** e^(exponent * logarithm): one function, because each number passed between functions would be an object. */
function raised(exponent: number): number {
  const log = logarithm[0] ?? 0
  const x = exponent * log
  if (x > 709.8) return Number.POSITIVE_INFINITY
  if (x < -745.3) return 0
  // x, rest and last are each small compared to the one before.
  const rest = exponent * (logarithm[1] ?? 0)
  const first = firstHalf(exponent)
  // With such a large exponent the result is 1 or an extreme; the split halves would overflow.
  const last = Math.abs(exponent) >= 1e300 ? 0 : (exponent - first) * log - (x - first * log)
  const n = Math.floor(x * 46.16624130844683 + 0.5)
  const a = x - n * step
  const b = rest - n * stepRest
  const r = a + b
  const rRest = lostOfSum(a, b, r) + (last - n * stepLast)
  const square = r * r
  const tail =
    square *
      (0.5 +
        r * (1 / 6) +
        square * (1 / 24 + r * (1 / 120) + square * (1 / 720 + r * (1 / 5040) + square * (1 / 40_320)))) +
    (rRest + r * rRest)
  const piece = n & 31
  const root = rootFirsts[piece] ?? 1
  const rFirst = firstHalf(r)
  const product = root * rFirst
  const sum = root + product
  const sumRest = product - (sum - root) + (root * (r - rFirst + tail) + (rootRests[piece] ?? 0) * (1 + (r + tail)))
  const k = n >> 5
  if (k < -1021) return (sum + sumRest) * powerOfTwo(k + 100) * 2 ** -100
  return k > 1023 ? (sum + sumRest) * powerOfTwo(k - 1) * 2 : (sum + sumRest) * powerOfTwo(k)
}

const tens = Float64Array.of(
  1,
  1e1,
  1e2,
  1e3,
  1e4,
  1e5,
  1e6,
  1e7,
  1e8,
  1e9,
  1e10,
  1e11,
  1e12,
  1e13,
  1e14,
  1e15,
  1e16,
  1e17,
  1e18,
  1e19,
  1e20,
  1e21,
  1e22,
)

export function powerOfTen(exponent: number): number {
  return tens[exponent] ?? realPower(10, exponent)
}
