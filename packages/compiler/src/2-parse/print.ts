import { ExcelError } from '@sheetwright/runtime/values.ts'
import { columnName } from '../model/address.ts'
import { placed } from './placed.ts'
import type { Home } from './references.ts'
import { escapedColumn } from './table-reference.ts'
import type { ArrayElement, BinaryNode, Coordinate, Node, Point, Prefix, TableItem, TableNode } from './tree.ts'

/** The text of a tree in the cell at `home`, without `=`. The inverse of parsing, except for spaces. */
export function printFormula(node: Node, home: Home): string {
  switch (node.kind) {
    case 'number':
      return printNumber(node.value)
    case 'text':
      return quoted(node.value)
    case 'boolean':
      return node.value ? 'TRUE' : 'FALSE'
    case 'error':
      return node.value.code
    case 'array':
      return `{${node.rows.map((row) => row.map(printElement).join(',')).join(';')}}`
    case 'missing':
      return ''
    case 'cell':
      return printPrefix(node.prefix) + printPoint(node.point, home)
    case 'area':
      return `${printPrefix(node.prefix)}${printPoint(node.from, home)}:${printPoint(node.to, home)}`
    case 'columns':
      return `${printPrefix(node.prefix)}${printColumn(node.from, home)}:${printColumn(node.to, home)}`
    case 'rows':
      return `${printPrefix(node.prefix)}${printRow(node.from, home)}:${printRow(node.to, home)}`
    case 'name':
      return node.optional ? `[${node.name}]` : printPrefix(node.prefix) + node.name
    case 'table':
      return printTable(node)
    case 'call':
      if (node.trimOperator && isPlainRange(node.args[0]))
        return printFormula(node.args[0], home).replace(/:(?=[^:]*$)/, node.trimOperator)
      return `${printPrefix(node.prefix)}${node.name}${printArguments(node.args, home)}`
    case 'invoke':
      return `${printFormula(node.callee, home)}${printArguments(node.args, home)}`
    case 'unary':
      return `${node.operator}${printFormula(node.operand, home)}`
    case 'percent':
      return `${printFormula(node.operand, home)}%`
    case 'spill':
      return `${printFormula(node.operand, home)}#`
    case 'binary':
      return printBinary(node, home)
    case 'group':
      return `(${printFormula(node.inner, home)})`
  }
}

/** A range whose last colon is between its corners. */
function isPlainRange(node: Node | undefined): node is Extract<Node, { kind: 'area' | 'columns' | 'rows' }> {
  return node?.kind === 'area' || node?.kind === 'columns' || node?.kind === 'rows'
}

/** A long sum is a left-deep tree; a loop over it keeps the stack flat. */
function printBinary(node: BinaryNode, home: Home): string {
  const parts: string[] = []
  let left: Node = node
  for (; left.kind === 'binary'; left = left.left) parts.push(printFormula(left.right, home), left.operator)
  parts.push(printFormula(left, home))
  return parts.toReversed().join('')
}

function printArguments(args: readonly Node[], home: Home): string {
  return `(${args.map((arg) => printFormula(arg, home)).join(',')})`
}

function printNumber(value: number): string {
  return String(value).replace('e', 'E')
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

function printElement(element: ArrayElement): string {
  if (typeof element === 'number') return printNumber(element)
  if (typeof element === 'string') return quoted(element)
  if (element instanceof ExcelError) return element.code
  return element ? 'TRUE' : 'FALSE'
}

function printPoint(point: Point, home: Home): string {
  return printColumn(point.col, home) + printRow(point.row, home)
}

function printColumn(coordinate: Coordinate, home: Home): string {
  return (coordinate.relative ? '' : '$') + columnName(placed(coordinate, home.col, home.cols))
}

function printRow(coordinate: Coordinate, home: Home): string {
  return `${coordinate.relative ? '' : '$'}${placed(coordinate, home.row, home.rows) + 1}`
}

const PLAIN_SHEET = /^[A-Za-z_\u0080-\uffff][\w.\u0080-\uffff]*$/
const LOOKS_LIKE_CELL = /^(?:[A-Za-z]{1,3}\d+|[Rr]\d*[Cc]\d*|[Rr]\d+|[Cc]\d+|TRUE|FALSE)$/i

function printPrefix(prefix: Prefix | undefined): string {
  if (!prefix) return ''
  const { book, sheet, lastSheet } = prefix
  const plain =
    [sheet, lastSheet].every((name) => name === undefined || (PLAIN_SHEET.test(name) && !LOOKS_LIKE_CELL.test(name))) &&
    (book === undefined || /^[\w.]+$/.test(book))
  const sheets = lastSheet === undefined ? (sheet ?? '') : `${sheet}:${lastSheet}`
  if (plain) return `${book === undefined ? '' : `[${book}]`}${sheets}!`
  return `'${(printBook(book) + sheets).replaceAll("'", "''")}'!`
}

/** The path comes before the bracket, the file name inside. */
function printBook(book: string | undefined): string {
  if (book === undefined) return ''
  const slash = Math.max(book.lastIndexOf('\\'), book.lastIndexOf('/'))
  return `${book.slice(0, slash + 1)}[${book.slice(slash + 1)}]`
}

const ITEM_TEXT: Readonly<Record<TableItem, string>> = {
  all: '#All',
  data: '#Data',
  headers: '#Headers',
  totals: '#Totals',
  thisRow: '#This Row',
}

function printTable(node: TableNode): string {
  const { book, table, items, firstColumn, lastColumn } = node
  const name = `${book === undefined ? '' : printPrefix(/^\d+$/.test(book) ? { book } : { sheet: book })}${table ?? ''}`
  const columns = printColumns(firstColumn, lastColumn)
  if (items.length === 0 && columns === '') return `${name}[]`
  if (items.length === 0 && firstColumn === lastColumn) return `${name}[${escapedColumn(firstColumn ?? '')}]`
  if (items.length === 1 && columns === '') return `${name}[${ITEM_TEXT[items[0] as TableItem]}]`
  const pieces = items.map((item) => `[${ITEM_TEXT[item]}]`)
  return `${name}[${[...pieces, ...(columns === '' ? [] : [columns])].join(',')}]`
}

function printColumns(first: string | undefined, last: string | undefined): string {
  if (first === undefined || last === undefined) return ''
  const start = `[${escapedColumn(first)}]`
  return first === last ? start : `${start}:[${escapedColumn(last)}]`
}
