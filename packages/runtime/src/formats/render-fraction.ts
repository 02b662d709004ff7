import type { Piece, Section } from './parse.ts'
import { literalOf, type Marks, renderWhole } from './render-number.ts'
import { powerOfTen, realPower } from '../numeric/real-power.ts'

type DigitPiece = Extract<Piece, { kind: 'digit' }>

/** A remainder below this does not refine a fraction any more. */
const CLOSE_ENOUGH = 5e-8
/** Digits of the largest denominator that is searched; further placeholders show no more. */
const MAX_PLACES = 7

/** A parsed section such as `# ??/??`. Literals may occur anywhere, also beside the slash. */
interface Shape {
  readonly before: readonly Piece[]
  /** From the first to the last digit placeholder of the whole number; empty if the format has none. */
  readonly whole: readonly Piece[]
  readonly separator: readonly Piece[]
  readonly numerator: readonly DigitPiece[]
  /** The slash and the literals on both sides. */
  readonly slash: string
  readonly denominator: readonly DigitPiece[]
  /** A fixed denominator: `# ?/8`. */
  readonly fixed: number | undefined
  readonly after: readonly Piece[]
}

function isDigit(piece: Piece | undefined): piece is DigitPiece {
  return piece?.kind === 'digit'
}

function texts(pieces: readonly Piece[]): string {
  return pieces.map(literalOf).join('')
}

function shapeOf(pieces: readonly Piece[]): Shape {
  const slashAt = pieces.findIndex((piece) => piece.kind === 'slash')
  const left = pieces.slice(0, slashAt)
  const right = pieces.slice(slashAt + 1)
  const numeratorEnd = left.findLastIndex(isDigit)
  let numeratorStart = numeratorEnd
  while (isDigit(left[numeratorStart - 1])) numeratorStart--
  const wholeEnd = left.slice(0, numeratorStart).findLastIndex(isDigit)
  const wholeStart = wholeEnd < 0 ? numeratorStart : left.findIndex(isDigit)
  const { lead, places, fixed, rest } = denominatorOf(right)
  return {
    before: left.slice(0, wholeStart),
    whole: left.slice(wholeStart, wholeEnd + 1),
    separator: wholeEnd < 0 ? [] : left.slice(wholeEnd + 1, numeratorStart),
    numerator: left.slice(numeratorStart, numeratorEnd + 1).filter(isDigit),
    slash: `${texts(left.slice(numeratorEnd + 1))}/${texts(lead)}`,
    denominator: places,
    fixed,
    after: rest,
  }
}

interface Denominator {
  readonly lead: readonly Piece[]
  readonly places: readonly DigitPiece[]
  readonly fixed: number | undefined
  readonly rest: readonly Piece[]
}

function isNumeral(piece: Piece | undefined): boolean {
  return isDigit(piece) || (piece?.kind === 'literal' && /^\d+$/.test(piece.text))
}

function denominatorOf(right: readonly Piece[]): Denominator {
  const start = right.findIndex(isNumeral)
  let end = start
  while (isNumeral(right[end])) end++
  const inside = right.slice(start, end)
  const written = inside
    .map((piece) => (piece.kind === 'literal' ? piece.text : isDigit(piece) ? piece.char : ''))
    .join('')
  const isFixed = /^\d+$/.test(written) && Number(written) > 0
  return {
    lead: right.slice(0, start),
    places: inside.filter(isDigit),
    fixed: isFixed ? Number(written) : undefined,
    rest: right.slice(end),
  }
}

/** Formats the magnitude of a number in a section such as `# ??/??`. */
export function renderFraction(value: number, section: Section, marks: Marks): string {
  const shape = shapeOf(section.pieces)
  const percents = section.pieces.filter((piece) => piece.kind === 'percent').length
  const magnitude = Math.abs(value) * realPower(100, percents)
  const hasWhole = shape.whole.length > 0
  const whole = hasWhole ? Math.floor(magnitude) : 0
  const { top, bottom } = nearest(magnitude - whole, shape)
  const carried = hasWhole && top === bottom
  const body = hasWhole
    ? withWhole(shape, marks, carried ? whole + 1 : whole, carried ? 0 : top, bottom)
    : fractionText(shape, top, bottom)
  return texts(shape.before) + body + texts(shape.after)
}

/**
 * The fraction to show: with the fixed denominator, or the last convergent of the continued fraction whose denominator
 * fits.
 */
function nearest(fraction: number, shape: Shape): { top: number; bottom: number } {
  if (shape.fixed !== undefined) return { top: Math.round(fraction * shape.fixed), bottom: shape.fixed }
  const limit = powerOfTen(Math.min(shape.denominator.length, MAX_PLACES)) - 1
  let [before, current] = [
    { top: 0, bottom: 1 },
    { top: 1, bottom: 0 },
  ]
  let rest = fraction
  for (;;) {
    const whole = Math.floor(rest)
    const next = { top: whole * current.top + before.top, bottom: whole * current.bottom + before.bottom }
    if (next.bottom > limit) return current
    if (rest - whole < CLOSE_ENOUGH) return next
    before = current
    current = next
    rest = 1 / (rest - whole)
  }
}

function has(places: readonly Piece[], char: '0' | '?'): boolean {
  return places.some((piece) => isDigit(piece) && piece.char === char)
}

/** A whole number and a fraction. A part that is zero is left out, or blanked if the format reserves space. */
function withWhole(shape: Shape, marks: Marks, whole: number, top: number, bottom: number): string {
  const { numerator, denominator, separator } = shape
  const places = shape.whole
  if (top === 0 && !has(numerator, '0')) {
    const room = has(places, '?') || has(numerator, '?') || has(denominator, '?')
    const width = texts(separator).length + fractionText(shape, 0, bottom).length
    return renderWhole(String(whole), places, marks) + (room ? ' '.repeat(width) : '')
  }
  const isHidden = whole === 0 && !has(places, '0') && !(top === 0 && has(places, '?'))
  if (!isHidden) return renderWhole(String(whole), places, marks) + texts(separator) + fractionText(shape, top, bottom)
  const room = has(places, '?') || has(numerator, '?')
  return (
    renderWhole('', places, marks) +
    (room ? ' '.repeat(texts(separator).length) : '') +
    fractionText(shape, top, bottom)
  )
}

function fractionText(shape: Shape, top: number, bottom: number): string {
  const below = shape.fixed === undefined ? denominatorText(String(bottom), shape.denominator) : String(shape.fixed)
  return placed(String(top), shape.numerator) + shape.slash + below
}

/** Digits in their placeholders from the right, with the literals between them. */
function placed(digits: string, pieces: readonly Piece[]): string {
  const count = pieces.filter(isDigit).length
  const overflow = Math.max(0, digits.length - count)
  let index = digits.length - count
  let text = ''
  for (const piece of pieces) {
    if (!isDigit(piece)) {
      text += literalOf(piece)
      continue
    }
    if (overflow > 0 && index === overflow) text += digits.slice(0, overflow)
    text += index >= 0 ? (digits[index] ?? '') : piece.char === '0' ? '0' : piece.char === '?' ? ' ' : ''
    index++
  }
  return text
}

/** Denominator digits start at the left; zeros pad before them, blanks after. */
function denominatorText(digits: string, places: readonly DigitPiece[]): string {
  const missing = Math.max(0, places.length - digits.length)
  if (has(places, '0')) return '0'.repeat(missing) + digits
  return digits + (has(places, '?') ? ' '.repeat(missing) : '')
}
