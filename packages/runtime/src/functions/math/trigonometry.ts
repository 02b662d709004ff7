import { cos, sin, tan } from '../../numeric/trigonometry.ts'
import { type ExcelError, errors } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'
import { acoshOf, asinhOf, atanhOf, coshOf, sinhOf, tanhOf } from '../../numeric/elementary.ts'
import { angleOf, arccosineOf, arcsineOf, arctangentOf } from '../../numeric/circular.ts'

/** Excel refuses larger angles in trigonometric functions. */
const largestAngle = 2 ** 27

const number = { name: 'number', kind: 'number' } as const

function angle(name: string, f: (x: number) => number | ExcelError): FunctionDefinition {
  return define({
    name,
    params: [number],
    body: (_context, x) => (Math.abs(x) >= largestAngle ? errors.num : f(x)),
  })
}

function plain(name: string, f: (x: number) => number | ExcelError): FunctionDefinition {
  return define({ name, params: [number], body: (_context, x) => f(x) })
}

/** For functions with the domain |x| within (or outside) 1. */
function inside(x: number, f: (x: number) => number): number | ExcelError {
  return Math.abs(x) > 1 ? errors.num : f(x)
}

function unlessZero(x: number, f: (x: number) => number): number | ExcelError {
  return x === 0 ? errors.div0 : f(x)
}

function hyperbolicCotangent(x: number): number {
  return 1 / tanhOf(x)
}

/** The reciprocal of an overflowing hyperbolic function is 0. */
function reciprocal(x: number): number {
  return 1 / x
}

export const trigonometry: readonly FunctionDefinition[] = [
  angle('SIN', sin),
  angle('COS', cos),
  angle('TAN', tan),
  angle('COT', (x) => unlessZero(x, (a) => 1 / tan(a))),
  angle('SEC', (x) => 1 / cos(x)),
  angle('CSC', (x) => unlessZero(x, (a) => 1 / sin(a))),
  plain('ASIN', (x) => inside(x, arcsineOf)),
  plain('ACOS', (x) => inside(x, arccosineOf)),
  plain('ATAN', arctangentOf),
  plain('ACOT', (x) => (x === 0 ? Math.PI / 2 : x > 0 ? arctangentOf(1 / x) : arctangentOf(1 / x) + Math.PI)),
  define({
    name: 'ATAN2',
    params: [
      { name: 'x_num', kind: 'number' },
      { name: 'y_num', kind: 'number' },
    ],
    body: (_context, x, y) => (x === 0 && y === 0 ? errors.div0 : angleOf(y, x)),
  }),
  plain('SINH', sinhOf),
  plain('COSH', coshOf),
  plain('TANH', tanhOf),
  plain('COTH', (x) => unlessZero(x, hyperbolicCotangent)),
  plain('SECH', (x) => reciprocal(coshOf(x))),
  plain('CSCH', (x) => unlessZero(x, (a) => reciprocal(sinhOf(a)))),
  plain('ASINH', asinhOf),
  plain('ACOSH', (x) => (x < 1 ? errors.num : acoshOf(x))),
  plain('ATANH', (x) => (Math.abs(x) >= 1 ? errors.num : atanhOf(x))),
  plain('ACOTH', (x) => (Math.abs(x) <= 1 ? errors.num : atanhOf(1 / x))),
  plain('DEGREES', (x) => (x * 180) / Math.PI),
  plain('RADIANS', (x) => (x * Math.PI) / 180),
]
