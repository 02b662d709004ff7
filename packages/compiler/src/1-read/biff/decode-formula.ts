import { columnName } from '../../model/address.ts'
import type { CellPosition } from '../../model/cell.ts'
import { reasonOf } from '../read-failure.ts'
import { binaryError } from './binary-values.ts'
import { ByteReader } from './byte-reader.ts'
import { binaryFunction } from './function-table.ts'

/** The differences between the binary formats inside a formula. */
export interface FormulaLayout {
  readonly rows: number
  readonly cols: number
  /** Token codes such as 0x1D are the same in every format; the storage of operands differs. */
  readonly operands: OperandReader
}

/**
 * Reads the operands whose stored form depends on the format. `extra` holds the bytes that follow the formula's tokens.
 */
export interface OperandReader {
  reference(from: ByteReader): StoredCell
  area(from: ByteReader): readonly [StoredCell, StoredCell]
  /** The sheets of a 3-D operand; undefined if they were deleted. Stored before the reference. */
  sheets(from: ByteReader, scope: FormulaScope): () => string | undefined
  text(from: ByteReader): string
  skipReference(from: ByteReader): void
  skipArea(from: ByteReader): void
  name(from: ByteReader): number
  externalName(from: ByteReader, scope: FormulaScope): string | undefined
  /** The cell that holds the text of a shared or array formula. */
  master(from: ByteReader, extra: ByteReader): CellPosition
  skipArray(from: ByteReader): void
  arrayConstant(extra: ByteReader): string
  skipMemory(extra: ByteReader): void
  table(from: ByteReader, scope: FormulaScope): string
}

/**
 * A cell as stored: a position, or an offset from the formula's cell if the flag says relative and the token allows it.
 */
export interface StoredCell {
  readonly row: number
  readonly col: number
  readonly rowRelative: boolean
  readonly colRelative: boolean
}

/** Resolves the indexes inside a formula. */
export interface FormulaScope {
  /** The text up to and including `!`; undefined for a deleted sheet. */
  sheetPrefix(index: number): string | undefined
  /** The same for sheets of this workbook given by their positions. */
  ownSheets(first: number, last: number): string | undefined
  name(index: number): string | undefined
  externalName(book: number, index: number): string | undefined
  table(id: number): { readonly name: string; readonly columns: readonly string[] } | undefined
}

/** The offsets that a shared formula reaches from its cell; they tell where it would wrap around the edges. */
export interface Reach {
  readonly up: number
  readonly down: number
  readonly left: number
  readonly right: number
}

export type DecodedFormula =
  | { readonly kind: 'text'; readonly text: string; readonly reach: Reach }
  /** Another cell holds the text: a shared or array formula, or a data table. */
  | { readonly kind: 'master'; readonly cell: CellPosition }
  | { readonly kind: 'unreadable'; readonly reason: string }

/** Decodes the tokens of a binary formula into its text in `cell`. */
export function decodeFormula(
  tokens: Buffer,
  extra: Buffer,
  cell: CellPosition,
  layout: FormulaLayout,
  scope: FormulaScope,
): DecodedFormula {
  try {
    return new Decoder(tokens, extra, cell, layout, scope).decode()
  } catch (failure) {
    return { kind: 'unreadable', reason: reasonOf(failure) }
  }
}

class Undecodable extends Error {}

const binary: Readonly<Record<number, string>> = {
  0x03: '+',
  0x04: '-',
  0x05: '*',
  0x06: '/',
  0x07: '^',
  0x08: '&',
  0x09: '<',
  0x0a: '<=',
  0x0b: '=',
  0x0c: '>=',
  0x0d: '>',
  0x0e: '<>',
  0x0f: ' ',
  0x10: ',',
  0x11: ':',
}

const USER_DEFINED = 0xff
/** Commands of old macro sheets have numbers of their own. They never run, so a made-up name is enough. */
const MACRO_COMMAND = 0x8000

class Decoder {
  private readonly tokens: ByteReader
  private readonly extra: ByteReader
  private readonly cell: CellPosition
  private readonly layout: FormulaLayout
  private readonly scope: FormulaScope
  private readonly stack: string[] = []
  private readonly reach = { up: 0, down: 0, left: 0, right: 0 }

  constructor(tokens: Buffer, extra: Buffer, cell: CellPosition, layout: FormulaLayout, scope: FormulaScope) {
    this.tokens = new ByteReader(tokens, 'a formula')
    this.extra = new ByteReader(extra, 'a formula')
    this.cell = cell
    this.layout = layout
    this.scope = scope
  }

  decode(): DecodedFormula {
    const { operands } = this.layout
    if (this.tokens.bytes[0] === 0x01 || this.tokens.bytes[0] === 0x02) {
      this.tokens.skip(1)
      return { kind: 'master', cell: operands.master(this.tokens, this.extra) }
    }
    while (this.tokens.left > 0) this.token(this.tokens.u8())
    const text = this.pop()
    if (this.stack.length > 0) throw new Undecodable('values are left over')
    return { kind: 'text', text, reach: this.reach }
  }

  private token(byte: number): void {
    const operator = binary[byte]
    if (operator !== undefined) {
      const right = this.pop()
      this.push(this.pop() + operator + right)
    } else if (byte < 0x20) this.basic(byte)
    else this.operand((byte & 0x1f) | 0x20)
  }

  private basic(byte: number): void {
    const { tokens } = this
    switch (byte) {
      case 0x12:
        return this.push(`+${this.pop()}`)
      case 0x13:
        return this.push(`-${this.pop()}`)
      case 0x14:
        return this.push(`${this.pop()}%`)
      case 0x15:
        return this.push(`(${this.pop()})`)
      case 0x16:
        return this.push('')
      case 0x17:
        return this.push(`"${this.layout.operands.text(tokens).replaceAll('"', '""')}"`)
      case 0x18:
        return this.extended(tokens.u8())
      case 0x19:
        return this.attribute(tokens.u8())
      case 0x1c:
        return this.push(errorText(tokens.u8()))
      case 0x1d:
        return this.push(tokens.u8() === 0 ? 'FALSE' : 'TRUE')
      case 0x1e:
        return this.push(String(tokens.u16()))
      case 0x1f:
        return this.push(numberText(tokens.f64()))
      default:
        throw new Undecodable(`token ${byte}`)
    }
  }

  private extended(kind: number): void {
    if (kind === 0x19) return this.push(this.layout.operands.table(this.tokens, this.scope))
    throw new Undecodable(kind === 0x1d ? 'a pivot table field' : 'labels used as references')
  }

  /** Attributes are hints for calculation and spacing; only the short form of SUM is part of the formula. */
  private attribute(kind: number): void {
    const { tokens } = this
    if (kind & 0x04) {
      const branches = tokens.u16()
      tokens.skip((branches + 1) * 2)
      return
    }
    tokens.skip(2)
    if (kind & 0x10) this.push(`SUM(${this.pop()})`)
  }

  private operand(kind: number): void {
    const { tokens, extra, scope } = this
    const { operands } = this.layout
    switch (kind) {
      case 0x20:
        operands.skipArray(tokens)
        return this.push(operands.arrayConstant(extra))
      case 0x21:
        return this.fixedCall(tokens.u16())
      case 0x22:
        return this.variableCall(tokens.u8() & 0x7f, tokens.u16())
      case 0x23:
        return this.push(known(scope.name(operands.name(tokens)), 'an unknown name'))
      case 0x24:
        return this.push(this.cellText(operands.reference(tokens)))
      case 0x25:
        return this.push(this.areaText(operands.area(tokens)))
      case 0x26:
        tokens.skip(6)
        return operands.skipMemory(extra)
      case 0x27:
      case 0x28:
        return tokens.skip(6)
      case 0x29:
      case 0x2e:
      case 0x2f:
        return tokens.skip(2)
      case 0x2a:
        operands.skipReference(tokens)
        return this.push('#REF!')
      case 0x2b:
        operands.skipArea(tokens)
        return this.push('#REF!')
      case 0x2c:
        return this.push(this.cellText(this.moved(operands.reference(tokens))))
      case 0x2d: {
        const [first, last] = operands.area(tokens)
        return this.push(this.areaText([this.moved(first), this.moved(last)]))
      }
      case 0x39:
        return this.push(known(operands.externalName(tokens, scope), 'an unknown external name'))
      case 0x3a: {
        const prefix = operands.sheets(tokens, scope)
        return this.pushOnSheet(prefix(), this.cellText(this.wrapped(operands.reference(tokens))))
      }
      case 0x3b: {
        const prefix = operands.sheets(tokens, scope)
        const [first, last] = operands.area(tokens)
        return this.pushOnSheet(prefix(), this.areaText([this.wrapped(first), this.wrapped(last)]))
      }
      case 0x3c:
        operands.sheets(tokens, scope)
        operands.skipReference(tokens)
        return this.push('#REF!')
      case 0x3d:
        operands.sheets(tokens, scope)
        operands.skipArea(tokens)
        return this.push('#REF!')
      default:
        throw new Undecodable(`token ${kind}`)
    }
  }

  private fixedCall(number: number): void {
    const definition = binaryFunction(number)
    if (definition?.arguments === undefined) throw new Undecodable(`function ${number}`)
    this.call(definition.name, definition.arguments)
  }

  private variableCall(count: number, number: number): void {
    if (number === USER_DEFINED) {
      const values = this.popMany(count)
      this.push(`${known(values[0], 'a function without a name')}(${values.slice(1).join(',')})`)
      return
    }
    if (number & MACRO_COMMAND) return this.call(`XLM.COMMAND.${number & ~MACRO_COMMAND}`, count)
    const definition = binaryFunction(number)
    if (!definition) throw new Undecodable(`function ${number}`)
    this.call(definition.name, count)
  }

  private call(name: string, count: number): void {
    this.push(`${name}(${this.popMany(count).join(',')})`)
  }

  /** Turns offsets into a position, wrapping around the edges of the sheet. */
  private moved(stored: StoredCell): StoredCell {
    const { rows, cols } = this.layout
    const { reach, cell } = this
    const row = stored.rowRelative ? cell.row + signed(stored.row, rows) : stored.row
    const col = stored.colRelative ? cell.col + signed(stored.col, cols) : stored.col
    if (stored.rowRelative) {
      reach.up = Math.max(reach.up, cell.row - row)
      reach.down = Math.max(reach.down, row - cell.row)
    }
    if (stored.colRelative) {
      reach.left = Math.max(reach.left, cell.col - col)
      reach.right = Math.max(reach.right, col - cell.col)
    }
    return this.wrapped({ ...stored, row, col })
  }

  private wrapped(stored: StoredCell): StoredCell {
    const { rows, cols } = this.layout
    return { ...stored, row: modulo(stored.row, rows), col: modulo(stored.col, cols) }
  }

  private cellText(cell: StoredCell): string {
    return columnText(cell) + rowText(cell)
  }

  private areaText([first, last]: readonly [StoredCell, StoredCell]): string {
    const { rows, cols } = this.layout
    if (first.row === 0 && last.row === rows - 1 && !(first.col === 0 && last.col === cols - 1)) {
      return `${columnText(first)}:${columnText(last)}`
    }
    if (first.col === 0 && last.col === cols - 1) return `${rowText(first)}:${rowText(last)}`
    return `${this.cellText(first)}:${this.cellText(last)}`
  }

  private pushOnSheet(prefix: string | undefined, reference: string): void {
    this.push(prefix === undefined ? '#REF!' : prefix + reference)
  }

  private push(text: string): void {
    this.stack.push(text)
  }

  private pop(): string {
    return known(this.stack.pop(), 'a value is missing')
  }

  private popMany(count: number): string[] {
    if (count > this.stack.length) throw new Undecodable('an argument is missing')
    return this.stack.splice(this.stack.length - count, count)
  }
}

function known(text: string | undefined, otherwise: string): string {
  if (text === undefined) throw new Undecodable(otherwise)
  return text
}

function modulo(value: number, size: number): number {
  return ((value % size) + size) % size
}

/** Offsets are stored modulo the size of the grid. */
function signed(stored: number, size: number): number {
  const distance = modulo(stored, size)
  return distance >= size / 2 ? distance - size : distance
}

function columnText({ col, colRelative }: StoredCell): string {
  return colRelative ? columnName(col) : `$${columnName(col)}`
}

function rowText({ row, rowRelative }: StoredCell): string {
  return rowRelative ? String(row + 1) : `$${row + 1}`
}

export function errorText(code: number): string {
  return known(binaryError(code)?.code, `error ${code}`)
}

export function numberText(number: number): string {
  if (!Number.isFinite(number)) throw new Undecodable('a number that is not finite')
  return String(number).toUpperCase()
}
