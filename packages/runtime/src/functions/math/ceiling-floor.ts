import { snapped } from '../../numeric/decimal.ts'
import { errors, type ExcelError } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'

const number = { name: 'number', kind: 'number' } as const
const significance = { name: 'significance', kind: 'number' } as const
const optionalSignificance = { ...significance, optional: true, default: 1 } as const
const mode = { name: 'mode', kind: 'number', optional: true, default: 0 } as const

/** How often the step fits, snapped to an integer at 15 digits: 2.1 holds 0.1 exactly 21 times. */
function steps(x: number, step: number): number {
  return snapped(x / step)
}

function ceiling(x: number, step: number): number | ExcelError {
  if (x === 0 || step === 0) return 0
  if (x > 0 && step < 0) return errors.num
  return Math.ceil(steps(x, step)) * step
}

function floor(x: number, step: number): number | ExcelError {
  if (x === 0) return 0
  if (step === 0) return errors.div0
  if (x > 0 && step < 0) return errors.num
  return Math.floor(steps(x, step)) * step
}

/** The sign of the step does not matter; `away` rounds negative numbers away from zero. */
function ceilingMath(x: number, step: number, away: boolean): number {
  if (step === 0) return 0
  const size = Math.abs(step)
  const count = steps(x, size)
  return (x < 0 && away ? Math.floor(count) : Math.ceil(count)) * size
}

function floorMath(x: number, step: number, towards: boolean): number {
  if (step === 0) return 0
  const size = Math.abs(step)
  const count = steps(x, size)
  return (x < 0 && towards ? Math.ceil(count) : Math.floor(count)) * size
}

export const ceilingFloor: readonly FunctionDefinition[] = [
  define({ name: 'CEILING', params: [number, significance], body: (_context, x, step) => ceiling(x, step) }),
  define({ name: 'FLOOR', params: [number, significance], body: (_context, x, step) => floor(x, step) }),
  define({
    name: 'CEILING.MATH',
    params: [number, optionalSignificance, mode],
    body: (_context, x, step, away) => ceilingMath(x, step, away !== 0),
  }),
  define({
    name: 'FLOOR.MATH',
    params: [number, optionalSignificance, mode],
    body: (_context, x, step, towards) => floorMath(x, step, towards !== 0),
  }),
  define({
    name: 'CEILING.PRECISE',
    aliases: ['ISO.CEILING', 'ECMA.CEILING'],
    params: [number, optionalSignificance],
    body: (_context, x, step) => ceilingMath(x, step, false),
  }),
  define({
    name: 'FLOOR.PRECISE',
    params: [number, optionalSignificance],
    body: (_context, x, step) => floorMath(x, step, false),
  }),
]
