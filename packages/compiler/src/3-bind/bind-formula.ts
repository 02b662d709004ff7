import { acceptsCount, isLifted, paramAt } from '@sheetwright/runtime/invoke.ts'
import type { FunctionDefinition, LabelledCells } from '@sheetwright/runtime/functions/definition.ts'
import { errors, Matrix } from '@sheetwright/runtime/values.ts'
import type { BinaryNode, CallNode, Coordinate, NameNode, Node, Point, Prefix, TableNode } from '../2-parse/tree.ts'
import type { DefinedName, ExternalLink, Table } from '../model/workbook.ts'
import { type Bound, type BoundName, OWN_SHEET, type UncomputableCause } from './bound.ts'
import type { Directory } from './directory.ts'
import { OUTSIDE_SERVICES } from './outside-services.ts'

/** What a formula can see from its cell. */
export interface Scope {
  readonly directory: Directory
  readonly functions: ReadonlyMap<string, FunctionDefinition>
  /** The sheet whose own names take precedence. */
  readonly sheet: number
  /** The table that contains the formula's cell, for structured references without a table name. */
  readonly table: Table | undefined
  readonly name: (definition: DefinedName) => BoundName
  /** Labels that stand for cells in a formula of this row; names of the workbook take precedence. */
  readonly labels: { readonly cells: LabelledCells; readonly row: number } | undefined
}

/** Variables of LET and LAMBDA, innermost first. */
interface Variables {
  readonly name: string
  readonly slot: number
  readonly next: Variables | undefined
}

export function bindFormula(tree: Node, scope: Scope): Bound {
  return new Binder(scope).bind(tree, undefined)
}

class Binder {
  private slots = 0
  private readonly scope: Scope

  constructor(scope: Scope) {
    this.scope = scope
  }

  bind(node: Node, variables: Variables | undefined): Bound {
    switch (node.kind) {
      case 'number':
      case 'text':
      case 'boolean':
      case 'error':
        return { kind: 'constant', value: node.value }
      case 'array':
        return { kind: 'constant', value: Matrix.fromRows(node.rows) }
      case 'missing':
        return { kind: 'missing' }
      case 'cell':
        return this.area(node.prefix, node.point, node.point)
      case 'area':
        return this.area(node.prefix, node.from, node.to)
      case 'columns':
        return this.area(
          node.prefix,
          { row: FIRST, col: node.from },
          { row: { relative: false, value: this.scope.directory.workbook.grid.rows - 1 }, col: node.to },
        )
      case 'rows':
        return this.area(
          node.prefix,
          { row: node.from, col: FIRST },
          { row: node.to, col: { relative: false, value: this.scope.directory.workbook.grid.cols - 1 } },
        )
      case 'name':
        return this.name(node, variables)
      case 'table':
        return this.table(node)
      case 'call':
        return this.call(node, variables)
      case 'invoke':
        return { kind: 'apply', callee: this.bind(node.callee, variables), args: this.passedAll(node.args, variables) }
      case 'unary': {
        const kind = node.operator === '-' ? 'negate' : node.operator === '+' ? 'plus' : 'single'
        return { kind, operand: this.bind(node.operand, variables) }
      }
      case 'percent':
      case 'spill':
        return { kind: node.kind, operand: this.bind(node.operand, variables) }
      case 'group':
        return { kind: 'group', operand: this.bind(node.inner, variables) }
      case 'binary':
        return this.binary(node, variables)
    }
  }

  /** A long sum is a left-deep tree; a loop over it keeps the stack flat. */
  private binary(node: BinaryNode, variables: Variables | undefined): Bound {
    const spine = [node]
    let first: Node = node.left
    while (first.kind === 'binary') {
      spine.push(first)
      first = first.left
    }
    let left = this.bind(first, variables)
    for (let entry = spine.pop(); entry; entry = spine.pop()) {
      left = spansBooks(entry)
        ? { kind: 'constant', value: errors.value }
        : combined(entry.operator, left, this.bind(entry.right, variables))
    }
    return left
  }

  private all(nodes: readonly Node[], variables: Variables | undefined): Bound[] {
    return nodes.map((node) => this.bind(node, variables))
  }

  private area(prefix: Prefix | undefined, from: Point, to: Point): Bound {
    if (prefix && otherBook(prefix) !== undefined) return this.external(prefix, from, to)
    if (prefix?.sheet === undefined) return reference(OWN_SHEET, OWN_SHEET, from, to)
    const { directory } = this.scope
    const sheet = directory.sheet(prefix.sheet)
    const last = prefix.lastSheet === undefined ? sheet : directory.sheet(prefix.lastSheet)
    if (sheet === undefined || last === undefined) return refError
    return reference(Math.min(sheet, last), Math.max(sheet, last), from, to)
  }

  private external(prefix: Prefix, from: Point, to: Point): Bound {
    const link = this.link(prefix.book ?? '')
    const wanted = prefix.sheet?.toLowerCase()
    const sheet = link?.sheets.find(({ name }) => name.toLowerCase() === wanted)
    if (sheet && isGone(sheet)) return refError
    const description = `[${link?.target ?? prefix.book}]${prefix.sheet ?? ''}`
    return { kind: 'external', description, cells: sheet?.cells, from, to }
  }

  private link(book: string): ExternalLink | undefined {
    const { externalLinks } = this.scope.directory.workbook
    if (/^\d+$/.test(book)) return externalLinks[Number(book) - 1]
    const file = fileName(book)
    return externalLinks.find(({ target }) => target !== undefined && fileName(target) === file)
  }

  private name(node: NameNode, variables: Variables | undefined): Bound {
    const variable = node.prefix ? undefined : find(node.name, variables)
    if (variable) return { kind: 'variable', slot: variable.slot }
    const passed = node.isFunction ? this.passedFunction(node, variables) : undefined
    if (passed) return passed
    const book = otherBook(node.prefix)
    if (book !== undefined) return this.externalName(book, node.prefix?.sheet, node.name)
    const { directory } = this.scope
    const home = this.homeOf(node.prefix)
    if (home === undefined) {
      // The prefix may be the workbook's own file name.
      const own = directory.name(node.name, this.scope.sheet)
      return own ? this.useName(own) : { kind: 'constant', value: errors.ref }
    }
    const definition = directory.name(node.name, home)
    if (definition) return (isUndefined(definition) ? this.label(node) : undefined) ?? this.useName(definition)
    const table = directory.table(node.name)
    if (table) return { kind: 'fixedArea', sheet: table.sheet, range: dataRange(table) }
    return this.label(node) ?? { kind: 'constant', value: errors.name }
  }

  /** The sheet whose names a prefix means; undefined if there is no such sheet. */
  private homeOf(prefix: Prefix | undefined): number | undefined {
    if (prefix?.sheet !== undefined) return this.scope.directory.sheet(prefix.sheet)
    return prefix?.book === OWN_BOOK ? NO_SHEET : this.scope.sheet
  }

  private isLabel(node: NameNode): boolean {
    const { directory, sheet } = this.scope
    const definition = directory.name(node.name, sheet)
    if ((definition && !isUndefined(definition)) || directory.table(node.name)) return false
    return this.label(node) !== undefined
  }

  private label(node: NameNode): Bound | undefined {
    const { labels } = this.scope
    const cell = node.prefix ? undefined : labels?.cells.get(node.name.toLowerCase())
    if (!cell || !labels) return undefined
    const row = { relative: true, value: cell.row - labels.row }
    return { kind: 'cell', sheet: cell.sheet, point: { row, col: { relative: false, value: cell.col } } }
  }

  private useName(definition: DefinedName): Bound {
    if (definition.macro !== 'none') return uncomputable(definition.macro, definition.name)
    return { kind: 'name', name: this.scope.name(definition) }
  }

  private externalName(book: string, home: string | undefined, name: string): Bound {
    const link = this.link(book)
    const text = link && textOfName(link, home, name)
    const target = text === undefined ? undefined : EXTERNAL_NAME.exec(text)
    const description = `[${link?.target ?? book}]${home ?? ''}!${name}`
    if (!link || !target) return uncomputable('externalLink', description)
    const sheetName = (target[1] ?? target[2] ?? '')
      .replaceAll("''", "'")
      .replace(/^\[[^\]]*\]/, '')
      .toLowerCase()
    const sheet = link.sheets.find((entry) => entry.name.toLowerCase() === sheetName)
    if (sheet && isGone(sheet)) return refError
    const from = absolutePoint(target[3] ?? '', target[4] ?? '')
    const to = target[5] === undefined ? from : absolutePoint(target[5], target[6] ?? '')
    return { kind: 'external', description, cells: sheet?.cells, from, to }
  }

  private table(node: TableNode): Bound {
    if (node.book !== undefined && !this.scope.directory.table(node.table ?? '')) {
      return uncomputable('externalLink', `${node.book}!${node.table ?? ''}`)
    }
    const table = node.table === undefined ? this.scope.table : this.scope.directory.table(node.table)
    if (!table) return refError
    const first = node.firstColumn === undefined ? 0 : columnIndex(table, node.firstColumn)
    const last = node.lastColumn === undefined ? table.columns.length - 1 : columnIndex(table, node.lastColumn)
    if (first < 0 || last < 0) return refError
    const left = table.range.left + Math.min(first, last)
    const right = table.range.left + Math.max(first, last)
    if (node.items.includes('thisRow')) return { kind: 'tableRow', table, left, right }
    const rows = tableRows(table, node)
    return rows ? { kind: 'fixedArea', sheet: table.sheet, range: { ...rows, left, right } } : refError
  }

  private call(node: CallNode, variables: Variables | undefined): Bound {
    const upper = node.name.toUpperCase()
    // A function name takes precedence over a variable of the same name: HOUR(hour).
    const isVariable = !node.prefix && (node.variable || !this.scope.functions.has(upper))
    const variable = isVariable ? find(node.name, variables) : undefined
    if (variable) {
      return {
        kind: 'apply',
        callee: { kind: 'variable', slot: variable.slot },
        args: this.passedAll(node.args, variables),
      }
    }
    if (otherBook(node.prefix) !== undefined) return uncomputable('vba', node.name)
    if (upper === 'LET') return this.letForm(node, variables)
    if (upper === 'LAMBDA') return this.lambdaForm(node, variables)
    if (upper === 'ISOMITTED') return this.isOmittedForm(node, variables)
    const definition = this.scope.functions.get(upper)
    if (definition) return this.functionCall(definition, node, variables)
    const home = this.homeOf(node.prefix)
    const named = home === undefined ? undefined : this.scope.directory.name(node.name, home)
    if (named) {
      const callee = this.useName(named)
      return callee.kind === 'uncomputable'
        ? callee
        : { kind: 'apply', callee, args: this.passedAll(node.args, variables) }
    }
    if (OUTSIDE_SERVICES.has(upper)) return uncomputable('outsideService', upper)
    return uncomputable('vba', upper)
  }

  private functionCall(definition: FunctionDefinition, node: CallNode, variables: Variables | undefined): Bound {
    if (!acceptsCount(definition, node.args.length)) return { kind: 'constant', value: errors.value }
    const args = node.args.map((arg, i) => {
      const param = paramAt(definition, i)
      const takesFunction = param?.kind === 'lambda' || param?.functions
      const passed = takesFunction ? this.passedFunction(arg, variables) : undefined
      if (passed) return passed
      // For a function that takes ranges, a label is ambiguous: it may mean one field or the whole column.
      if (param && !isLifted(param) && arg.kind === 'name' && !find(arg.name, variables) && this.isLabel(arg)) {
        return uncomputable('unreadableFormula', `the column label ${arg.name} as a range`)
      }
      return this.bind(arg, variables)
    })
    return { kind: 'call', definition, args }
  }

  /** Arguments of a LAMBDA, which may be function names. */
  private passedAll(nodes: readonly Node[], variables: Variables | undefined): Bound[] {
    return nodes.map((node) => this.passedFunction(node, variables) ?? this.bind(node, variables))
  }

  /** A function name where a LAMBDA is expected: BYROW(A1:B2,SUM). */
  private passedFunction(node: Node, variables: Variables | undefined): Bound | undefined {
    if (node.kind !== 'name' || node.prefix) return undefined
    if (!node.isFunction && this.isDefined(node.name, variables)) return undefined
    const definition = this.scope.functions.get(node.name.toUpperCase())
    return definition && { kind: 'function', definition }
  }

  private isDefined(name: string, variables: Variables | undefined): boolean {
    const { directory, sheet } = this.scope
    return (find(name, variables) ?? directory.name(name, sheet) ?? directory.table(name)) !== undefined
  }

  private letForm(node: CallNode, variables: Variables | undefined): Bound {
    const { args } = node
    const body = args.at(-1)
    if (!body || args.length % 2 === 0 || args.length < 3) return { kind: 'constant', value: errors.value }
    const slots: number[] = []
    const values: Bound[] = []
    let inner = variables
    for (let i = 0; i + 1 < args.length; i += 2) {
      const name = args[i]
      const value = args[i + 1]
      if (name?.kind !== 'name' || !value) return { kind: 'constant', value: errors.name }
      values.push(this.passedFunction(value, inner) ?? this.bind(value, inner))
      const slot = this.slots++
      slots.push(slot)
      inner = { name: name.name.toLowerCase(), slot, next: inner }
    }
    return { kind: 'let', slots, values, body: this.bind(body, inner) }
  }

  private lambdaForm(node: CallNode, variables: Variables | undefined): Bound {
    const body = node.args.at(-1)
    if (!body) return { kind: 'constant', value: errors.value }
    const slots: number[] = []
    let inner = variables
    let required = 0
    for (const param of node.args.slice(0, -1)) {
      const optional = param.kind === 'table' && param.table === undefined && param.items.length === 0
      const name = param.kind === 'name' ? param.name : optional ? param.firstColumn : undefined
      if (name === undefined) return { kind: 'constant', value: errors.name }
      const slot = this.slots++
      slots.push(slot)
      if (!optional && !(param.kind === 'name' && param.optional)) required = slots.length
      inner = { name: name.toLowerCase(), slot, next: inner }
    }
    return { kind: 'lambda', slots, required, body: this.bind(body, inner) }
  }

  private isOmittedForm(node: CallNode, variables: Variables | undefined): Bound {
    const only = node.args[0]
    const variable = only?.kind === 'name' ? find(only.name, variables) : undefined
    return variable ? { kind: 'isOmitted', slot: variable.slot } : { kind: 'constant', value: errors.value }
  }
}

/** A range from a cell of this workbook to one of another, which is always invalid. */
function spansBooks({ operator, left, right }: BinaryNode): boolean {
  return operator === ':' && isCells(left) && isCells(right) && isElsewhere(left) !== isElsewhere(right)
}

type CellsNode = Extract<Node, { kind: 'cell' | 'area' }>

function isCells(node: Node): node is CellsNode {
  return node.kind === 'cell' || node.kind === 'area'
}

function isElsewhere({ prefix }: CellsNode): boolean {
  return otherBook(prefix) !== undefined
}

function combined(operator: BinaryNode['operator'], left: Bound, right: Bound): Bound {
  if (operator === ':') return { kind: 'range', left, right }
  if (operator === ' ') return { kind: 'intersection', left, right }
  if (operator === ',') return { kind: 'union', left, right }
  return { kind: 'operate', operator, left, right }
}

const FIRST: Coordinate = { relative: false, value: 0 }
const refError: Bound = { kind: 'constant', value: errors.ref }

/** Excel writes `[0]!Rate` for a name of the whole workbook that its formulas give with the workbook's own file name. */
const OWN_BOOK = '0'
/** In place of a sheet, of which no names are meant then. */
const NO_SHEET = -1

function otherBook(prefix: Prefix | undefined): string | undefined {
  return prefix?.book === OWN_BOOK ? undefined : prefix?.book
}

/** Excel could not read the sheet any more and cached nothing: its cells are #REF!. */
function isGone({ isLost, cells }: ExternalLink['sheets'][number]): boolean {
  return isLost === true && cells.size === 0
}

/** What a name of another workbook means: the one of the sheet `home`, else that of the whole workbook. */
function textOfName({ names, sheets }: ExternalLink, home: string | undefined, name: string): string | undefined {
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  const sheet = home === undefined ? undefined : sheets.findIndex((entry) => isSame(entry.name, home))
  const known = names.filter((entry) => isSame(entry.name, name))
  return (known.find((entry) => entry.sheet === sheet) ?? known.find((entry) => entry.sheet === undefined))?.text
}

/** The target of another workbook's name, as its link stores it: `Sheet1!$A$1`, `'My sheet'!$A$1:$B$2`. */
const EXTERNAL_NAME = /^(?:'((?:[^']|'')*)'|([^'!]+))!\$?([A-Z]{1,3})\$?(\d+)(?::\$?([A-Z]{1,3})\$?(\d+))?$/i

function absolutePoint(letters: string, digits: string): Point {
  let col = 0
  for (const letter of letters.toUpperCase()) col = col * 26 + letter.charCodeAt(0) - 64
  return { row: { relative: false, value: Number(digits) - 1 }, col: { relative: false, value: col - 1 } }
}

function reference(sheet: number, lastSheet: number, from: Point, to: Point): Bound {
  return from === to && sheet === lastSheet
    ? { kind: 'cell', sheet, point: from }
    : { kind: 'area', sheet, lastSheet, from, to }
}

/** A name that formulas use but nobody defined: an .xls file lists such names too. */
function isUndefined({ text }: DefinedName): boolean {
  return text.trim() === ''
}

function uncomputable(cause: UncomputableCause, what: string): Bound {
  return { kind: 'uncomputable', cause, what }
}

function find(name: string, variables: Variables | undefined): Variables | undefined {
  const key = name.toLowerCase()
  for (let entry = variables; entry; entry = entry.next) if (entry.name === key) return entry
  return undefined
}

function fileName(path: string): string {
  return decodeURIComponentSafely(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)).toLowerCase()
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The rows below the headings and above the totals. */
function dataRange(table: Table): Table['range'] {
  return {
    ...table.range,
    top: table.range.top + table.headerRows,
    bottom: table.range.bottom - table.totalsRows,
  }
}

function tableRows(table: Table, { items }: TableNode): { top: number; bottom: number } | undefined {
  const { range, headerRows, totalsRows } = table
  if (items.length === 0) return dataRange(table)
  if (items.includes('all')) return range
  const data = dataRange(table)
  const parts: { top: number; bottom: number }[] = []
  if (items.includes('headers')) {
    if (headerRows === 0) return undefined
    parts.push({ top: range.top, bottom: range.top + headerRows - 1 })
  }
  if (items.includes('data')) parts.push(data)
  if (items.includes('totals')) {
    if (totalsRows === 0) return undefined
    parts.push({ top: range.bottom - totalsRows + 1, bottom: range.bottom })
  }
  return {
    top: Math.min(...parts.map((part) => part.top)),
    bottom: Math.max(...parts.map((part) => part.bottom)),
  }
}

function columnIndex(table: Table, name: string): number {
  const wanted = plainColumn(name)
  return table.columns.findIndex((column) => plainColumn(column.name) === wanted)
}

/** A line break in a heading is stored as `_x000a_` in some places and as a line break in others. */
function plainColumn(name: string): string {
  return name
    .replace(/_x000([ad])_/gi, (_, digit: string) => (digit.toLowerCase() === 'a' ? '\n' : '\r'))
    .replace(/\r\n?/g, '\n')
    .trim()
    .toLowerCase()
}
