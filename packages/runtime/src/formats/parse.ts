/** A parsed number format code: up to four sections, each a list of pieces. */
export interface NumberFormat {
  readonly sections: readonly Section[]
}

export interface Section {
  readonly condition: Condition | undefined
  readonly pieces: readonly Piece[]
  readonly kind: 'number' | 'date' | 'text' | 'general' | 'fraction'
  /** Windows locale id of a `[$-411]` tag, or a BCP 47 tag as written. */
  readonly locale: number | string | undefined
  /** The n of `[DBNumn]`: digits in Asian numerals. */
  readonly digits: 1 | 2 | 3 | 4 | undefined
}

export interface Condition {
  readonly operator: '<' | '<=' | '>' | '>=' | '=' | '<>'
  readonly operand: number
}

type DateLetter = 'y' | 'm' | 'd' | 'h' | 's' | 'e' | 'g' | 'b' | 'a' | 'r' | 'R' | 'minute'

export type Piece =
  | { readonly kind: 'literal'; readonly text: string }
  /** `_x`: a space as wide as that character. */
  | { readonly kind: 'space' }
  /** `[$€-407]`: the currency sign, which also marks the format as one of money. */
  | { readonly kind: 'currency'; readonly text: string }
  | { readonly kind: 'digit'; readonly char: '0' | '#' | '?' }
  | { readonly kind: 'point' }
  | { readonly kind: 'comma' }
  | { readonly kind: 'percent' }
  | { readonly kind: 'exponent'; readonly letter: string; readonly plus: boolean }
  | { readonly kind: 'slash' }
  | { readonly kind: 'text' }
  | { readonly kind: 'general' }
  | { readonly kind: 'date'; readonly letter: DateLetter; readonly count: number }
  | { readonly kind: 'elapsed'; readonly letter: 'h' | 'm' | 's'; readonly count: number }
  | { readonly kind: 'seconds'; readonly places: number }
  /** A/P shows its letters as written, AM/PM those of the locale; 午前/午後 asks for the words of its language. */
  | { readonly kind: 'half'; readonly letters: readonly [am: string, pm: string] | 'shown' | 'own' }

const COLORS = /^(?:black|blue|cyan|green|magenta|red|white|yellow|color ?(\d{1,2}))/i
const MOST_COLOR = 56
/** Excel parses the leading number and ignores the rest. */
const CONDITION = /^(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?(?:E[+-]?\d+)?)/i
const MAX_SECTIONS = 4
/** Seconds have at most three decimals. */
const MOST_PLACES = 3

/** Parses a format code. Undefined if Excel would refuse it. */
export function parseFormat(code: string): NumberFormat | undefined {
  const texts = splitSections(code)
  if (!texts || texts.length > MAX_SECTIONS) return undefined
  const sections = texts.map(parseSection)
  if (!sections.every((section) => section !== undefined)) return undefined
  // Only the last section may be for text; only the first two may have conditions.
  if (sections.slice(0, -1).some((section) => section.kind === 'text')) return undefined
  return sections.slice(2).some((section) => section.condition) ? undefined : { sections }
}

/** Splits at semicolons that are not quoted, escaped or in brackets. */
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

/** Parses the piece at a position into the draft; returns the position after it. */
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
      draft.pieces.push({ kind: 'literal', text: text[at + 1] ?? '' })
      return afterNext(text, at)
    case '_':
      draft.pieces.push({ kind: 'space' })
      return afterNext(text, at)
    case '*':
      return afterNext(text, at)
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

/** The position after the character that a sign such as the backslash escapes; undefined for a sign at the end. */
function afterNext(text: string, at: number): number | undefined {
  return at + 1 < text.length ? at + 2 : undefined
}

/** Only a comma right after a digit placeholder separates or scales; any other is a literal. */
function followsDigit(pieces: readonly Piece[]): boolean {
  const last = pieces.at(-1)?.kind
  return last === 'digit' || last === 'comma' || last === 'point'
}

function readBracket(inside: string, draft: Draft): boolean {
  const color = COLORS.exec(inside)
  if (color) return color[1] === undefined || (Number(color[1]) > 0 && Number(color[1]) <= MOST_COLOR)
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
  if (tag !== '' && draft.locale !== undefined) return false
  if (/^[\da-f]+$/i.test(tag)) draft.locale = Number.parseInt(tag, 16)
  else if (tag !== '') draft.locale = tag.split(',')[0] ?? tag
  return true
}

function readLetters(text: string, at: number, draft: Draft): number | undefined {
  const rest = text.slice(at)
  const general = /^General/i.exec(rest)
  if (general) {
    draft.pieces.push({ kind: 'general' })
    return at + general[0].length
  }
  if (/^E[+-]/i.test(rest) && draft.pieces.some((piece) => piece.kind === 'digit')) {
    draft.pieces.push({ kind: 'exponent', letter: rest.charAt(0), plus: rest.charAt(1) === '+' })
    return at + 2
  }
  const half = /^(?:AM\/PM|A\/P|上午\/下午|午前\/午後)/i.exec(rest)
  if (half) {
    const [am = '', pm = ''] = half[0].split('/')
    const isWord = am.length > 1
    draft.pieces.push({ kind: 'half', letters: isWord ? (/^am$/i.test(am) ? 'shown' : 'own') : [am, pm] })
    return at + half[0].length
  }
  const date = /^(?:e+|[yY]+|[mM]+|[dD]+|[hH]+|[sS]+|[gG]+|[bB]+|[aA]{3,4}|[rR]+)/.exec(rest)
  if (date) {
    pushDate(date[0], draft)
    return at + date[0].length
  }
  // Letters that Excel reserves.
  if (/^[nE]/i.test(rest)) return undefined
  const char = String.fromCodePoint(rest.codePointAt(0) ?? 0)
  draft.pieces.push({ kind: 'literal', text: char })
  return at + char.length
}

function pushDate(run: string, draft: Draft): void {
  const first = run[0] ?? ''
  // The meaning of r depends on the language: where years are not counted in eras it is a literal.
  const letter = first === 'R' ? first : first.toLowerCase()
  const count = run.length
  draft.pieces.push({ kind: 'date', letter: letter as DateLetter, count })
}

function isDatePiece(piece: Piece): boolean {
  return piece.kind === 'date' || piece.kind === 'elapsed' || piece.kind === 'half'
}

function kindOf(pieces: readonly Piece[]): Section['kind'] | undefined {
  const has = (kind: Piece['kind']) => pieces.some((piece) => piece.kind === kind)
  const count = (kind: Piece['kind']) => pieces.filter((piece) => piece.kind === kind).length
  if (count('general') > 1 || (has('general') && has('text'))) return undefined
  if (pieces.some(isDatePiece)) return isDate(count) ? 'date' : undefined
  if (has('text')) return has('digit') || has('percent') ? undefined : 'text'
  if (has('general')) return has('digit') || has('slash') || has('point') ? undefined : 'general'
  const exponent = pieces.findIndex((piece) => piece.kind === 'exponent')
  if (exponent >= 0 && pieces.slice(exponent).some((piece) => piece.kind === 'point')) return undefined
  if (count('slash') > 1 || (has('slash') && !has('digit'))) return undefined
  const slash = pieces.findIndex((piece) => piece.kind === 'slash')
  const isFraction =
    slash > 0 &&
    pieces.slice(0, slash).some((piece) => piece.kind === 'digit') &&
    hasDenominator(pieces.slice(slash + 1))
  if (slash >= 0 && !(isFraction && isDenominator(pieces.slice(slash + 1)))) return undefined
  return isFraction ? 'fraction' : 'number'
}

/** A denominator is either a number or placeholders, not both, and is not grouped. */
function isDenominator(after: readonly Piece[]): boolean {
  if (after.some((piece) => piece.kind === 'comma')) return false
  return !after.some((piece, i) => {
    const next = after[i + 1]
    const isWritten = (one: Piece | undefined) => one?.kind === 'literal' && /^[1-9]$/.test(one.text)
    const isPlace = (one: Piece | undefined) => one?.kind === 'digit' && one.char !== '0'
    return (isWritten(piece) && isPlace(next)) || (isPlace(piece) && isWritten(next))
  })
}

/** Elapsed time has one unit and no AM/PM. */
function isDate(count: (kind: Piece['kind']) => number): boolean {
  if (count('text') > 0 || count('percent') > 0 || count('elapsed') > 1) return false
  return count('elapsed') === 0 || count('half') === 0
}

function hasDenominator(after: readonly Piece[]): boolean {
  return after.some((piece) => piece.kind === 'digit' || (piece.kind === 'literal' && /^\d/.test(piece.text)))
}

/**
 * Resolves what depends on neighbours: `m` after hours or before seconds means minutes; zeros after a point are
 * fractions of a second; points, commas and slashes elsewhere are literals. Digit placeholders anywhere else make the
 * format invalid.
 */
function resolveDate(pieces: readonly Piece[]): Piece[] | undefined {
  const result: Piece[] = []
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]
    if (!piece) continue
    if (piece.kind === 'point') {
      const places = zerosAfter(pieces, i)
      if (places > MOST_PLACES) return undefined
      if (places > 0) {
        result.push({ kind: 'seconds', places })
        i += places
      } else result.push({ kind: 'literal', text: '.' })
    } else if (piece.kind === 'comma') result.push({ kind: 'literal', text: ',' })
    else if (piece.kind === 'slash') result.push({ kind: 'literal', text: '/' })
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

/**
 * Is this m a minute? It is after hours that no other m took, before seconds, and after seconds if no other minute
 * comes first.
 */
function isMinute(pieces: readonly Piece[], at: number): boolean {
  const letters = pieces.map((piece) => (piece.kind === 'date' || piece.kind === 'elapsed' ? piece.letter : undefined))
  const after = letters.slice(at + 1).find((letter) => letter !== undefined && !PASSED_OVER.has(letter))
  if (after === 's') return true
  const before = letters.slice(0, at)
  if (before.slice(before.lastIndexOf('m') + 1).includes('h')) return true
  return before.includes('s') && !before.some((letter, i) => letter === 'm' && isMinute(pieces, i))
}

const PASSED_OVER: ReadonlySet<string> = new Set(['e', 'g', 'r', 'R'])
