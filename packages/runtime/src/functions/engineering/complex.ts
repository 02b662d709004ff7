import * as complex from '../../numeric/complex.ts'
import type { Complex } from '../../numeric/complex.ts'
import { ExcelError, errors, type Scalar, type Value } from '../../values.ts'
import { type Argument, define, defineRepeating, type FunctionDefinition } from '../definition.ts'
import { gridsOf } from '../sample.ts'
import { readComplex, type SheetComplex, writeComplex } from './complex-text.ts'

const inumber = { name: 'inumber', kind: 'scalar', ranges: 'refuse' } as const

/** A function of one complex number whose result is complex too. */
function mapping(
  name: string,
  f: (z: Complex) => Complex,
  isPole: (z: Complex) => boolean = () => false,
): FunctionDefinition {
  return define({
    name,
    params: [inumber],
    body: (_context, value) => {
      const z = readComplex(value)
      if (z instanceof ExcelError) return z
      return isPole(z) ? errors.num : writeComplex(f(z), z.suffix)
    },
  })
}

/** A function of one complex number whose result is a plain number. */
function measure(name: string, f: (z: Complex) => number | ExcelError): FunctionDefinition {
  return define({
    name,
    params: [inumber],
    body: (_context, value) => {
      const z = readComplex(value)
      return z instanceof ExcelError ? z : f(z)
    },
  })
}

function isZero({ re, im }: Complex): boolean {
  return re === 0 && im === 0
}

/** The imaginary units of two operands must not differ. */
function commonSuffix(a: SheetComplex, b: SheetComplex): 'i' | 'j' | undefined | ExcelError {
  if (a.suffix !== undefined && b.suffix !== undefined && a.suffix !== b.suffix) return errors.num
  return a.suffix ?? b.suffix
}

function combine(left: Scalar, right: Scalar, f: (a: Complex, b: Complex) => Complex | ExcelError): Value {
  const a = readComplex(left)
  if (a instanceof ExcelError) return a
  const b = readComplex(right)
  if (b instanceof ExcelError) return b
  const suffix = commonSuffix(a, b)
  if (suffix instanceof ExcelError) return suffix
  const result = f(a, b)
  return result instanceof ExcelError ? result : writeComplex(result, suffix)
}

function* valuesOf(args: readonly Argument[]): Generator<Scalar> {
  for (const argument of args) {
    if (argument.from === 'literal') {
      yield argument.value
      continue
    }
    for (const grid of gridsOf(argument))
      for (let row = 0; row < grid.usedRows; row++)
        for (let col = 0; col < grid.usedCols; col++) {
          const value = grid.at(row, col)
          if (value !== null || (grid.rows === 1 && grid.cols === 1)) yield value
        }
  }
}

function fold(args: readonly Argument[], start: Complex, f: (a: Complex, b: Complex) => Complex): Value {
  let result: SheetComplex = { ...start, suffix: undefined }
  for (const value of valuesOf(args)) {
    const z = readComplex(value)
    if (z instanceof ExcelError) return z
    const suffix = commonSuffix(result, z)
    if (suffix instanceof ExcelError) return errors.value
    result = { ...f(result, z), suffix }
  }
  return writeComplex(result, result.suffix)
}

const { sin, cos, sinh, cosh, divide, reciprocal, log, scale } = complex

export const complexFunctions: readonly FunctionDefinition[] = [
  define({
    name: 'COMPLEX',
    params: [
      { name: 'real_num', kind: 'number', booleans: 'refuse', ranges: 'refuse' },
      { name: 'i_num', kind: 'number', booleans: 'refuse', ranges: 'refuse' },
      { name: 'suffix', kind: 'scalar', optional: true },
    ],
    body: (_context, re, im, suffix) => {
      if (suffix === undefined || suffix === null || suffix === '') return writeComplex({ re, im })
      return suffix === 'i' || suffix === 'j' ? writeComplex({ re, im }, suffix) : errors.value
    },
  }),
  measure('IMREAL', ({ re }) => re),
  measure('IMAGINARY', ({ im }) => im),
  measure('IMABS', complex.modulus),
  measure('IMARGUMENT', (z) => (isZero(z) ? errors.div0 : complex.argument(z))),
  mapping('IMCONJUGATE', ({ re, im }) => ({ re, im: -im })),
  mapping('IMEXP', complex.exp),
  mapping('IMLN', log, isZero),
  mapping('IMLOG10', (z) => scale(log(z), Math.LOG10E), isZero),
  mapping('IMLOG2', (z) => scale(log(z), 1 / Math.LN2), isZero),
  mapping('IMSQRT', complex.sqrt),
  mapping('IMSIN', sin),
  mapping('IMCOS', cos),
  mapping('IMTAN', complex.tan),
  mapping('IMSEC', (z) => reciprocal(cos(z))),
  mapping('IMCSC', (z) => reciprocal(sin(z)), isZero),
  mapping('IMCOT', complex.cot, isZero),
  mapping('IMSINH', sinh),
  mapping('IMCOSH', cosh),
  mapping('IMSECH', (z) => reciprocal(cosh(z))),
  mapping('IMCSCH', (z) => reciprocal(sinh(z)), isZero),
  define({
    name: 'IMPOWER',
    params: [inumber, { name: 'number', kind: 'number', booleans: 'refuse', ranges: 'refuse' }],
    body: (_context, value, exponent) => {
      const z = readComplex(value)
      if (z instanceof ExcelError) return z
      if (isZero(z)) return exponent > 0 ? writeComplex({ re: 0, im: 0 }) : errors.num
      return writeComplex(complex.power(z, exponent), z.suffix)
    },
  }),
  define({
    name: 'IMDIV',
    params: [
      { ...inumber, name: 'inumber1' },
      { ...inumber, name: 'inumber2' },
    ],
    body: (_context, left, right) => combine(left, right, (a, b) => (isZero(b) ? errors.num : divide(a, b))),
  }),
  define({
    name: 'IMSUB',
    params: [
      { ...inumber, name: 'inumber1' },
      { ...inumber, name: 'inumber2' },
    ],
    body: (_context, left, right) => combine(left, right, complex.subtract),
  }),
  defineRepeating({
    name: 'IMSUM',
    params: [],
    repeated: [{ name: 'inumber', kind: 'argument' }],
    body: (_context, ...args) => fold(args, { re: 0, im: 0 }, complex.add),
  }),
  defineRepeating({
    name: 'IMPRODUCT',
    params: [],
    repeated: [{ name: 'inumber', kind: 'argument' }],
    body: (_context, ...args) => fold(args, { re: 1, im: 0 }, complex.multiply),
  }),
]
