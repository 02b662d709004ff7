import { type DateSetting, parseDateTime, parseTimeAlone } from './dates/parse.ts'
import { type Locale, localeOf } from './locale.ts'
import { type ExcelError, errors, type Scalar } from './values.ts'

/** What conversions between types depend on besides the value. A CallContext is one. */
export interface Conversion extends DateSetting {
  readonly locale: string
  /** Text that is not a number counts as 0, as in sheets migrated from Lotus 1-2-3. */
  readonly textIsZero?: boolean
}

/** The value as a single number: blank is 0, TRUE is 1, text is parsed as if typed into a cell. */
export function toNumber(value: Scalar, context: Conversion): number | ExcelError {
  if (typeof value === 'number') return value
  if (value === null) return 0
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string') return textToNumber(value, context) ?? (context.textIsZero ? 0 : errors.value)
  return value
}

/** The value as text: blank is "", TRUE is "TRUE", a number has up to 15 digits. */
export function toText(value: Scalar, context: Pick<Conversion, 'locale'>): string | ExcelError {
  if (typeof value === 'string') return value
  if (value === null) return ''
  if (typeof value === 'number') return localised(numberToText(value), context.locale)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return value
}

/**
 * The value as a boolean: numbers other than 0 are true, blank is false, and only the texts "TRUE" and "FALSE" convert.
 */
export function toBoolean(value: Scalar): boolean | ExcelError {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value !== 0
  if (value === null) return false
  if (typeof value === 'string') return textToBoolean(value) ?? errors.value
  return value
}

function textToBoolean(text: string): boolean | undefined {
  if (text.length !== 4 && text.length !== 5) return undefined
  const upper = text.toUpperCase()
  if (upper === 'TRUE') return true
  return upper === 'FALSE' ? false : undefined
}

function localised(text: string, tag: string): string {
  if (tag === 'en-US') return text
  const { decimal } = localeOf(tag)
  return decimal === '.' ? text : text.replace('.', decimal)
}

/** Longest text of a number, without its sign, before Excel switches to scientific notation. */
const MAX_PLAIN_LENGTH = 20
/** From this power of ten on (in both directions) one digit less is written, so that the text keeps its length. */
const THREE_DIGIT_EXPONENT = 99
const SMALLEST_NORMAL = 2.2250738585072014e-308

/**
 * A number as text the way `&` writes it: up to 15 significant digits, scientific notation only if the plain form is
 * long.
 */
export function numberToText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return value === 0 ? '0' : String(value)
  const magnitude = Math.abs(value)
  if (magnitude < SMALLEST_NORMAL) return '0'
  const { digits, exponent } = significantDigits(magnitude)
  return (value < 0 ? '-' : '') + writeDigits(digits, exponent)
}

function significantDigits(magnitude: number): { digits: string; exponent: number } {
  const full = split(magnitude.toExponential(14))
  return Math.abs(full.exponent) < THREE_DIGIT_EXPONENT ? full : split(magnitude.toExponential(13))
}

function split(written: string): { digits: string; exponent: number } {
  const [mantissa = '', exponent = '0'] = written.split('e')
  return { digits: mantissa.replace('.', '').replace(/0+$/, '') || '0', exponent: Number(exponent) }
}

function writeDigits(digits: string, exponent: number): string {
  if (exponent < 0) {
    const plainLength = 2 + (-exponent - 1) + digits.length
    if (plainLength > MAX_PLAIN_LENGTH) return scientific(digits, exponent)
    return `0.${'0'.repeat(-exponent - 1)}${digits}`
  }
  if (exponent >= MAX_PLAIN_LENGTH) return scientific(digits, exponent)
  if (digits.length <= exponent + 1) return digits.padEnd(exponent + 1, '0')
  return `${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`
}

function scientific(digits: string, exponent: number): string {
  const mantissa = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits
  const sign = exponent < 0 ? '-' : '+'
  return `${mantissa}E${sign}${String(Math.abs(exponent)).padStart(2, '0')}`
}

/** Languages in which full-width digits count as digits. */
const WIDE_LOCALES = /^(?:ja|zh|ko)/

const PLAIN_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?$/

const DIGIT_0 = 0x30
const DIGIT_9 = 0x39
const MOST_DIGITS = 15

/** A plain number. Excel takes its digits from the 16th significant one as zeros. */
export function numberOfDigits(text: string): number {
  if (text.length <= MOST_DIGITS) return Number(text)
  let kept = ''
  let digits = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const char = text.charAt(at)
    if (char === 'e' || char === 'E') return Number(kept + text.slice(at))
    const isDigit = code >= DIGIT_0 && code <= DIGIT_9
    if (isDigit && (digits > 0 || char !== '0')) digits++
    kept += isDigit && digits > MOST_DIGITS ? '0' : char
  }
  return Number(kept)
}

/**
 * Parses a text as Excel parses cell input: numbers in all spellings, dates and times. Undefined if it is none. With
 * `everyDigit` a plain number keeps more digits than Excel gives it.
 */
export function textToNumber(given: string, context: Conversion, everyDigit = false): number | undefined {
  const locale = localeOf(context.locale)
  const text = WIDE_LOCALES.test(locale.tag) ? given.normalize('NFKC') : given
  // A number or a date needs a digit.
  if (!/\d/.test(text)) return undefined
  const trimmed = trimSpaces(text)
  if (locale.decimal === '.' && PLAIN_NUMBER.test(trimmed))
    return finite(everyDigit ? Number(trimmed) : numberOfDigits(trimmed))
  const number = parseNumber(trimmed, locale)
  if (number !== undefined) return number
  // Spaces around a number or a time are ignored, but not those before a date.
  return text.charCodeAt(0) === SPACE ? parseTimeAlone(trimmed, locale) : parseDateTime(trimmed, locale, context)
}

/** Does Excel take this text, of which `textToNumber` makes a number, for a date or a time? */
export function isDateOrTime(given: string, { locale: tag }: Pick<Conversion, 'locale'>): boolean {
  const locale = localeOf(tag)
  const text = trimSpaces(WIDE_LOCALES.test(locale.tag) ? given.normalize('NFKC') : given)
  if (locale.decimal === '.' && PLAIN_NUMBER.test(text)) return false
  return parseNumber(text, locale) === undefined
}

const SPACE = 0x20

function trimSpaces(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && text.charCodeAt(start) === SPACE) start++
  while (end > start && text.charCodeAt(end - 1) === SPACE) end--
  return text.slice(start, end)
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined
}

/** Numbers with signs, currency, percent, thousands separators, parentheses, exponents and fractions. */
function parseNumber(text: string, locale: Locale): number | undefined {
  const affixes = stripAffixes(text, locale)
  if (!affixes) return undefined
  const { rest, negative, percent } = affixes
  const magnitude = unsigned(rest, locale)
  if (magnitude === undefined) return undefined
  // Division by 100, rather than multiplication by 0.01, gives the double nearest to the percentage.
  return finite((negative ? -magnitude : magnitude) / (percent ? 100 : 1))
}

interface Affixes {
  readonly rest: string
  readonly negative: boolean
  readonly percent: boolean
}

function stripAffixes(text: string, locale: Locale): Affixes | undefined {
  let rest = text
  let sign: '-' | '+' | '()' | undefined
  let percent = false
  let currency = false
  for (;;) {
    const first = rest[0]
    if (first === undefined) return undefined
    if (rest.endsWith('%') && !percent) {
      percent = true
      rest = rest.slice(0, -1).trimEnd()
    } else if (first === '%' && !percent) {
      percent = true
      rest = rest.slice(1).trimStart()
    } else if (first === '(' && rest.endsWith(')') && sign === undefined) {
      sign = '()'
      rest = rest.slice(1, -1).trim()
    } else if ((first === '-' || first === '+') && sign === undefined) {
      sign = first
      rest = rest.slice(1).trimStart()
    } else if (!currency && leadingCurrency(rest, locale)) {
      currency = true
      rest = rest.slice(leadingCurrency(rest, locale)).trimStart()
    } else if (!currency && trailingCurrency(rest, locale)) {
      currency = true
      rest = rest.slice(0, -trailingCurrency(rest, locale)).trimEnd()
    } else break
  }
  return percent && currency ? undefined : { rest, negative: sign === '-' || sign === '()', percent }
}

/** Length of the currency sign at the start. The euro sign is accepted in every locale. */
function leadingCurrency(text: string, locale: Locale): number {
  if (text.startsWith(locale.currency)) return locale.currency.length
  return text.startsWith('€') ? 1 : 0
}

/** Length of the currency sign at the end, where the dollar sign is never. */
function trailingCurrency(text: string, locale: Locale): number {
  if (locale.currency !== '$' && text.endsWith(locale.currency)) return locale.currency.length
  return text.endsWith('€') ? 1 : 0
}

const FRACTION = /^(\d+) (\d{1,5})\/(\d{1,5})$/
/** Neither part of a fraction may be larger. */
const LARGEST_PART = 32_767
const UNSIGNED = /^(\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?$/

function unsigned(text: string, locale: Locale): number | undefined {
  const plain = withoutSeparators(text, locale)
  if (plain !== undefined && UNSIGNED.test(plain)) return numberOfDigits(plain)
  const fraction = FRACTION.exec(text)
  if (!fraction) return undefined
  const [, whole, numerator, denominator] = fraction
  const [over, under] = [Number(numerator), Number(denominator)]
  if (under === 0 || over > LARGEST_PART || under > LARGEST_PART) return undefined
  return Number(whole) + over / under
}

/** Removes thousands separators if at least three digits follow each, and turns the decimal mark into a point. */
function withoutSeparators(text: string, locale: Locale): string | undefined {
  const { group, decimal } = locale
  const at = text.indexOf(decimal)
  const whole = at < 0 ? text : text.slice(0, at)
  const rest = at < 0 ? '' : `.${text.slice(at + decimal.length)}`
  if (!whole.includes(group)) return whole + rest
  const [head = '', ...groups] = whole.split(group)
  if (head === '' || groups.some((digits) => digits.length < 3)) return undefined
  return head + groups.join('') + rest
}
