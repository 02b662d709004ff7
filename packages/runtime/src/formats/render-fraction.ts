import type { Piece, Section } from './parse.ts'
import { literalOf } from './render-number.ts'

type DigitPiece = Extract<Piece, { kind: 'digit' }>

/** Largest denominator that is searched for; more places than that show no more. */
const MAX_PLACES = 5

interface Shape {
  readonly whole: readonly Piece[]
  readonly between: readonly Piece[]
  readonly numerator: readonly DigitPiece[]
  readonly denominator: readonly DigitPiece[]
  /** A denominator written out: `# ?/8`. */
  readonly fixed: number | undefined
  readonly before: readonly Piece[]
  readonly after: readonly Piece[]
}

function isDigit(piece: Piece | undefined): piece is DigitPiece {
  return piece?.kind === 'digit'
}

function shapeOf(pieces: readonly Piece[]): Shape {
  const slash = pieces.findIndex((piece) => piece.kind === 'slash')
  const left = pieces.slice(0, slash)
  const right = pieces.slice(slash + 1)
  const lastDigit = left.findLastIndex(isDigit)
  let firstDigit = lastDigit
  while (isDigit(left[firstDigit - 1])) firstDigit--
  const wholeEnd = left.slice(0, firstDigit).findLastIndex(isDigit)
  const wholeStart = left.findIndex(isDigit)
  const hasWhole = wholeEnd >= 0
  const { places, fixed, rest } = denominatorOf(right)
  return {
    before: hasWhole ? left.slice(0, wholeStart) : left.slice(0, firstDigit),
    whole: hasWhole ? left.slice(wholeStart, wholeEnd + 1) : [],
    between: hasWhole ? left.slice(wholeEnd + 1, firstDigit) : [],
    numerator: left.slice(firstDigit, lastDigit + 1).filter(isDigit),
    denominator: places,
    fixed,
    after: rest,
  }
}

function denominatorOf(right: readonly Piece[]): {
  places: DigitPiece[]
  fixed: number | undefined
  rest: readonly Piece[]
} {
  let end = 0
  let digits = ''
  const places: DigitPiece[] = []
  for (; end < right.length; end++) {
    const piece = right[end]
    if (isDigit(piece)) {
      places.push(piece)
      if (piece.char === '0') digits += '0'
    } else if (piece?.kind === 'literal' && /^\d+$/.test(piece.text)) digits += piece.text
    else break
  }
  const value = Number(digits)
  return { places, fixed: digits !== '' && value > 0 ? value : undefined, rest: right.slice(end) }
}

/** The magnitude of a number in a section such as `# ??/??`. */
export function renderFraction(value: number, section: Section): string {
  const shape = shapeOf(section.pieces)
  const magnitude = Math.abs(value)
  const hasWhole = shape.whole.length > 0
  const whole = hasWhole ? Math.floor(magnitude) : 0
  const { top, bottom } = nearest(magnitude - whole, shape)
  const carried = hasWhole && top === bottom
  return assemble(shape, carried ? whole + 1 : whole, carried ? 0 : top, bottom, hasWhole)
}

function nearest(fraction: number, shape: Shape): { top: number; bottom: number } {
  if (shape.fixed !== undefined) return { top: Math.round(fraction * shape.fixed), bottom: shape.fixed }
  const limit = 10 ** Math.min(shape.denominator.length, MAX_PLACES) - 1
  let best = { top: Math.round(fraction), bottom: 1 }
  let error = Math.abs(fraction - best.top)
  for (let bottom = 2; bottom <= limit && error > 0; bottom++) {
    const top = Math.round(fraction * bottom)
    const candidate = Math.abs(fraction - top / bottom)
    if (candidate < error - 1e-15) {
      best = { top, bottom }
      error = candidate
    }
  }
  return best
}

function assemble(shape: Shape, whole: number, top: number, bottom: number, hasWhole: boolean): string {
  const literals = (pieces: readonly Piece[]) => pieces.map(literalOf).join('')
  const showsFraction = top !== 0 || !hasWhole || shape.numerator.some((piece) => piece.char === '0')
  const head = hasWhole ? wholeText(whole, shape, showsFraction) : ''
  const width = Math.max(shape.denominator.length, shape.fixed === undefined ? 1 : String(shape.fixed).length)
  const fraction = showsFraction
    ? `${aligned(String(top), shape.numerator, 'right')}/${denominatorText(bottom, shape)}`
    : ' '.repeat(shape.numerator.length + 1 + width)
  return literals(shape.before) + head + literals(shape.between) + fraction + literals(shape.after)
}

function wholeText(whole: number, shape: Shape, showsFraction: boolean): string {
  const places = shape.whole.filter(isDigit)
  if (whole === 0 && showsFraction && !places.some((piece) => piece.char === '0')) {
    return places.map((piece) => (piece.char === '?' ? ' ' : '')).join('')
  }
  return aligned(String(whole), places, 'right')
}

function denominatorText(bottom: number, shape: Shape): string {
  return shape.fixed === undefined ? aligned(String(bottom), shape.denominator, 'left') : String(shape.fixed)
}

function aligned(digits: string, places: readonly DigitPiece[], side: 'left' | 'right'): string {
  const missing = places.length - digits.length
  if (missing <= 0) return digits
  const blanks = places.slice(0, missing).map((piece) => (piece.char === '0' ? '0' : piece.char === '?' ? ' ' : ''))
  return side === 'right'
    ? blanks.join('') + digits
    : digits + blanks.map((blank) => (blank === '0' ? ' ' : blank)).join('')
}
