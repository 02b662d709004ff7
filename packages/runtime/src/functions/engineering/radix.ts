import { toNumber } from '../../coerce.ts'
import { ExcelError, errors, type Scalar } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'

/** Number systems with ten digits; the upper half stands for negative numbers (two's complement). */
const systems = {
  BIN: { base: 2, digits: /^[01]{1,10}$/, size: 2 ** 10 },
  OCT: { base: 8, digits: /^[0-7]{1,10}$/, size: 8 ** 10 },
  HEX: { base: 16, digits: /^[\da-f]{1,10}$/i, size: 16 ** 10 },
} as const

type System = keyof typeof systems

function read(value: Scalar, system: System): number | ExcelError {
  if (value instanceof ExcelError) return value
  if (typeof value === 'boolean') return errors.value
  const text = value === null ? '0' : String(value)
  if (text === '') return 0
  const { base, digits, size } = systems[system]
  if (!digits.test(text)) return errors.num
  const number = Number.parseInt(text, base)
  return number >= size / 2 ? number - size : number
}

/** Negative numbers always take ten digits; the requested count only has to be possible. */
function write(number: number, system: System, places: number | undefined): string | ExcelError {
  const { base, size } = systems[system]
  if (number < -size / 2 || number >= size / 2) return errors.num
  if (number < 0) return (number + size).toString(base).toUpperCase()
  const text = number.toString(base).toUpperCase()
  if (places === undefined) return text
  const width = Math.trunc(places)
  return width < text.length ? errors.num : text.padStart(width, '0')
}

/** Excel checks the places before the number. */
function isImpossible(places: number | undefined): boolean {
  return places !== undefined && (Math.trunc(places) < 1 || Math.trunc(places) > 10)
}

const number = { name: 'number', kind: 'scalar', ranges: 'refuse' } as const
const places = { name: 'places', kind: 'number', optional: true, booleans: 'refuse', ranges: 'refuse' } as const

function toDecimal(from: System): FunctionDefinition {
  return define({ name: `${from}2DEC`, params: [number], body: (_context, value) => read(value, from) })
}

function between(from: System, to: System): FunctionDefinition {
  return define({
    name: `${from}2${to}`,
    params: [number, places],
    body: (_context, value, width) => {
      if (isImpossible(width)) return errors.num
      const decimal = read(value, from)
      return decimal instanceof ExcelError ? decimal : write(decimal, to, width)
    },
  })
}

function decimalOf(value: Scalar, context: CallContext): number | ExcelError {
  return typeof value === 'boolean' ? errors.value : toNumber(value, context)
}

function fromDecimal(to: System): FunctionDefinition {
  return define({
    name: `DEC2${to}`,
    params: [number, places],
    body: (context, value, width) => {
      if (isImpossible(width)) return errors.num
      const decimal = decimalOf(value, context)
      return decimal instanceof ExcelError ? decimal : write(Math.trunc(decimal), to, width)
    },
  })
}

export const radix: readonly FunctionDefinition[] = [
  toDecimal('BIN'),
  toDecimal('OCT'),
  toDecimal('HEX'),
  fromDecimal('BIN'),
  fromDecimal('OCT'),
  fromDecimal('HEX'),
  between('BIN', 'OCT'),
  between('BIN', 'HEX'),
  between('OCT', 'BIN'),
  between('OCT', 'HEX'),
  between('HEX', 'BIN'),
  between('HEX', 'OCT'),
]
