import { errors, type ExcelError } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'

const symbols = [
  ['M', 1000],
  ['D', 500],
  ['C', 100],
  ['L', 50],
  ['X', 10],
  ['V', 5],
  ['I', 1],
] as const

/** Subtractive pairs that a form adds to those before it: 0 is classic, 4 the most concise. */
const subtractivePairs = [
  [
    ['CM', 900],
    ['CD', 400],
    ['XC', 90],
    ['XL', 40],
    ['IX', 9],
    ['IV', 4],
  ],
  [
    ['LM', 950],
    ['LD', 450],
    ['VC', 95],
    ['VL', 45],
  ],
  [
    ['XM', 990],
    ['XD', 490],
    ['IC', 99],
    ['IL', 49],
  ],
  [
    ['VM', 995],
    ['VD', 495],
  ],
  [
    ['IM', 999],
    ['ID', 499],
  ],
] as const

/** All numerals of a form, largest first. */
const numeralsByForm = subtractivePairs.map((_, form) =>
  [...symbols, ...subtractivePairs.slice(0, form + 1).flat()].toSorted((a, b) => b[1] - a[1]),
)

function roman(value: number, form: number): string {
  let rest = value
  let text = ''
  for (const [numeral, worth] of numeralsByForm[form] ?? [])
    while (rest >= worth) {
      text += numeral
      rest -= worth
    }
  return text
}

const worth: ReadonlyMap<string, number> = new Map(symbols)

/** Accepts any sequence of numerals, not only well-formed ones: a numeral before a larger one is subtracted. */
function arabic(text: string): number | ExcelError {
  const trimmed = text.trim().toUpperCase()
  const negative = trimmed.startsWith('-')
  const numerals = negative ? trimmed.slice(1) : trimmed
  if (numerals.length > 255) return errors.value
  let total = 0
  let largest = 0
  for (let i = numerals.length - 1; i >= 0; i--) {
    const value = worth.get(numerals[i] ?? '')
    if (value === undefined) return errors.value
    total += value < largest ? -value : value
    largest = Math.max(largest, value)
  }
  return negative ? -total : total
}

export const numerals: readonly FunctionDefinition[] = [
  define({
    name: 'ROMAN',
    params: [
      { name: 'number', kind: 'number' },
      { name: 'form', kind: 'scalar', optional: true },
    ],
    body: (_context, number, form) => {
      const value = Math.trunc(number)
      if (value < 0 || value > 3999) return errors.value
      const style = formOf(form)
      return style === undefined ? errors.value : roman(value, style)
    },
  }),
  define({ name: 'ARABIC', params: [{ name: 'text', kind: 'text' }], body: (_context, text) => arabic(text) }),
  define({
    name: 'BASE',
    params: [
      { name: 'number', kind: 'number' },
      { name: 'radix', kind: 'number' },
      { name: 'min_length', kind: 'number', optional: true, default: 0 },
    ],
    body: (_context, number, radix, length) => {
      const value = Math.trunc(number)
      const base = Math.trunc(radix)
      const width = Math.trunc(length)
      if (value < 0 || value >= 2 ** 53 || base < 2 || base > 36 || width < 0 || width > 255) return errors.num
      return value.toString(base).toUpperCase().padStart(width, '0')
    },
  }),
  define({
    name: 'DECIMAL',
    params: [
      { name: 'text', kind: 'text' },
      { name: 'radix', kind: 'number' },
    ],
    body: (_context, text, radix) => decimal(text, Math.trunc(radix)),
  }),
]

function formOf(form: unknown): number | undefined {
  if (form === undefined || form === true) return 0
  if (form === false) return 4
  const number = form === null ? 0 : Number(form)
  const style = Math.trunc(number)
  return style >= 0 && style <= 4 ? style : undefined
}

/** Leading spaces and the suffixes x or h (hexadecimal) and b (binary) are allowed. */
function decimal(text: string, base: number): number | ExcelError {
  if (base < 2 || base > 36) return errors.num
  if (text.length > 255) return errors.value
  let digits = text.trimStart().toLowerCase()
  if (base === 16) digits = digits.replace(/^0?x/, '').replace(/h$/, '')
  if (base === 2) digits = digits.replace(/b$/, '')
  let value = 0
  for (const character of digits) {
    const digit = Number.parseInt(character, 36)
    if (!(digit < base)) return errors.num
    value = value * base + digit
  }
  return value
}
