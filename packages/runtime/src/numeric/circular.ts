import { lostOfProduct, lostOfSum } from './real-power.ts'

/**
 * Sine, cosine, tangent and their inverses in plain arithmetic, so that results are the same on every machine. Tangent
 * and the inverses use the method of Sun's fdlibm; sine and cosine are sums in double-double precision, so that nearly
 * every result is correctly rounded.
 */

/** A double-double number: the sum of both. */
interface Pair {
  readonly main: number
  readonly rest: number
}

/** (-1)^k / (2k + 1)! from k = 1. */
const sineTerms: readonly (readonly [number, number])[] = [
  [-0.16666666666666666, -9.25185853854297e-18],
  [0.008333333333333333, 1.1564823173178714e-19],
  [-0.0001984126984126984, -1.7209558293420705e-22],
  [2.7557319223985893e-6, -1.858393274046472e-22],
  [-2.505210838544172e-8, 1.448814070935912e-24],
  [1.6059043836821613e-10, 1.2585294588752098e-26],
  [-7.647163731819816e-13, 0],
  [2.8114572543455206e-15, 0],
  [-8.22063524662433e-18, 0],
]

/** (-1)^k / (2k)! from k = 1. */
const cosineTerms: readonly (readonly [number, number])[] = [
  [-0.5, 0],
  [0.041666666666666664, 2.3129646346357427e-18],
  [-0.001388888888888889, 5.300543954373577e-20],
  [2.48015873015873e-5, 2.1511947866775882e-23],
  [-2.755731922398589e-7, -2.3767714622250297e-23],
  [2.08767569878681e-9, -1.20734505911326e-25],
  [-1.1470745597729725e-11, 0],
  [4.779477332387385e-14, 0],
  [-1.5619206968586225e-16, 0],
]

function added(a: Pair, main: number, rest: number): Pair {
  const sum = a.main + main
  const lost = lostOfSum(a.main, main, sum) + (a.rest + rest)
  const total = sum + lost
  return { main: total, rest: lost - (total - sum) }
}

function multiplied(a: Pair, b: Pair): Pair {
  const product = a.main * b.main
  const lost = lostOfProduct(a.main, b.main, product) + (a.main * b.rest + a.rest * b.main)
  const total = product + lost
  return { main: total, rest: lost - (total - product) }
}

/** terms[0] z + terms[1] z² + … */
function series(terms: readonly (readonly [number, number])[], z: Pair): Pair {
  let sum: Pair = { main: 0, rest: 0 }
  for (let n = terms.length - 1; n >= 0; n--) {
    const [main, rest] = terms[n] ?? [0, 0]
    sum = multiplied(added(sum, main, rest), z)
  }
  return sum
}

function square(x: number): Pair {
  const main = x * x
  return { main, rest: lostOfProduct(x, x, main) }
}

/** Sine of an angle between -π/4 and π/4; `rest` is the angle's rounding error. */
export function sineOfSmall(x: number, rest = 0): number {
  if (Math.abs(x) < 2 ** -27) return x
  const z = square(x)
  const beside = multiplied(series(sineTerms, z), { main: x, rest: 0 })
  const { main, rest: lost } = added(beside, x, 0)
  return main + (lost + rest * (1 - 0.5 * z.main))
}

/** Cosine of an angle between -π/4 and π/4; `rest` is the angle's rounding error. */
export function cosineOfSmall(x: number, rest = 0): number {
  if (Math.abs(x) < 2 ** -27) return 1
  const { main, rest: lost } = added(series(cosineTerms, square(x)), 1, 0)
  return main + (lost - rest * x)
}

const tangentTerms = [
  3.33333333333334091986e-1, 1.33333333333201242699e-1, 5.39682539762260521377e-2, 2.18694882948595424599e-2,
  8.86323982359930005737e-3, 3.59207910759131235356e-3, 1.45620945432529025516e-3, 5.88041240820264096874e-4,
  2.46463134818469906812e-4, 7.817944429395570923e-5, 7.14072491382608190305e-5, -1.85586374855275456654e-5,
  2.59073051863633712884e-5,
] as const

/** Tangent of an angle between -π/4 and π/4. */
export function tangentOfSmall(x: number): number {
  if (Math.abs(x) < 2 ** -28) return x
  const [t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12] = tangentTerms
  // Near π/4 the tangent of the complement is more exact.
  const isLarge = Math.abs(x) >= 0.67433929443359375
  const y = isLarge ? 7.85398163397448278999e-1 - Math.abs(x) + 3.06161699786838301793e-17 : x
  const z = y * y
  const w = z * z
  const odd = t1 + w * (t3 + w * (t5 + w * (t7 + w * (t9 + w * t11))))
  const even = z * (t2 + w * (t4 + w * (t6 + w * (t8 + w * (t10 + w * t12)))))
  const cube = z * y
  const r = z * (cube * (odd + even)) + t0 * cube
  const tangent = y + r
  if (!isLarge) return tangent
  return Math.sign(x) * (1 - 2 * (y - ((tangent * tangent) / (tangent + 1) - r)))
}

/** π/2 in four parts; products of the first two with integers up to 2^27 are exact. */
const quarterTurn = [
  1.5707963407039642, -1.3909067675399456e-8, 6.123234014771656e-17, -1.9034889620193266e-25,
] as const

interface Reduced extends Pair {
  /** Quarter turns removed, 0 to 3. */
  readonly quarter: number
}

function reduced(x: number): Reduced {
  if (Math.abs(x) <= Math.PI / 4) return { main: x, rest: 0, quarter: 0 }
  if (Math.abs(x) > 2 ** 27) return reducedFromFar(x)
  const turns = Math.round(x / (Math.PI / 2))
  const a = x - turns * quarterTurn[0]
  const b = -turns * quarterTurn[1]
  const first = a + b
  const c = -turns * quarterTurn[2]
  const second = first + c
  const rest = lostOfSum(a, b, first) + lostOfSum(first, c, second) - turns * quarterTurn[3]
  const main = second + rest
  return { main, rest: rest - (main - second), quarter: ((turns % 4) + 4) % 4 }
}

/**
 * Binary digits after the point: enough for the largest number's digits before it, plus those of a double and a margin.
 */
const PLACES = 1200n

/** π/2 with this many digits. */
const longQuarterTurn = BigInt(
  [
    '0x1921fb54442d18469898cc51701b839a252049c1114cf98e804177d4c76273644a29410f31c6809bbdf2a33679a748636605',
    '614dbe4be286e9fc26adadaa3848bc90b6aecc4bcfd8de89885d34c6fdad617feb96de80d6fdbdc70d7f6b5133f4b5d3e482',
    '2f8963fcc9250cca3d9c8b67b8400f97142c77e0b31b4906c38aba734d22c7f51fa499ebf06caba47b9475b2c38c5e6ac410',
    'a',
  ].join(''),
)

/** Uses big integers: large angles lose all digits of a double to the removed turns. */
function reducedFromFar(x: number): Reduced {
  const size = Math.abs(x)
  const exact = size < 2 ** 53 ? BigInt(size * 2 ** 26) << (PLACES - 26n) : BigInt(size) << PLACES
  const turns = (2n * exact + longQuarterTurn) / (2n * longQuarterTurn)
  const rest = exact - turns * longQuarterTurn
  const digits = rest >> (PLACES - 200n)
  const main = Number(digits) / 2 ** 200
  const left = Number(digits - BigInt(main * 2 ** 200)) / 2 ** 200
  const turned = Number(turns % 4n)
  return x > 0 ? { main, rest: left, quarter: turned } : { main: -main, rest: -left, quarter: (4 - turned) % 4 }
}

export function sineOf(x: number): number {
  if (!Number.isFinite(x)) return Number.NaN
  const { main, rest, quarter } = reduced(x)
  const value = quarter % 2 === 0 ? sineOfSmall(main, rest) : cosineOfSmall(main, rest)
  return quarter < 2 ? value : -value
}

export function cosineOf(x: number): number {
  if (!Number.isFinite(x)) return Number.NaN
  const { main, rest, quarter } = reduced(x)
  const value = quarter % 2 === 0 ? cosineOfSmall(main, rest) : sineOfSmall(main, rest)
  return quarter === 1 || quarter === 2 ? -value : value
}

/** Arctangents of 0.5, 1, 1.5 and infinity, with their rounding errors. */
const knownArcs = [
  [4.63647609000806093515e-1, 2.26987774529616870924e-17],
  [7.85398163397448278999e-1, 3.06161699786838301793e-17],
  [9.82793723247329054082e-1, 1.39033110312309984516e-17],
  [1.570796326794896558, 6.12323399573676603587e-17],
] as const

function arcPolynomial(x: number): number {
  const z = x * x
  const w = z * z
  const odd =
    z *
    (3.33333333333329318027e-1 +
      w *
        (1.42857142725034663711e-1 +
          w *
            (9.09088713343650656196e-2 +
              w * (6.66107313738753120669e-2 + w * (4.97687799461593236017e-2 + w * 1.62858201153657823623e-2)))))
  const even =
    w *
    (-1.99999999998764832476e-1 +
      w *
        (-1.1111110405462355788e-1 +
          w * (-7.69187620504482999495e-2 + w * (-5.83357013379057348645e-2 + w * -3.6531572744216915527e-2))))
  return odd + even
}

export function arctangentOf(x: number): number {
  if (x !== x) return x
  const size = Math.abs(x)
  if (size >= 2 ** 66) return Math.sign(x) * (knownArcs[3][0] + knownArcs[3][1])
  if (size < 0.4375) return size < 2 ** -27 ? x : x - x * arcPolynomial(x)
  const [arc, y] =
    size < 0.6875
      ? [knownArcs[0], (2 * size - 1) / (2 + size)]
      : size < 1.1875
        ? [knownArcs[1], (size - 1) / (size + 1)]
        : size < 2.4375
          ? [knownArcs[2], (size - 1.5) / (1 + 1.5 * size)]
          : [knownArcs[3], -1 / size]
  const result = arc[0] - (y * arcPolynomial(y) - arc[1] - y)
  return x < 0 ? -result : result
}

const halfTurnRest = 1.2246467991473532e-16

/** The angle of a point with finite coordinates. */
export function angleOf(y: number, x: number): number {
  if (x === 1) return arctangentOf(y)
  const isLeft = x < 0 || Object.is(x, -0)
  if (y === 0) return isLeft ? (Object.is(y, -0) ? -Math.PI : Math.PI) : y
  if (x === 0) return y < 0 ? -Math.PI / 2 : Math.PI / 2
  const ratio = Math.abs(y / x)
  let arc = ratio > 2 ** 60 ? Math.PI / 2 + 0.5 * halfTurnRest : arctangentOf(ratio)
  if (ratio > 2 ** 60) return y < 0 ? -arc : arc
  if (x < 0 && ratio < 2 ** -60) arc = 0
  if (!isLeft) return y < 0 ? -arc : arc
  return y < 0 ? arc - halfTurnRest - Math.PI : Math.PI - (arc - halfTurnRest)
}

/** (arcsin √t - √t) / √t */
function arcsineRatio(t: number): number {
  const top =
    t *
    (1.66666666666666657415e-1 +
      t *
        (-3.25565818622400915405e-1 +
          t *
            (2.01212532134862925881e-1 +
              t * (-4.00555345006794114027e-2 + t * (7.91534994289814532176e-4 + t * 3.4793310759602116757e-5)))))
  const bottom =
    1 +
    t *
      (-2.40339491173441421878 +
        t * (2.02094576023350569471 + t * (-6.8828397160545329303e-1 + t * 7.70381505559019352791e-2)))
  return top / bottom
}

const cell = new Float64Array(1)
const words = new Uint32Array(cell.buffer)
cell[0] = 1
/** Index of the low word. */
const low = words[1] === 0 ? 1 : 0

function withoutLowWord(x: number): number {
  cell[0] = x
  words[low] = 0
  return cell[0]
}

const quarterRest = 6.12323399573676603587e-17

/** Takes numbers from -1 to 1. */
export function arcsineOf(x: number): number {
  const size = Math.abs(x)
  if (size === 1) return x * (Math.PI / 2) + x * quarterRest
  if (size < 0.5) return size < 2 ** -27 ? x : x + x * arcsineRatio(x * x)
  const t = (1 - size) * 0.5
  const s = Math.sqrt(t)
  const ratio = arcsineRatio(t)
  let result = 0
  if (size >= 0.975) result = Math.PI / 2 - (2 * (s + s * ratio) - quarterRest)
  else {
    const w = withoutLowWord(s)
    const c = (t - w * w) / (s + w)
    const p = 2 * s * ratio - (quarterRest - 2 * c)
    const q = Math.PI / 4 - 2 * w
    result = Math.PI / 4 - (p - q)
  }
  return x < 0 ? -result : result
}

/** Takes numbers from -1 to 1. */
export function arccosineOf(x: number): number {
  if (x === 1) return 0
  if (x === -1) return Math.PI + 2 * quarterRest
  if (Math.abs(x) < 0.5) {
    if (Math.abs(x) < 2 ** -57) return Math.PI / 2 + quarterRest
    return Math.PI / 2 - (x - (quarterRest - x * arcsineRatio(x * x)))
  }
  if (x < 0) {
    const z = (1 + x) * 0.5
    const s = Math.sqrt(z)
    const w = arcsineRatio(z) * s - quarterRest
    return Math.PI - 2 * (s + w)
  }
  const z = (1 - x) * 0.5
  const s = Math.sqrt(z)
  const w = withoutLowWord(s)
  const c = (z - w * w) / (s + w)
  return 2 * (w + (arcsineRatio(z) * s + c))
}

/** Length of a hypotenuse, without intermediate overflow. */
export function hypotenuseOf(x: number, y: number): number {
  const largest = Math.max(Math.abs(x), Math.abs(y))
  if (largest === 0 || !Number.isFinite(largest)) return largest
  const a = x / largest
  const b = y / largest
  return Math.sqrt(a * a + b * b) * largest
}
