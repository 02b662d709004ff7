import { columnOf, type Home, pointOf, r1c1At, rowOf } from './references.ts'
import { BINDING, operatorAt, PERCENT_BINDING, POSTFIX_BINDING, PREFIX_BINDING } from './operators.ts'
import {
  isWordContinued,
  scanBracket,
  scanDigits,
  scanError,
  scanNumber,
  scanQuoted,
  scanSheetWord,
  scanWord,
  skipSpace,
} from './scan.ts'
import { prefixed, splitQuotedPrefix } from './sheet-prefix.ts'
import { FormulaSyntaxError } from './syntax-error.ts'
import { parseTableParts } from './table-reference.ts'
import type { ArrayElement, BinaryNode, Coordinate, Node, Prefix, TrimOperator } from './tree.ts'

export type ParseResult =
  | { readonly ok: true; readonly tree: Node }
  | { readonly ok: false; readonly message: string; readonly position: number }

export interface ParseOptions {
  readonly home: Home
  readonly style?: 'A1' | 'R1C1'
}

/** Excel stores at most 8,192 characters; formulas of other programs and decoded binary formulas can be longer. */
const MAX_LENGTH = 65_536
/** Excel nests 64 calls; parentheses and operators add to that. */
const MAX_DEPTH = 250

/** Parses a formula text without its leading `=`. */
export function parseFormula(text: string, options: ParseOptions): ParseResult {
  if (text.length > MAX_LENGTH) {
    return { ok: false, message: `The formula has more than ${MAX_LENGTH} characters`, position: MAX_LENGTH }
  }
  try {
    return { ok: true, tree: new Parser(text, options).formula() }
  } catch (problem) {
    if (!(problem instanceof FormulaSyntaxError)) throw problem
    return { ok: false, message: problem.message, position: problem.position }
  }
}

const FUNCTION_VALUE = /^(?:_xlfn\.)?_xleta\./i
const STORAGE_PREFIX = /^(?:_xlfn\.|_xlws\.|_xlpm\.|_xlop\.|_xleta\.)+/i

/** How files store the ranges without the blanks around them: `A1:.A9` is `_xlfn._TRO_TRAILING(A1:A9)`. */
const TRIMMED_RANGES: ReadonlyMap<string, TrimOperator> = new Map([
  ['_TRO_LEADING', '.:'],
  ['_TRO_TRAILING', ':.'],
  ['_TRO_ALL', '.:.'],
])

/** What TRIMRANGE takes away of such a range. */
const TRIMS: Readonly<Record<TrimOperator, number>> = { '.:': 1, ':.': 2, '.:.': 3 }

/** Cells, columns or rows with such an operator between them, as Excel shows them. */
const SHOWN_TRIM = /(\$?[A-Za-z]{0,3}\$?\d{0,7})(\.:\.?|:\.)(\$?[A-Za-z]{0,3}\$?\d{0,7})(?![\w.\\?$![\u0080-\uffff])/y

/** Such a range is what TRIMRANGE gives. */
function trimmedRange(range: Node, operator: TrimOperator, start: number, end: number): Node {
  const trim: Node = { kind: 'number', value: TRIMS[operator], start: range.end, end: range.end }
  return { kind: 'call', name: 'TRIMRANGE', args: [range, trim, trim], trimOperator: operator, start, end }
}

class Parser {
  private position = 0
  private depth = 0
  /** A comma is the union operator inside parentheses and at top level, and separates arguments inside a call. */
  private unionAllowed = true
  private readonly text: string
  private readonly home: Home
  private readonly r1c1: boolean

  constructor(text: string, options: ParseOptions) {
    this.text = text
    this.home = options.home
    this.r1c1 = options.style === 'R1C1'
  }

  formula(): Node {
    this.skipSpace()
    const tree = this.expression(0)
    this.skipSpace()
    if (this.position < this.text.length) this.fail(`"${this.text.charAt(this.position)}" is not expected here`)
    return tree
  }

  private expression(minimum: number): Node {
    if (++this.depth > MAX_DEPTH) this.fail('The formula is nested too deeply')
    let left = this.operand()
    for (;;) {
      const next = this.continuation(left, minimum)
      if (!next) break
      left = next
    }
    this.depth--
    return left
  }

  /** Applies the next operator to the left operand; undefined at the end of the expression. */
  private continuation(left: Node, minimum: number): Node | undefined {
    const { text } = this
    const char = text.charAt(this.position)
    if (char === '#' && minimum <= POSTFIX_BINDING && !scanError(text, this.position)) {
      this.position++
      return { kind: 'spill', operand: left, start: left.start, end: this.position }
    }
    if (char === '(' && isCallable(left)) {
      const args = this.callArguments()
      return { kind: 'invoke', callee: left, args, start: left.start, end: this.position }
    }
    const afterSpace = skipSpace(text, this.position)
    if (
      afterSpace > this.position &&
      minimum <= BINDING[' '] &&
      isReferenceLike(left) &&
      this.startsReference(afterSpace)
    ) {
      this.position = afterSpace
      return this.binary(' ', left)
    }
    const at = afterSpace
    const operator = operatorAt(text, at)
    if (operator === '%') {
      if (minimum > PERCENT_BINDING) return undefined
      this.position = at + 1
      return { kind: 'percent', operand: left, start: left.start, end: this.position }
    }
    if (operator === undefined || (operator === ',' && !this.unionAllowed)) return undefined
    if (BINDING[operator] < minimum) return undefined
    this.position = at + operator.length
    return this.binary(operator, left)
  }

  private binary(operator: BinaryNode['operator'], left: Node): Node {
    this.skipSpace()
    const right = this.expression(BINDING[operator] + 1)
    const span = { start: left.start, end: right.end }
    if (operator === ':' && left.kind === 'cell' && right.kind === 'cell' && !right.prefix) {
      return { kind: 'area', ...prefixed(left.prefix), from: left.point, to: right.point, ...span }
    }
    return { kind: 'binary', operator, left, right, ...span }
  }

  private operand(): Node {
    this.skipSpace()
    const { text } = this
    const start = this.position
    const char = text.charAt(start)
    switch (char) {
      case '':
        return this.fail('The formula ends too early')
      case '"': {
        const { value, end } = scanQuoted(text, start)
        this.position = end
        return { kind: 'text', value, start, end }
      }
      case '(':
        return this.group()
      case '{':
        return this.arrayConstant()
      case '+':
      case '-':
      case '@': {
        this.position++
        const operand = this.expression(PREFIX_BINDING)
        return { kind: 'unary', operator: char, operand, start, end: operand.end }
      }
      case '#':
        return this.errorLiteral(start)
      case "'":
        return this.quotedPrefix()
      case '[':
        return this.bracket()
      case '!':
        this.position++
        return this.afterPrefix({}, start)
      default:
        return this.numberOrWord()
    }
  }

  private group(): Node {
    const start = this.position
    this.position++
    const outer = this.unionAllowed
    this.unionAllowed = true
    const inner = this.expression(0)
    this.unionAllowed = outer
    this.expect(')')
    return { kind: 'group', inner, start, end: this.position }
  }

  /** Excel refuses numbers outside the range of a double. */
  private finite(digits: string): number {
    const value = Number(digits)
    if (!Number.isFinite(value)) this.fail('This number is too large')
    return value
  }

  private errorLiteral(start: number): Node {
    const found = scanError(this.text, this.position)
    if (!found) return this.fail('"#" is not expected here')
    this.position += found.length
    const lost = found.value.code === '#REF!' ? this.afterLostSheet() : 0
    this.position += lost
    return { kind: 'error', value: found.value, start, end: this.position }
  }

  /** Excel writes `#REF!A1` and `#REF!$A$1:$B$2` for a deleted sheet: the address after it is meaningless. */
  private afterLostSheet(): number {
    const word = scanWord(this.text, this.position)
    if (word === undefined) {
      const again = scanError(this.text, this.position)
      return again ? again.length : 0
    }
    let length = word.length
    if (this.text.charAt(this.position + length) === ':') {
      const second = scanWord(this.text, this.position + length + 1)
      if (second !== undefined) length += 1 + second.length
    }
    return length
  }

  private arrayConstant(): Node {
    const start = this.position
    this.position++
    const rows: ArrayElement[][] = [[]]
    for (;;) {
      rows[rows.length - 1]?.push(this.arrayElement())
      this.skipSpace()
      const char = this.text.charAt(this.position)
      this.position++
      if (char === '}') break
      if (char === ';') rows.push([])
      else if (char !== ',') this.fail('An array constant needs , ; or } here', this.position - 1)
    }
    const width = rows[0]?.length ?? 0
    if (rows.some((row) => row.length !== width)) this.fail('The rows of an array constant must be equally long', start)
    return { kind: 'array', rows, start, end: this.position }
  }

  private arrayElement(): ArrayElement {
    this.skipSpace()
    const { text } = this
    let sign = 1
    let signed = false
    while (text.charAt(this.position) === '-' || text.charAt(this.position) === '+') {
      if (text.charAt(this.position) === '-') sign = -sign
      signed = true
      this.position++
      this.skipSpace()
    }
    const number = scanNumber(text, this.position)
    if (number !== undefined) {
      this.position += number.length
      return sign * this.finite(number)
    }
    if (signed) this.fail('A number is expected here')
    if (text.charAt(this.position) === '"') {
      const { value, end } = scanQuoted(text, this.position)
      this.position = end
      return value
    }
    const error = scanError(text, this.position)
    if (error) {
      this.position += error.length
      return error.value
    }
    const word = scanWord(text, this.position)?.toUpperCase()
    if (word !== 'TRUE' && word !== 'FALSE') return this.fail('Only constants may stand in an array constant')
    this.position += word.length
    return word === 'TRUE'
  }

  /** `'My sheet'!A1`, `'Jan:Dec'!A1`, `'C:\x\[Book.xlsx]Sheet'!A1`. */
  private quotedPrefix(): Node {
    const start = this.position
    const { value, end } = scanQuoted(this.text, start)
    if (this.text.charAt(end) !== '!') this.fail('A quoted name must be followed by !', end)
    this.position = end + 1
    return this.afterPrefix(splitQuotedPrefix(value), start)
  }

  /** `[1]Sheet!A1`, `[1]!Name`, or a structured reference inside its own table. */
  private bracket(): Node {
    const start = this.position
    const { inner, end } = scanBracket(this.text, start)
    if (this.text.charAt(end) === '!') {
      this.position = end + 1
      return this.afterPrefix({ book: inner }, start)
    }
    const sheets = this.sheetsAt(end)
    if (sheets) {
      this.position = sheets.end
      return this.afterPrefix({ book: inner, ...sheets.prefix }, start)
    }
    this.position = end
    return { kind: 'table', ...parseTableParts(inner, start), start, end }
  }

  /** `Sheet1!` or `Sheet1:Sheet3!` at this position. */
  private sheetsAt(position: number): { prefix: Prefix; end: number } | undefined {
    const { text } = this
    const sheet = scanSheetWord(text, position)
    if (sheet === undefined) return undefined
    let end = position + sheet.length
    if (text.charAt(end) === '!') return { prefix: { sheet }, end: end + 1 }
    if (text.charAt(end) !== ':') return undefined
    const lastSheet = scanSheetWord(text, end + 1)
    if (lastSheet === undefined) return undefined
    end += 1 + lastSheet.length
    return text.charAt(end) === '!' ? { prefix: { sheet, lastSheet }, end: end + 1 } : undefined
  }

  private afterPrefix(prefix: Prefix, start: number): Node {
    const { text } = this
    if (text.charAt(this.position) === '#') return this.errorLiteral(start)
    if (text.charAt(this.position) === "'") {
      const { value, end } = scanQuoted(text, this.position)
      this.position = end
      return { kind: 'name', ...prefixed(prefix), name: value, start, end }
    }
    const reference = this.reference(prefix, start)
    if (reference) return reference
    const word = scanWord(text, this.position)
    if (word === undefined) return this.fail('A reference or a name is expected here')
    return this.namedThing(word, prefix, start)
  }

  private numberOrWord(): Node {
    const start = this.position
    const sheets = this.sheetsAt(start)
    if (sheets) {
      this.position = sheets.end
      return this.afterPrefix(sheets.prefix, start)
    }
    const reference = this.reference(undefined, start)
    if (reference) return reference
    const number = scanNumber(this.text, start)
    if (number !== undefined) {
      this.position += number.length
      return { kind: 'number', value: this.finite(number), start, end: this.position }
    }
    const word = scanWord(this.text, start)
    if (word === undefined) return this.fail(`"${this.text.charAt(start)}" is not expected here`)
    return this.namedThing(word, undefined, start)
  }

  /** A cell, or whole columns or rows. The range operator joins `A1:B2` later. */
  private reference(prefix: Prefix | undefined, start: number): Node | undefined {
    if (this.r1c1) return this.r1c1Reference(prefix, start)
    return this.trimmedReference(prefix, start) ?? this.a1Reference(prefix, start)
  }

  /** A range as Excel shows it without the blanks around it: `A1:.B9`, `A.:.A`. */
  private trimmedReference(prefix: Prefix | undefined, start: number): Node | undefined {
    const { text, home, position } = this
    SHOWN_TRIM.lastIndex = position
    const found = SHOWN_TRIM.exec(text)
    if (!found) return undefined
    const [whole, first = '', operator = '', last = ''] = found
    const end = position + whole.length
    const span = { ...prefixed(prefix), start, end }
    const trimmed = (range: Node): Node => {
      this.position = end
      return trimmedRange(range, operator as TrimOperator, start, end)
    }
    const [fromPoint, toPoint] = [pointOf(first, home), pointOf(last, home)]
    if (fromPoint && toPoint) return trimmed({ kind: 'area', from: fromPoint, to: toPoint, ...span })
    const [fromColumn, toColumn] = [columnOf(first, home), columnOf(last, home)]
    if (fromColumn && toColumn) return trimmed({ kind: 'columns', from: fromColumn, to: toColumn, ...span })
    const [fromRow, toRow] = [rowOf(first, home), rowOf(last, home)]
    return fromRow && toRow ? trimmed({ kind: 'rows', from: fromRow, to: toRow, ...span }) : undefined
  }

  private a1Reference(prefix: Prefix | undefined, start: number): Node | undefined {
    const { text, home, position } = this
    const word = scanWord(text, position) ?? scanDigits(text, position)
    if (word === undefined) return undefined
    const end = position + word.length
    const behind = text.charAt(end)
    if (behind === '(' || behind === '[') return undefined
    const point = pointOf(word, home)
    if (point) {
      this.position = end
      return { kind: 'cell', ...prefixed(prefix), point, start, end }
    }
    if (behind !== ':') return undefined
    const partner = scanWord(text, end + 1) ?? scanDigits(text, end + 1)
    if (partner === undefined || isWordContinued(text, end + 1 + partner.length)) return undefined
    const column = columnOf(word, home)
    const lastColumn = column && columnOf(partner, home)
    if (column && lastColumn) return this.lines('columns', prefix, column, lastColumn, start, end + 1 + partner.length)
    const row = rowOf(word, home)
    const lastRow = row && rowOf(partner, home)
    if (row && lastRow) return this.lines('rows', prefix, row, lastRow, start, end + 1 + partner.length)
    return undefined
  }

  private r1c1Reference(prefix: Prefix | undefined, start: number): Node | undefined {
    const { text, home, position } = this
    const first = r1c1At(text, position, home)
    if (!first) return undefined
    const end = position + first.length
    if (first.kind === 'point') {
      this.position = end
      return { kind: 'cell', ...prefixed(prefix), point: first.point, start, end }
    }
    const kind = first.kind === 'row' ? 'rows' : 'columns'
    const second = text.charAt(end) === ':' ? r1c1At(text, end + 1, home) : undefined
    if (second?.kind === first.kind) {
      return this.lines(kind, prefix, first.coordinate, second.coordinate, start, end + 1 + second.length)
    }
    return this.lines(kind, prefix, first.coordinate, first.coordinate, start, end)
  }

  private lines(
    kind: 'columns' | 'rows',
    prefix: Prefix | undefined,
    from: Coordinate,
    to: Coordinate,
    start: number,
    end: number,
  ): Node {
    this.position = end
    return { kind, ...prefixed(prefix), from, to, start, end }
  }

  private namedThing(word: string, prefix: Prefix | undefined, start: number): Node {
    this.position += word.length
    const char = this.text.charAt(this.position)
    if (char === '(') return this.call(word, prefix, start)
    if (char === '[') {
      const { inner, end } = scanBracket(this.text, this.position)
      const parts = parseTableParts(inner, this.position)
      this.position = end
      const book = prefix?.book ?? prefix?.sheet
      return { kind: 'table', ...(book === undefined ? {} : { book }), table: word, ...parts, start, end }
    }
    const upper = word.toUpperCase()
    if (!prefix && (upper === 'TRUE' || upper === 'FALSE')) {
      return { kind: 'boolean', value: upper === 'TRUE', start, end: this.position }
    }
    const optional = /^_xlop\./i.test(word) ? { optional: true as const } : {}
    const name = word.replace(STORAGE_PREFIX, '')
    const marked = FUNCTION_VALUE.test(word) ? { isFunction: true as const } : {}
    return { kind: 'name', ...prefixed(prefix), name, ...optional, ...marked, start, end: this.position }
  }

  private call(word: string, prefix: Prefix | undefined, start: number): Node {
    const name = word.replace(STORAGE_PREFIX, '')
    const args = this.callArguments()
    const end = this.position
    const only = args.length === 1 ? args[0] : undefined
    if (only && only.kind !== 'missing' && !prefix && name !== word) {
      if (name.toUpperCase() === 'SINGLE') return { kind: 'unary', operator: '@', operand: only, start, end }
      if (name.toUpperCase() === 'ANCHORARRAY') return { kind: 'spill', operand: only, start, end }
      const trim = TRIMMED_RANGES.get(name.toUpperCase())
      if (trim) return trimmedRange(only, trim, start, end)
    }
    const variable = /^_xlpm\./i.test(word) ? { variable: true as const } : {}
    return { kind: 'call', ...prefixed(prefix), name, ...variable, args, start, end }
  }

  private callArguments(): Node[] {
    this.position++
    const outer = this.unionAllowed
    this.unionAllowed = false
    const args: Node[] = []
    for (;;) {
      this.skipSpace()
      const char = this.text.charAt(this.position)
      if (char === ',' || char === ')') args.push({ kind: 'missing', start: this.position, end: this.position })
      else args.push(this.expression(0))
      this.skipSpace()
      const separator = this.text.charAt(this.position)
      if (separator === ')') break
      if (separator !== ',')
        this.fail(separator === '' ? 'A closing parenthesis is missing' : 'A comma or ) is expected here')
      this.position++
    }
    this.position++
    this.unionAllowed = outer
    return args.length === 1 && args[0]?.kind === 'missing' ? [] : args
  }

  private startsReference(position: number): boolean {
    const char = this.text.charAt(position)
    if (char === "'" || char === '[' || char === '(') return true
    if (char === '#') return scanError(this.text, position)?.value.code === '#REF!'
    if (/\d/.test(char)) return /^\d+:\$?\d/.test(this.text.slice(position, position + 18))
    return scanWord(this.text, position) !== undefined
  }

  private expect(char: string): void {
    this.skipSpace()
    if (this.text.charAt(this.position) !== char) this.fail(`"${char}" is missing here`)
    this.position++
  }

  private skipSpace(): void {
    this.position = skipSpace(this.text, this.position)
  }

  private fail(message: string, position = this.position): never {
    throw new FormulaSyntaxError(message, position)
  }
}

function isCallable(node: Node): boolean {
  return node.kind === 'invoke' || node.kind === 'group' || node.kind === 'call'
}

const REFERENCE_KINDS: ReadonlySet<Node['kind']> = new Set([
  'cell',
  'area',
  'columns',
  'rows',
  'name',
  'table',
  'call',
  'invoke',
  'spill',
  'binary',
  'group',
  'error',
])

function isReferenceLike(node: Node): boolean {
  return REFERENCE_KINDS.has(node.kind)
}
