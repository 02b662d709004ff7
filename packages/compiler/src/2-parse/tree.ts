import type { ExcelError } from '@sheetwright/runtime/values.ts'

/**
 * The syntax tree of a formula: readonly plain data. Relative references hold offsets from the formula's cell, so one
 * tree serves every cell of a filled column. `start` and `end` are positions in the parsed text.
 */
export type Node =
  | NumberNode
  | TextNode
  | BooleanNode
  | ErrorNode
  | ArrayNode
  | MissingNode
  | CellNode
  | AreaNode
  | ColumnsNode
  | RowsNode
  | NameNode
  | TableNode
  | CallNode
  | InvokeNode
  | UnaryNode
  | PercentNode
  | SpillNode
  | BinaryNode
  | GroupNode

interface Span {
  readonly start: number
  readonly end: number
}

interface NumberNode extends Span {
  readonly kind: 'number'
  readonly value: number
}

interface TextNode extends Span {
  readonly kind: 'text'
  readonly value: string
}

interface BooleanNode extends Span {
  readonly kind: 'boolean'
  readonly value: boolean
}

interface ErrorNode extends Span {
  readonly kind: 'error'
  readonly value: ExcelError
}

export type ArrayElement = number | string | boolean | ExcelError

interface ArrayNode extends Span {
  readonly kind: 'array'
  readonly rows: readonly (readonly ArrayElement[])[]
}

/** An empty argument, such as the second one of `IF(A1,,2)`. */
interface MissingNode extends Span {
  readonly kind: 'missing'
}

/** One coordinate: an index from 0 or, if relative, the offset from the formula's cell. */
export interface Coordinate {
  readonly relative: boolean
  readonly value: number
}

export interface Point {
  readonly row: Coordinate
  readonly col: Coordinate
}

/** The prefix before `!`: a sheet, a run of sheets (3-D), a sheet of another workbook, or only another workbook. */
export interface Prefix {
  /** Index or file name of another workbook, as written between the brackets. */
  readonly book?: string
  readonly sheet?: string
  /** The last sheet of a 3-D reference. */
  readonly lastSheet?: string
}

interface CellNode extends Span {
  readonly kind: 'cell'
  readonly prefix?: Prefix
  readonly point: Point
}

interface AreaNode extends Span {
  readonly kind: 'area'
  readonly prefix?: Prefix
  readonly from: Point
  readonly to: Point
}

interface ColumnsNode extends Span {
  readonly kind: 'columns'
  readonly prefix?: Prefix
  readonly from: Coordinate
  readonly to: Coordinate
}

interface RowsNode extends Span {
  readonly kind: 'rows'
  readonly prefix?: Prefix
  readonly from: Coordinate
  readonly to: Coordinate
}

/** A defined name, or a variable of LET or LAMBDA; the binder decides which. */
export interface NameNode extends Span {
  readonly kind: 'name'
  readonly prefix?: Prefix
  readonly name: string
  /** A parameter of LAMBDA that may be left out, shown as `[name]`. */
  readonly optional?: true
  /** The file marks the name as a function passed as a value: `BYROW(A1:B2,_xleta.SUM)`. */
  readonly isFunction?: true
}

export type TableItem = 'all' | 'data' | 'headers' | 'totals' | 'thisRow'

/** A structured reference. Without `table` it means the table that contains the formula's cell. */
export interface TableNode extends Span {
  readonly kind: 'table'
  readonly book?: string
  readonly table?: string
  readonly items: readonly TableItem[]
  readonly firstColumn?: string
  readonly lastColumn?: string
}

/** A call by name. Storage prefixes are removed; `name` is spelled as in the text. */
export interface CallNode extends Span {
  readonly kind: 'call'
  readonly prefix?: Prefix
  readonly name: string
  /** The file marks the name as a variable of LET or LAMBDA, not a function. */
  readonly variable?: true
  readonly args: readonly Node[]
  /** The call of TRIMRANGE was written as a range with this operator: `A1:.A9`. */
  readonly trimOperator?: TrimOperator
}

/** A range without the blanks before it, after it, or both. */
export type TrimOperator = '.:' | ':.' | '.:.'

/** A call of a value: `LAMBDA(x,x+1)(2)`. */
interface InvokeNode extends Span {
  readonly kind: 'invoke'
  readonly callee: Node
  readonly args: readonly Node[]
}

interface UnaryNode extends Span {
  readonly kind: 'unary'
  readonly operator: '-' | '+' | '@'
  readonly operand: Node
}

interface PercentNode extends Span {
  readonly kind: 'percent'
  readonly operand: Node
}

interface SpillNode extends Span {
  readonly kind: 'spill'
  readonly operand: Node
}

export type ValueOperator = '+' | '-' | '*' | '/' | '^' | '&' | '=' | '<>' | '<' | '<=' | '>' | '>='

/** `:` (range), ` ` (intersection) and `,` (union) work on references, the others on values. */
export interface BinaryNode extends Span {
  readonly kind: 'binary'
  readonly operator: ValueOperator | ReferenceOperator
  readonly left: Node
  readonly right: Node
}

type ReferenceOperator = ':' | ' ' | ','

interface GroupNode extends Span {
  readonly kind: 'group'
  readonly inner: Node
}
