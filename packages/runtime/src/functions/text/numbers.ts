import { wholeNumber } from '../../numeric/whole-number.ts'
import { numberOfDigits, textToNumber, toNumber } from '../../coerce.ts'
import { fixed } from '../../formats/decimal.ts'
import { formatValue } from '../../formats/format.ts'
import { storedCode } from '../../formats/local-code.ts'
import { digitByDigit, inPositions } from '../../formats/numerals.ts'
import { type Locale, localeOf } from '../../locale.ts'
import { ExcelError, errors, type Scalar } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { textResult } from './limits.ts'
import { realPower } from '../../numeric/real-power.ts'

/** Most decimals that FIXED and DOLLAR take. */
const MAX_DECIMALS = 127

interface Amount {
  readonly digits: string
  readonly negative: boolean
}

function amount(value: number, decimals: number, marks: { decimal: string; group: string }): Amount | ExcelError {
  const places = decimals < 0 ? Math.trunc(decimals) : wholeNumber(decimals)
  if (places > MAX_DECIMALS) return errors.value
  const digits = fixed(value, places, marks.decimal, marks.group)
  return { digits, negative: value < 0 && /[1-9]/.test(digits) }
}

/** An amount of money that is rounded to 0 keeps its sign, but not one that is rounded before the decimal mark. */
function amountOfMoney(value: number, decimals: number, marks: Locale): Amount | ExcelError {
  const rounded = amount(value, decimals, marks)
  return rounded instanceof ExcelError || decimals <= -1 ? rounded : { ...rounded, negative: value < 0 }
}

function text(context: CallContext, value: Scalar, code: string): string | ExcelError {
  if (value instanceof ExcelError) return value
  const content = contentOf(context, value)
  const shown = formatValue(content, storedCode(code, localeOf(context.locale)), context)
  return shown === undefined ? errors.value : textResult(shown)
}

/** The value that TEXT formats: a text that parses as a number is one, TRUE and FALSE are texts. */
function contentOf(context: CallContext, value: Exclude<Scalar, ExcelError>): number | string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return typeof value === 'string' ? (textToNumber(value, context) ?? value) : (value ?? 0)
}

/** A function that writes amounts in the currency of a locale. */
function money(name: string, of: (context: CallContext) => Locale): FunctionDefinition {
  return define({
    name,
    params: [
      { name: 'number', kind: 'number' },
      { name: 'decimals', kind: 'number', optional: true, empty: 'blank' },
    ],
    body: (context, value, places) => {
      const locale = of(context)
      const parts = amountOfMoney(value, places ?? (locale.tag === 'ja-JP' ? 0 : 2), locale)
      return parts instanceof ExcelError ? parts : inCurrency(locale, parts)
    },
  })
}

/**
 * An amount in the currency of the locale: `($1.00)` in the United States, `¥-1` in Japan, `-£1.00` in Britain,
 * `-1,00 €` in Germany.
 */
function inCurrency({ tag, currency }: Locale, { digits, negative }: Amount): string {
  if (tag === 'en-US') return negative ? `(${currency}${digits})` : currency + digits
  if (tag === 'ja-JP') return `${currency}${negative ? '-' : ''}${digits}`
  // Any currency shows the position of the sign.
  const parts = new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 })
    .formatToParts(negative ? -1 : 1)
    .map(({ type, value }) => {
      if (type === 'currency') return currency
      if (type === 'integer') return digits
      // Excel does not write non-breaking spaces or invisible direction marks.
      return type === 'minusSign' ? '-' : value.replace(/\s/g, ' ').replace(/[\u200e\u200f\u061c]/g, '')
    })
  return parts.join('')
}

/** Strips the signs around a number: parentheses or a minus, and percent signs, also nested. */
function stripSigns(given: string): { body: string; negative: boolean; percents: number } {
  let body = given
  let negative = false
  let percents = 0
  for (;;) {
    if (body.endsWith('%')) {
      percents++
      body = body.slice(0, -1)
    } else if (!negative && body.startsWith('(') && body.endsWith(')')) {
      negative = true
      body = body.slice(1, -1)
    } else return { body, negative, percents }
  }
}

function numberValue(given: string, decimalMark: string, groupMark: string): number | ExcelError {
  const decimal = decimalMark[0] ?? ''
  const group = groupMark[0] ?? ''
  const compact = given.replace(/\s/g, '')
  if (compact === '') return 0
  const { body, negative, percents } = stripSigns(compact)
  const at = body.indexOf(decimal)
  const whole = at < 0 ? body : body.slice(0, at)
  const rest = at < 0 ? '' : body.slice(at + 1)
  if (group !== '' && (group === decimal || rest.includes(group))) return errors.value
  const plain = (group === '' ? whole : whole.split(group).join('')) + (at < 0 ? '' : `.${rest}`)
  if (negative && /^[+-]/.test(plain)) return errors.value
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(plain)) return errors.value
  const value = (negative ? -1 : 1) * (numberOfDigits(plain) / realPower(100, percents))
  return Number.isFinite(value) ? value : errors.value
}

function numberString(value: number, type: number): string | ExcelError {
  const style = Math.trunc(type)
  if (value < 0 || (style !== 1 && style !== 2 && style !== 3)) return errors.num
  const digits = fixed(value, 0, '', '')
  return style === 3 ? digitByDigit(digits, 1) : inPositions(digits, style)
}

export const numberTextFunctions: readonly FunctionDefinition[] = [
  define({
    name: 'TEXT',
    params: [
      { name: 'value', kind: 'scalar' },
      { name: 'format_text', kind: 'text' },
    ],
    body: text,
  }),
  define({
    name: 'VALUE',
    params: [{ name: 'text', kind: 'scalar' }],
    body: (context, value) => (typeof value === 'boolean' ? errors.value : toNumber(value, context)),
  }),
  define({
    name: 'NUMBERVALUE',
    params: [
      { name: 'text', kind: 'text' },
      { name: 'decimal_separator', kind: 'text', optional: true },
      { name: 'group_separator', kind: 'text', optional: true },
    ],
    body: (context, given, decimal, group) => {
      const marks = localeOf(context.locale)
      if (decimal === '' || group === '') return errors.value
      const mark = decimal ?? marks.decimal
      // No group separator by default if the decimal mark uses its character.
      return numberValue(given, mark, group ?? (marks.group === mark[0] ? '' : marks.group))
    },
  }),
  define({
    name: 'FIXED',
    params: [
      { name: 'number', kind: 'number' },
      { name: 'decimals', kind: 'number', optional: true, default: 2, empty: 'blank' },
      { name: 'no_commas', kind: 'boolean', optional: true, default: false },
    ],
    body: (context, value, decimals, plain) => {
      const marks = localeOf(context.locale)
      const shown = amount(value, decimals, { decimal: marks.decimal, group: plain ? '' : marks.group })
      if (shown instanceof ExcelError) return shown
      return shown.negative ? `-${shown.digits}` : shown.digits
    },
  }),
  money('DOLLAR', ({ locale }) => localeOf(locale)),
  money('USDOLLAR', () => localeOf('en-US')),
  money('YEN', () => localeOf('ja-JP')),
  define({
    name: 'NUMBERSTRING',
    params: [
      { name: 'number', kind: 'number' },
      { name: 'type', kind: 'number' },
    ],
    body: (_context, value, type) => numberString(value, type),
  }),
]
