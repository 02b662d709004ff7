import { expect, test } from 'vitest'
import {
  acoshOf,
  asinhOf,
  atanhOf,
  coshOf,
  expm1Of,
  expOf,
  log10Of,
  log1pOf,
  log2Of,
  logOf,
  sinhOf,
  tanhOf,
} from './elementary.ts'

const functions = {
  exp: [expOf, Math.exp],
  expm1: [expm1Of, Math.expm1],
  log: [logOf, Math.log],
  log1p: [log1pOf, Math.log1p],
  log10: [log10Of, Math.log10],
  log2: [log2Of, Math.log2],
  sinh: [sinhOf, Math.sinh],
  cosh: [coshOf, Math.cosh],
  tanh: [tanhOf, Math.tanh],
  asinh: [asinhOf, Math.asinh],
  acosh: [acoshOf, Math.acosh],
  atanh: [atanhOf, Math.atanh],
} as const

const special = [
  0,
  -0,
  1,
  -1,
  2,
  0.5,
  -0.5,
  Infinity,
  -Infinity,
  Number.NaN,
  5e-324,
  1e-310,
  -1e-310,
  1.7e308,
  1e-30,
  -1e-30,
]
const edges = [-745.2, -745.1, -720, -708.5, 709.7, 709.8, 710.1, 22, -22, 56, 1e6]

/** Values over many magnitudes, the same in every run. */
function* varied(count: number): Generator<number> {
  let state = 1
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  for (let n = 0; n < count; n++) yield (next() * 2 - 1) * 2 ** Math.floor(next() * 60 - 40)
}

test.each(Object.entries(functions))(
  '%s is within two units of the last place of what this engine gives',
  (_, [ours, theirs]) => {
    for (const x of [...special, ...edges, ...varied(20_000)]) {
      const [a, b] = [ours(x), theirs(x)]
      if (Object.is(a, b)) continue
      expect(Math.abs(a - b), `of ${x}: ${a}, ${b}`).toBeLessThanOrEqual(Math.abs(b) * 4.5e-16)
    }
  },
)

test('powers of ten have whole logarithms', () => {
  for (let n = 0; n <= 22; n++) expect(log10Of(Number(`1e${n}`))).toBe(n)
})

test('results are the same bits on every machine', () => {
  const bits = new DataView(new ArrayBuffer(8))
  let sum = 0n
  for (const [ours] of Object.values(functions)) {
    for (const x of varied(2_000)) {
      bits.setFloat64(0, ours(x))
      if (!Number.isNaN(ours(x))) sum = (sum * 31n + bits.getBigUint64(0)) & 0xffff_ffff_ffff_ffffn
    }
  }
  expect(sum.toString(16)).toBe('9a8358c3c15ed668')
})
