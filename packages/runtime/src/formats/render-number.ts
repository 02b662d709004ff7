import { type Decimal, parts, round, shift, toDecimal } from './decimal.ts'
import type { Piece, Section } from './parse.ts'

/** The separators of the locale. */
export interface Marks {
  readonly decimal: string
  readonly group: string
}

/** The digit layout of a section, computed once before rendering. */
interface Layout {
  readonly whole: readonly Piece[]
  readonly decimals: readonly Piece[]
  readonly hasPoint: boolean
  readonly exponent: Exponent | undefined
  /** Power of ten from percent signs and scaling commas. */
  readonly scale: number
}

interface Exponent {
  /** As written in the format: E or e. */
  readonly letter: string
  readonly plus: boolean
  /** What stands between the letter and the first digit. */
  readonly gap: readonly Piece[]
  readonly pieces: readonly Piece[]
}

function isDigit(piece: Piece): piece is Extract<Piece, { kind: 'digit' }> {
  return piece.kind === 'digit'
}

function layoutOf(pieces: readonly Piece[]): Layout {
  const exponentAt = pieces.findIndex((piece) => piece.kind === 'exponent')
  const mantissa = exponentAt < 0 ? pieces : pieces.slice(0, exponentAt)
  const pointAt = mantissa.findIndex((piece) => piece.kind === 'point')
  const whole = pointAt < 0 ? mantissa : mantissa.slice(0, pointAt)
  const decimals = pointAt < 0 ? [] : mantissa.slice(pointAt + 1)
  const percents = pieces.filter((piece) => piece.kind === 'percent').length
  const scaling = scalingCommas(whole, decimals)
  return {
    whole,
    decimals,
    hasPoint: pointAt >= 0,
    exponent: exponentOf(pieces, exponentAt),
    // With an exponent neither percent signs nor commas scale the number.
    scale: exponentAt < 0 ? percents * 2 - scaling * 3 : 0,
  }
}

function exponentOf(pieces: readonly Piece[], at: number): Exponent | undefined {
  const piece = pieces[at]
  if (piece?.kind !== 'exponent') return undefined
  const rest = pieces.slice(at + 1)
  const firstDigit = Math.max(rest.findIndex(isDigit), 0)
  return { letter: piece.letter, plus: piece.plus, gap: rest.slice(0, firstDigit), pieces: rest.slice(firstDigit) }
}

/** The number of commas right after the last placeholder: each divides by a thousand. */
function scalingCommas(whole: readonly Piece[], decimals: readonly Piece[]): number {
  const lastDecimal = decimals.findLastIndex(isDigit)
  const after = lastDecimal < 0 ? 0 : countCommas(decimals, lastDecimal + 1)
  return countCommas(whole, whole.findLastIndex(isDigit) + 1) + after
}

/** A comma between digit placeholders enables thousands separators. */
function isGrouped(whole: readonly Piece[]): boolean {
  return whole.some((piece, at) => piece.kind === 'comma' && isBetweenDigits(whole, at))
}

function isBetweenDigits(whole: readonly Piece[], at: number): boolean {
  const before = whole[at - 1]
  const after = whole.slice(at + 1).find((piece) => piece.kind !== 'comma')
  return before?.kind === 'digit' && after?.kind === 'digit'
}

function countCommas(pieces: readonly Piece[], from: number): number {
  let count = 0
  while (pieces[from + count]?.kind === 'comma') count++
  return count
}

/** Formats the magnitude of a number in a section with digit placeholders. The caller adds the sign. */
export function renderNumber(value: number, section: Section, marks: Marks): string {
  const layout = layoutOf(section.pieces)
  const scaled = shift(toDecimal(value), layout.scale)
  return layout.exponent ? renderScientific(scaled, layout, layout.exponent, marks) : renderPlain(scaled, layout, marks)
}

/** Does a section show only zeros of a number? Excel then shows no minus. */
export function isShownAsZero(value: number, section: Section): boolean {
  if (section.kind !== 'number' || !section.pieces.some(isDigit)) return false
  const { exponent, scale, decimals } = layoutOf(section.pieces)
  return !exponent && round(shift(toDecimal(Math.abs(value)), scale), decimals.filter(isDigit).length).digits === ''
}

function renderPlain(decimal: Decimal, layout: Layout, marks: Marks): string {
  const { whole, fraction } = parts(round(decimal, layout.decimals.filter(isDigit).length))
  // The digits before the point are shown even without placeholders.
  const extra = layout.hasPoint && !layout.whole.some(isDigit) ? whole : ''
  return renderWhole(whole, layout.whole, marks) + extra + renderDecimals(fraction, layout, marks)
}

function renderScientific(decimal: Decimal, layout: Layout, exponent: Exponent, marks: Marks): string {
  const wholePlaces = layout.whole.filter(isDigit).length
  const width = Math.max(wholePlaces, 1)
  const places = layout.decimals.filter(isDigit).length
  let power = decimal.digits === '' ? 0 : Math.floor((decimal.point - 1) / width) * width
  let mantissa = round(shift(decimal, -power), places)
  if (mantissa.point > width) {
    power += width
    mantissa = round(shift(decimal, -power), places)
  }
  const { whole, fraction } = parts(mantissa)
  // Each placeholder before the point shows a digit of 0.
  const shown = decimal.digits === '' ? '0'.repeat(wholePlaces) : whole
  const head = renderWhole(shown, layout.whole, marks) + renderDecimals(fraction, layout, marks)
  const sign = power < 0 ? '-' : exponent.plus ? '+' : ''
  const digits = fill(String(Math.abs(power)), exponent.pieces, undefined)
  return `${head}${exponent.letter}${exponent.gap.map(literalOf).join('')}${sign}${digits}`
}

/** The digits of a whole number in their placeholders, with separators if a comma is between these. */
export function renderWhole(digits: string, pieces: readonly Piece[], marks: Marks): string {
  return fill(digits, pieces, isGrouped(pieces) ? marks.group : undefined)
}

/**
 * Puts digits into their placeholders from the right. Extra digits go before the first placeholder; unused placeholders
 * show a zero, a blank or nothing.
 */
function fill(digits: string, pieces: readonly Piece[], group: string | undefined): string {
  const places = pieces.filter(isDigit)
  const padded = padWhole(digits, places)
  const separated = group === undefined ? [...padded] : separate(padded, group)
  const overflow = separated.length - places.length
  let next = 0
  let text = ''
  for (const piece of pieces) {
    if (isDigit(piece)) {
      if (next === 0 && overflow > 0) {
        text += separated.slice(0, overflow).join('')
        next = overflow
      }
      text += separated[next++] ?? ''
    } else text += literalOf(piece)
  }
  return text
}

/** One entry per placeholder, from the left; the entry of an empty one is '' or a blank. */
function padWhole(digits: string, places: readonly Extract<Piece, { kind: 'digit' }>[]): string[] {
  const result = Array.from(digits)
  for (let i = places.length - digits.length - 1; i >= 0; i--) {
    const char = places[i]?.char
    result.unshift(char === '0' ? '0' : char === '?' ? ' ' : '')
  }
  return result
}

/** Digits with the separator appended to the last of each group, so that entries still match placeholders. */
function separate(padded: readonly string[], group: string): string[] {
  let started = false
  return padded.map((char, index) => {
    const fromRight = padded.length - 1 - index
    started ||= /\d/.test(char)
    if (char === '' || fromRight === 0 || fromRight % 3 !== 0) return char
    return started ? char + group : `${char} `
  })
}

function renderDecimals(fraction: string, layout: Layout, marks: Marks): string {
  if (!layout.hasPoint) return ''
  const places = layout.decimals.filter(isDigit)
  let next = 0
  let text = marks.decimal
  for (const piece of layout.decimals) {
    if (isDigit(piece)) text += decimalAt(fraction, next++, places)
    else text += literalOf(piece)
  }
  return text
}

function decimalAt(fraction: string, index: number, places: readonly Extract<Piece, { kind: 'digit' }>[]): string {
  const digit = fraction[index]
  if (digit !== undefined) return digit
  const char = places[index]?.char
  return char === '0' ? '0' : char === '?' ? ' ' : ''
}

/** The text of a piece that is not a digit placeholder; commas that separate or scale show nothing. */
export function literalOf(piece: Piece): string {
  if (piece.kind === 'literal' || piece.kind === 'currency') return piece.text
  return MARKS[piece.kind] ?? ''
}

const MARKS: Readonly<Partial<Record<Piece['kind'], string>>> = { space: ' ', percent: '%', slash: '/', point: '.' }
