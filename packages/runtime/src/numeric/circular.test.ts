import { expect, test } from 'vitest'
import {
  angleOf,
  arccosineOf,
  arcsineOf,
  arctangentOf,
  cosineOf,
  hypotenuseOf,
  sineOf,
  tangentOfSmall,
} from './circular.ts'
import { powerOfTen, realPower } from './real-power.ts'

/** Numbers from -1 to 1, the same in every run. */
function* varied(count: number): Generator<number> {
  let state = 1
  for (let n = 0; n < count; n++) {
    state = (state * 48_271) % 2_147_483_647
    yield (state / 2_147_483_647) * 2 - 1
  }
}

const functions = {
  sine: [(x: number) => sineOf(x * 100), (x: number) => Math.sin(x * 100)],
  'sine from far': [(x: number) => sineOf(x * 2 ** 40), (x: number) => Math.sin(x * 2 ** 40)],
  cosine: [(x: number) => cosineOf(x * 100), (x: number) => Math.cos(x * 100)],
  'cosine from very far': [(x: number) => cosineOf(x * 1e200), (x: number) => Math.cos(x * 1e200), 200],
  tangent: [(x: number) => tangentOfSmall(x * 0.78), (x: number) => Math.tan(x * 0.78)],
  arcsine: [arcsineOf, Math.asin],
  arccosine: [arccosineOf, Math.acos],
  arctangent: [(x: number) => arctangentOf(10 * x), (x: number) => Math.atan(10 * x)],
  angle: [(x: number) => angleOf(x, 0.3 - x), (x: number) => Math.atan2(x, 0.3 - x)],
  hypotenuse: [(x: number) => hypotenuseOf(x, 1 - x), (x: number) => Math.hypot(x, 1 - x)],
  'power with a fraction': [(x: number) => realPower(1.5 + x, 40 * x), (x: number) => (1.5 + x) ** (40 * x)],
  'power of a large base': [(x: number) => realPower(1e200 * (1 + x), x), (x: number) => (1e200 * (1 + x)) ** x],
} as const

test.each(Object.entries(functions))(
  '%s is within two units of the last place of what this engine gives',
  (_, [ours, theirs, count = 10_000]) => {
    for (const x of [0, 0.5, -0.5, 1e-9, ...varied(count)]) {
      const [a, b] = [ours(x), theirs(x)]
      if (Object.is(a, b)) continue
      expect(Math.abs(a - b), `of ${x}: ${a}, ${b}`).toBeLessThanOrEqual(Math.abs(b) * 4.5e-16)
    }
  },
)

test('results are the same bits on every machine', () => {
  const bits = new DataView(new ArrayBuffer(8))
  let sum = 0n
  for (const [ours] of Object.values(functions)) {
    for (const x of varied(1_000)) {
      bits.setFloat64(0, ours(x))
      sum = (sum * 31n + bits.getBigUint64(0)) & 0xffff_ffff_ffff_ffffn
    }
  }
  expect(sum.toString(16)).toBe('59a8f0bc430d855e')
})

test.each([
  [0, 0],
  [0, -1],
  [-0, -3],
  [-8, 1 / 3],
  [-2, 3],
  [-2, -4],
  [Infinity, 0.5],
  [-Infinity, 3],
  [2, Infinity],
  [0.5, -Infinity],
  [1, Infinity],
  [Number.NaN, 0],
  [2, Number.NaN],
  [2, 1023],
  [2, 1024],
  [2, -1074],
  [2, -1080],
  [5e-324, 0.5],
  [1e-310, 1.01],
  [1 + 2 ** -52, 1e308],
  [1 - 2 ** -53, 1e308],
  [1 + 2 ** -52, 1e15],
  [4, 0.5],
  [27, 1 / 3],
  [-1, 2 ** 60],
])('%d to the power of %d is what the language says', (base, exponent) => {
  expect(realPower(base, exponent)).toBe(base ** exponent)
})

test('powers that a number holds are exact', () => {
  for (let n = 0; n <= 22; n++) expect(realPower(10, n)).toBe(Number(`1e${n}`))
  for (let n = -300; n <= 308; n++) expect(Math.abs(powerOfTen(n) / Number(`1e${n}`) - 1)).toBeLessThan(2.3e-16)
  for (let n = 1; n < 1000; n++) expect(realPower(n * n, 1.5)).toBe(n * n * n)
  for (let n = 1; n < 200; n++) expect(realPower(n, 5)).toBe(n * n * n * n * n)
})

test.each([
  [0, 0],
  [0, -1],
  [-0, -1],
  [-0, 0],
  [1, 0],
  [-1, 0],
  [1e300, 1e-300],
  [-1e-300, -1e300],
  [5e-324, -5e-324],
])('the angle of a point at (%d, %d) is what the language says', (y, x) => {
  expect(angleOf(y, x)).toBe(Math.atan2(y, x))
})
