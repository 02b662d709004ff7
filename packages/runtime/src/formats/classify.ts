import { type Piece, parseFormat, type Section } from './parse.ts'
import { SYSTEM_DATE, SYSTEM_TIME } from './windows-locales.ts'

/** What a number format tells about the values it shows. */
export type FormatClass =
  | 'general'
  | 'integer'
  | 'number'
  | 'percent'
  | 'currency'
  | 'scientific'
  | 'fraction'
  | 'date'
  | 'time'
  | 'datetime'
  | 'text'

const CURRENCY = /[$€£¥₩₹₽฿₪₺₫]|\b(?:USD|EUR|GBP|JPY|CHF|CAD|AUD)\b/

/** Kind of value of a format code, by its first section; a code that Excel refuses counts as general. */
export function classifyFormat(code: string): FormatClass {
  const section = parseFormat(code)?.sections[0]
  if (!section) return 'general'
  if (section.kind === 'date') return classifyDate(section)
  if (section.kind === 'text') return 'text'
  if (section.kind === 'fraction') return 'fraction'
  const has = (kind: Piece['kind']) => section.pieces.some((piece) => piece.kind === kind)
  if (has('percent')) return 'percent'
  if (has('exponent')) return 'scientific'
  if (isCurrency(section)) return 'currency'
  if (!has('digit')) return 'general'
  return has('point') ? 'number' : 'integer'
}

function isCurrency(section: Section): boolean {
  return section.pieces.some(
    (piece) => piece.kind === 'currency' || (piece.kind === 'literal' && CURRENCY.test(piece.text)),
  )
}

const DATE_LETTERS = new Set(['y', 'm', 'd', 'e', 'g', 'b', 'a'])

function classifyDate(section: Section): FormatClass {
  if (section.locale === SYSTEM_DATE) return 'date'
  if (section.locale === SYSTEM_TIME) return 'time'
  const hasDate = section.pieces.some((piece) => piece.kind === 'date' && DATE_LETTERS.has(piece.letter))
  const hasTime = section.pieces.some(
    (piece) =>
      piece.kind === 'elapsed' ||
      piece.kind === 'half' ||
      (piece.kind === 'date' && (piece.letter === 'h' || piece.letter === 's' || piece.letter === 'minute')),
  )
  if (hasDate) return hasTime ? 'datetime' : 'date'
  return 'time'
}
