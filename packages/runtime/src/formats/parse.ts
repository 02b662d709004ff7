/** A number format code taken apart: up to four sections, each a list of pieces. */
export interface NumberFormat {
  readonly sections: readonly Section[]
}

export interface Section {
  readonly condition: Condition | undefined
  readonly pieces: readonly Piece[]
  readonly kind: 'number' | 'date' | 'text' | 'general' | 'fraction'
  /** Windows locale id of a `[$-411]` tag, or the BCP 47 tag where it is spelt out. */
  readonly locale: number | string | undefined
  /** The n of `[DBNumn]`: digits in Asian numerals. */
  readonly digits: 1 | 2 | 3 | 4 | undefined
}

export interface Condition {
  readonly operator: '<' | '<=' | '>' | '>=' | '=' | '<>'
  readonly operand: number
}

type DateLetter = 'y' | 'm' | 'd' | 'h' | 's' | 'e' | 'g' | 'b' | 'a' | 'minute'

export type Piece =
  | { readonly kind: 'literal'; readonly text: string }
  /** `_x`: room as wide as that character. */
  | { readonly kind: 'space' }
  /** `[$€-407]`: the currency sign, which also marks the format as one of money. */
  | { readonly kind: 'currency'; readonly text: string }
  | { readonly kind: 'digit'; readonly char: '0' | '#' | '?' }
  | { readonly kind: 'point' }
  | { readonly kind: 'comma' }
  | { readonly kind: 'percent' }
  | { readonly kind: 'exponent'; readonly plus: boolean }
  | { readonly kind: 'slash' }
  | { readonly kind: 'text' }
  | { readonly kind: 'general' }
  | { readonly kind: 'date'; readonly letter: DateLetter; readonly count: number }
  | { readonly kind: 'elapsed'; readonly letter: 'h' | 'm' | 's'; readonly count: number }
  | { readonly kind: 'seconds'; readonly places: number }
  | { readonly kind: 'half'; readonly style: 'AM/PM' | 'am/pm' | 'A/P' | 'a/p' }

const COLORS = /^(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d{1,2})$/i
const CONDITION = /^(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?(?:E[+-]?\d+)?)$/i
const MAX_SECTIONS = 4

/** Reads a format code. Undefined where Excel would not take it. */
export function parseFormat(code: string): NumberFormat | undefined {
  const texts = splitSections(code)
  if (!texts || texts.length > MAX_SECTIONS) return undefined
  const sections = texts.map(parseSection)
  if (!sections.every((section) => section !== undefined)) return undefined
  // Text has its place in the last section only.
  return sections.slice(0, -1).some((section) => section.kind === 'text') ? undefined : { sections }
}

/** Cuts at semicolons that are not quoted, escaped or in brackets. */
function splitSections(code: string): string[] | undefined {
  const sections: string[] = []
  let start = 0
  for (let i = 0; i < code.length; i++) {
    const char = code[i]
    if (char === '"') {
      const end = code.indexOf('"', i + 1)
      if (end < 0) return undefined
      i = end
    } else if (char === '\\' || char === '_' || char === '*' || char === '!') i++
    else if (char === '[') {
      const end = code.indexOf(']', i)
      if (end < 0) return undefined
      i = end
    } else if (char === ';') {
      sections.push(code.slice(start, i))
      start = i + 1
    }
  }
  sections.push(code.slice(start))
  return sections
}

interface Draft {
  condition: Condition | undefined
  locale: number | string | undefined
  digits: 1 | 2 | 3 | 4 | undefined
  readonly pieces: Piece[]
}

function parseSection(text: string): Section | undefined {
  const draft: Draft = { condition: undefined, locale: undefined, digits: undefined, pieces: [] }
  for (let i = 0; i < text.length; ) {
    const next = readPiece(text, i, draft)
    if (next === undefined) return undefined
    i = next
  }
  const kind = kindOf(draft.pieces)
  if (kind === undefined) return undefined
  const pieces = kind === 'date' ? resolveDate(draft.pieces) : draft.pieces
  return pieces && { condition: draft.condition, pieces, kind, locale: draft.locale, digits: draft.digits }
}

/** Reads the piece at a position into the draft; gives the position after it. */
function readPiece(text: string, at: number, draft: Draft): number | undefined {
  const char = text[at] ?? ''
  switch (char) {
    case '"': {
      const end = text.indexOf('"', at + 1)
      draft.pieces.push({ kind: 'literal', text: text.slice(at + 1, end) })
      return end + 1
    }
    case '\\':
    case '!':
      if (at + 1 < text.length) draft.pieces.push({ kind: 'literal', text: text[at + 1] ?? '' })
      return at + 2
    case '_':
      if (at + 1 < text.length) draft.pieces.push({ kind: 'space' })
      return at + 2
    case '*':
      return at + 2
    case '[': {
      const end = text.indexOf(']', at)
      return readBracket(text.slice(at + 1, end), draft) ? end + 1 : undefined
    }
    case '0':
    case '#':
    case '?':
      draft.pieces.push({ kind: 'digit', char })
      return at + 1
    case '.':
      draft.pieces.push({ kind: 'point' })
      return at + 1
    case ',':
      draft.pieces.push(followsDigit(draft.pieces) ? { kind: 'comma' } : { kind: 'literal', text: ',' })
      return at + 1
    case '%':
      draft.pieces.push({ kind: 'percent' })
      return at + 1
    case '/':
      draft.pieces.push({ kind: 'slash' })
      return at + 1
    case '@':
      draft.pieces.push({ kind: 'text' })
      return at + 1
    default:
      return readLetters(text, at, draft)
  }
}

/** Only a comma right after a digit place separates or scales; any other stands for itself. */
function followsDigit(pieces: readonly Piece[]): boolean {
  const last = pieces.at(-1)?.kind
  return last === 'digit' || last === 'comma' || last === 'point'
}

function readBracket(inside: string, draft: Draft): boolean {
  if (COLORS.test(inside)) return true
  const condition = CONDITION.exec(inside)
  if (condition) {
    draft.condition = { operator: condition[1] as Condition['operator'], operand: Number(condition[2]) }
    return true
  }
  const elapsed = /^(h+|m+|s+)$/i.exec(inside)
  if (elapsed) {
    draft.pieces.push({ kind: 'elapsed', letter: inside[0]?.toLowerCase() as 'h' | 'm' | 's', count: inside.length })
    return true
  }
  const numerals = /^DBNum([1-4])$/i.exec(inside)
  if (numerals) {
    draft.digits = Number(numerals[1]) as 1 | 2 | 3 | 4
    return true
  }
  if (inside.startsWith('$')) return readLocaleTag(inside.slice(1), draft)
  // Tags like [ENG] or [HIJ] only choose calendars and digits of other languages.
  return /^[a-z]+$/i.test(inside)
}

function readLocaleTag(inside: string, draft: Draft): boolean {
  const dash = inside.indexOf('-')
  const sign = dash < 0 ? inside : inside.slice(0, dash)
  const tag = dash < 0 ? '' : inside.slice(dash + 1)
  if (sign !== '') draft.pieces.push({ kind: 'currency', text: sign })
  if (/^[\da-f]+$/i.test(tag)) draft.locale = Number.parseInt(tag, 16)
  else if (tag !== '') draft.locale = tag.split(',')[0] ?? tag
  return true
}

function readLetters(text: string, at: number, draft: Draft): number {
  const rest = text.slice(at)
  const general = /^General/i.exec(rest)
  if (general) {
    draft.pieces.push({ kind: 'general' })
    return at + general[0].length
  }
  const exponent = /^E([+-])/i.exec(rest)
  if (exponent && draft.pieces.some((piece) => piece.kind === 'digit')) {
    draft.pieces.push({ kind: 'exponent', plus: exponent[1] === '+' })
    return at + 2
  }
  const half = /^(?:AM\/PM|A\/P|上午\/下午|午前\/午後)/i.exec(rest)
  if (half) {
    draft.pieces.push({ kind: 'half', style: halfStyle(half[0]) })
    return at + half[0].length
  }
  const date = /^(?:y+|m+|d+|h+|s+|e+|g+|b+|aaaa|aaa|r+)/i.exec(rest)
  if (date) {
    pushDate(date[0], draft)
    return at + date[0].length
  }
  const char = String.fromCodePoint(rest.codePointAt(0) ?? 0)
  draft.pieces.push({ kind: 'literal', text: char })
  return at + char.length
}

function halfStyle(text: string): 'AM/PM' | 'am/pm' | 'A/P' | 'a/p' {
  if (/^a\/p$/i.test(text)) return text.startsWith('a') ? 'a/p' : 'A/P'
  return text.startsWith('a') ? 'am/pm' : 'AM/PM'
}

function pushDate(run: string, draft: Draft): void {
  const letter = (run[0] ?? '').toLowerCase()
  const count = run.length
  if (letter === 'r') {
    // r is the era's year in two digits, rr the era's name and that.
    if (count > 1) draft.pieces.push({ kind: 'date', letter: 'g', count: 3 })
    draft.pieces.push({ kind: 'date', letter: 'e', count: 2 })
    return
  }
  draft.pieces.push({ kind: 'date', letter: letter as DateLetter, count })
}

function isDatePiece(piece: Piece): boolean {
  return piece.kind === 'date' || piece.kind === 'elapsed' || piece.kind === 'half'
}

function kindOf(pieces: readonly Piece[]): Section['kind'] | undefined {
  const has = (kind: Piece['kind']) => pieces.some((piece) => piece.kind === kind)
  if (pieces.some(isDatePiece)) return has('text') || has('general') ? undefined : 'date'
  if (has('text')) return has('digit') ? undefined : 'text'
  if (has('general')) return has('digit') ? undefined : 'general'
  const exponent = pieces.findIndex((piece) => piece.kind === 'exponent')
  if (exponent >= 0 && pieces.slice(exponent).some((piece) => piece.kind === 'point')) return undefined
  const slash = pieces.findIndex((piece) => piece.kind === 'slash')
  const isFraction =
    slash > 0 &&
    pieces.slice(0, slash).some((piece) => piece.kind === 'digit') &&
    hasDenominator(pieces.slice(slash + 1))
  return isFraction ? 'fraction' : 'number'
}

function hasDenominator(after: readonly Piece[]): boolean {
  return after.some((piece) => piece.kind === 'digit' || (piece.kind === 'literal' && /^\d/.test(piece.text)))
}

/**
 * Settles what depends on neighbours: `m` after hours or before seconds means minutes, zeros after `s.` are fractions of a second,
 * points, commas and slashes elsewhere are plain characters. Digit placeholders anywhere else make the format invalid.
 */
function resolveDate(pieces: readonly Piece[]): Piece[] | undefined {
  const result: Piece[] = []
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]
    if (!piece) continue
    if (piece.kind === 'point') {
      const places = zerosAfter(pieces, i)
      const afterSeconds = result.some((earlier) => isSeconds(earlier))
      if (places > 0 && afterSeconds) {
        result.push({ kind: 'seconds', places })
        i += places
      } else result.push({ kind: 'literal', text: '.' })
    } else if (piece.kind === 'comma') result.push({ kind: 'literal', text: ',' })
    else if (piece.kind === 'slash') result.push({ kind: 'literal', text: '/' })
    else if (piece.kind === 'percent') result.push({ kind: 'literal', text: '%' })
    else if (piece.kind === 'digit' || piece.kind === 'exponent') return undefined
    else if (piece.kind === 'date' && piece.letter === 'm' && piece.count <= 2 && isMinute(pieces, i)) {
      result.push({ kind: 'date', letter: 'minute', count: piece.count })
    } else result.push(piece)
  }
  return result
}

function zerosAfter(pieces: readonly Piece[], at: number): number {
  let count = 0
  for (let i = at + 1; i < pieces.length; i++) {
    const piece = pieces[i]
    if (piece?.kind !== 'digit' || piece.char !== '0') break
    count++
  }
  return count
}

function isSeconds(piece: Piece): boolean {
  return (piece.kind === 'date' || piece.kind === 'elapsed') && piece.letter === 's'
}

function isMinute(pieces: readonly Piece[], at: number): boolean {
  const isField = (piece: Piece) => piece.kind === 'date' || piece.kind === 'elapsed'
  const before = pieces.slice(0, at).findLast(isField)
  const after = pieces.slice(at + 1).find(isField)
  const beforeLetter = before && 'letter' in before ? before.letter : undefined
  const afterLetter = after && 'letter' in after ? after.letter : undefined
  return beforeLetter === 'h' || beforeLetter === 's' || afterLetter === 's'
}
