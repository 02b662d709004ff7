import type { FunctionDefinition, Param } from '@sheetwright/runtime/functions/definition.ts'
import { isLifted, paramAt } from '@sheetwright/runtime/invoke.ts'
import { Matrix } from '@sheetwright/runtime/values.ts'
import { placed } from '../2-parse/placed.ts'
import type { Coordinate, Point } from '../2-parse/tree.ts'
import { type Bound, type BoundCall, type BoundFormula, OWN_SHEET } from '../3-bind/bound.ts'
import type { ArrayFormula } from '../model/cell.ts'
import { partsOf } from '../3-bind/parts-of.ts'
import { formulaOf, withEachPart, withParts } from './rewrite.ts'

/** Functions that map over their arguments element by element; every argument is a single value. */
const ELEMENTWISE: ReadonlySet<string> = new Set(
  `
    ABS CEILING COS EXP FLOOR INT LN LOG LOG10 MOD POWER ROUND ROUNDDOWN ROUNDUP SIGN SIN SQRT TAN TRUNC NOT
    ISBLANK ISERROR ISNA ISNUMBER ISTEXT DATE DAY MONTH YEAR EDATE EOMONTH LEFT LEN LOWER MID RIGHT TRIM UPPER
  `
    .trim()
    .split(/\s+/),
)
/** Functions that return one of their arguments, element by element. */
const CHOOSING: ReadonlySet<string> = new Set(['IF', 'IFERROR', 'IFNA', 'CHOOSE'])
/** Functions that read whole ranges, once per element of their other arguments. */
const WHOLE: ReadonlySet<string> = new Set(
  `
    SUMIF SUMIFS COUNTIF COUNTIFS AVERAGEIF AVERAGEIFS MINIFS MAXIFS SUM MIN MAX AVERAGE COUNT COUNTA MATCH
    VLOOKUP HLOOKUP
  `
    .trim()
    .split(/\s+/),
)

/** Functions that take several indexes of columns or rows at once, unlike other arguments that are not lifted. */
const LOOKING_UP: ReadonlySet<string> = new Set(['VLOOKUP', 'HLOOKUP'])
const INDEX_OF_LINE = 2

/** Operators whose result is a number or an error. */
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '^'])

/** Formulas larger than this stay whole. */
const MOST_NODES = 400
/** A sum over an array of at most this many elements is written as a sum of terms. */
const MOST_TERMS = 24

interface Grid {
  readonly rows: number
  readonly cols: number
}

/** The per-cell formulas of array formulas whose elements can be computed one by one. */
export class ArrayElements {
  private readonly grid: Grid
  private readonly index: FunctionDefinition | undefined
  private readonly numbers = new Map<BoundFormula, number>()
  private readonly known = new Map<string, BoundFormula>()
  private readonly formulas = new Set<BoundFormula>()
  /** Array formulas whose cells may need each other. */
  private readonly whole = new Set<object>()

  constructor(grid: Grid, index: FunctionDefinition | undefined) {
    this.grid = grid
    this.index = index
  }

  /** Did this class make the formula? */
  has(formula: BoundFormula): boolean {
    return this.formulas.has(formula)
  }

  /** Computes this array as a whole from now on; true if this is a change. */
  keepWhole(array: object): boolean {
    if (this.whole.has(array)) return false
    this.whole.add(array)
    return true
  }

  /**
   * The formula of each cell of an array formula, the same for every cell; undefined if it must be computed as a whole.
   */
  formula(array: ArrayFormula, formula: BoundFormula): BoundFormula | undefined {
    if (this.whole.has(array)) return undefined
    const element = new Element(array, this.grid, this.index)
    const tree = element.formula(formula.tree)
    if (!tree) return undefined
    let number = this.numbers.get(formula)
    if (number === undefined) this.numbers.set(formula, (number = this.numbers.size))
    const { top, left, bottom, right } = array.range
    const key = `${number}/${top}-${bottom}/${right - left}/${element.isPlaced ? left : ''}`
    let known = this.known.get(key)
    if (!known) {
      known = formulaOf(tree)
      this.known.set(key, known)
      this.formulas.add(known)
    }
    return known
  }
}

class NotByElement extends Error {}

/**
 * EDATE and EOMONTH refuse a range of several cells but take each of its cells, and several columns of VLOOKUP count as
 * the first one for a single cell.
 */
function requireElements({ definition, args }: BoundCall): void {
  const index = LOOKING_UP.has(definition.name) ? args[INDEX_OF_LINE] : undefined
  if (index && (mayBeRange(index) || isArrayConstant(index))) throw new NotByElement()
  if (args.some((arg, i) => paramAt(definition, i)?.ranges === 'refuse' && mayBeRange(arg))) throw new NotByElement()
}

function isArrayConstant(node: Bound): boolean {
  if (node.kind === 'group') return isArrayConstant(node.operand)
  if (node.kind === 'name') return isArrayConstant(namedCells(node))
  return node.kind === 'constant' && node.value instanceof Matrix
}

/** Does a part refer to cells, perhaps to several, where arrays are expected? */
function mayBeRange(node: Bound): boolean {
  switch (node.kind) {
    case 'group':
      return mayBeRange(node.operand)
    case 'name':
      return mayBeRange(namedCells(node))
    case 'area':
    case 'fixedArea':
      return true
    case 'call':
      return CHOOSING.has(node.definition.name)
    default:
      return false
  }
}

/** Rewrites a formula over arrays as the formula of one element. */
class Element {
  /** The result depends on the array's first column. */
  isPlaced = false
  private readonly array: ArrayFormula
  private readonly grid: Grid
  private readonly index: FunctionDefinition | undefined
  private readonly rows: number
  private readonly cols: number
  private nodes = 0

  constructor(array: ArrayFormula, grid: Grid, index: FunctionDefinition | undefined) {
    this.array = array
    this.grid = grid
    this.index = index
    this.rows = array.range.bottom - array.range.top + 1
    this.cols = array.range.right - array.range.left + 1
  }

  formula(tree: Bound): Bound | undefined {
    try {
      const element = this.element(tree)
      if (tree.kind !== 'operate' || (tree.operator !== '+' && tree.operator !== '-')) return element
      // Excel rounds the last sum of a formula to 0 if it nearly cancels, but not a sum of arrays nor one in
      // parentheses.
      const shape = this.shape(tree)
      if (shape === 'many') return { kind: 'group', operand: element }
      return shape === 'one' && isComputed(tree.left) && isComputed(tree.right) ? element : undefined
    } catch (reason) {
      if (reason instanceof NotByElement) return undefined
      throw reason
    }
  }

  private element(node: Bound): Bound {
    if (++this.nodes > MOST_NODES) throw new NotByElement()
    switch (node.kind) {
      case 'constant':
        if (node.value instanceof Matrix) throw new NotByElement()
        return node
      case 'missing':
        return node
      case 'cell':
        return { ...node, point: { row: this.still(node.point.row, 'row'), col: this.still(node.point.col, 'col') } }
      case 'area':
      case 'fixedArea':
        return this.cellOf(node)
      case 'name':
        return this.element(namedCells(node))
      case 'group':
      case 'plus':
      case 'negate':
      case 'percent':
      case 'operate':
        return withEachPart(node, (part) => this.element(part))
      case 'call':
        return this.call(node)
      default:
        throw new NotByElement()
    }
  }

  private call(node: BoundCall): Bound {
    const { definition } = node
    const [only, ...more] = node.args
    if (definition.name === 'SUM' && only && more.length === 0 && isArithmetic(only)) {
      const [rows, cols] = this.extent(only)
      const isShort = rows * cols <= MOST_TERMS
      return { ...node, args: isShort ? this.terms(only, rows, cols) : [this.asArray(only)] }
    }
    requireElements(node)
    const args = node.args.map((arg, i) => {
      if (arg.kind === 'missing' || CHOOSING.has(definition.name)) return this.element(arg)
      if (isLifted(parameter(node, i))) return this.element(arg)
      if (!WHOLE.has(definition.name)) throw new NotByElement()
      return this.wholeRange(arg)
    })
    if (!ELEMENTWISE.has(definition.name) && !CHOOSING.has(definition.name) && !WHOLE.has(definition.name))
      throw new NotByElement()
    return { ...node, args }
  }

  /** The elements of an array of numbers one by one, row by row. */
  private terms(node: Bound, rows: number, cols: number): Bound[] {
    return Array.from({ length: rows * cols }, (_, k) =>
      this.element(this.termAt(node, Math.floor(k / cols), k % cols)),
    )
  }

  /** Keeps an array an array, also outside array formulas: INDEX does that. */
  private asArray(node: Bound): Bound {
    if (!this.index) throw new NotByElement()
    const whole: Bound = { kind: 'constant', value: 0 }
    return { kind: 'call', definition: this.index, args: [this.kept(node), whole] }
  }

  private kept(node: Bound): Bound {
    if (++this.nodes > MOST_NODES) throw new NotByElement()
    switch (node.kind) {
      case 'constant':
      case 'missing':
        return node
      case 'cell':
      case 'area':
      case 'fixedArea':
      case 'name':
        return this.wholeRange(node)
      case 'call':
        if (!ELEMENTWISE.has(node.definition.name) && !WHOLE.has(node.definition.name)) throw new NotByElement()
        if (LOOKING_UP.has(node.definition.name)) requireElements(node)
        return withParts(
          node,
          node.args.map((arg, i) => (isLifted(parameter(node, i)) ? this.kept(arg) : this.wholeRange(arg))),
        )
      case 'group':
      case 'plus':
      case 'negate':
      case 'percent':
      case 'operate':
        return withEachPart(node, (part) => this.kept(part))
      default:
        throw new NotByElement()
    }
  }

  /** Rows and columns of the array that an expression gives. */
  private extent(node: Bound): readonly [number, number] {
    if (node.kind === 'name') return this.extent(namedCells(node))
    if (node.kind === 'area' || node.kind === 'fixedArea') {
      const { from, to } = corners(node)
      return [this.length(from.row, to.row, 'row'), this.length(from.col, to.col, 'col')]
    }
    const parts = node.kind === 'call' ? node.args.filter((_, i) => isLifted(parameter(node, i))) : partsOf(node)
    const extents = parts.map((part) => this.extent(part))
    return [Math.max(1, ...extents.map(([rows]) => rows)), Math.max(1, ...extents.map(([, cols]) => cols))]
  }

  /** One element of an array as a separate formula, seen from the same cell. */
  private termAt(node: Bound, down: number, across: number): Bound {
    switch (node.kind) {
      case 'constant':
        if (node.value instanceof Matrix) throw new NotByElement()
        return node
      case 'missing':
      case 'cell':
        return node
      case 'name':
        return this.termAt(namedCells(node), down, across)
      case 'area':
      case 'fixedArea': {
        const { from, to, sheet } = corners(node)
        const row = this.shifted(from.row, to.row, 'row', down)
        return { kind: 'cell', sheet, point: { row, col: this.shifted(from.col, to.col, 'col', across) } }
      }
      case 'group':
      case 'plus':
      case 'negate':
      case 'percent':
      case 'operate':
        return withEachPart(node, (part) => this.termAt(part, down, across))
      case 'call': {
        const { name } = node.definition
        if (!ELEMENTWISE.has(name) && !WHOLE.has(name)) throw new NotByElement()
        requireElements(node)
        return {
          ...node,
          args: node.args.map((arg, i) => (isLifted(parameter(node, i)) ? this.termAt(arg, down, across) : arg)),
        }
      }
      default:
        throw new NotByElement()
    }
  }

  private shifted(from: Coordinate, to: Coordinate, side: 'row' | 'col', by: number): Coordinate {
    const [home, size] = this.homeOf(side)
    const start = placed(from, home, size) <= placed(to, home, size) ? from : to
    const length = this.length(from, to, side)
    if (length === 1) return start
    if (by >= length) throw new NotByElement()
    return { ...start, value: start.value + by }
  }

  private length(from: Coordinate, to: Coordinate, side: 'row' | 'col'): number {
    const [home, size] = this.homeOf(side)
    return Math.abs(placed(to, home, size) - placed(from, home, size)) + 1
  }

  /** The array's first row or column, and the number of rows or columns. */
  private homeOf(side: 'row' | 'col'): readonly [number, number] {
    return side === 'row' ? [this.array.row, this.grid.rows] : [this.array.col, this.grid.cols]
  }

  /** A range that every element reads as a whole. */
  private wholeRange(node: Bound): Bound {
    const cells = node.kind === 'name' ? namedCells(node) : node
    const still = ({ row, col }: Point): Point => ({ row: this.still(row, 'row'), col: this.still(col, 'col') })
    if (cells.kind === 'cell') return { ...cells, point: still(cells.point) }
    if (cells.kind === 'area') return { ...cells, from: still(cells.from), to: still(cells.to) }
    if (cells.kind === 'fixedArea' || cells.kind === 'constant') return cells
    throw new NotByElement()
  }

  /** A coordinate that is the same for every cell of the array. */
  private still(coordinate: Coordinate, side: 'row' | 'col'): Coordinate {
    if (!coordinate.relative || (side === 'row' ? this.rows : this.cols) === 1) return coordinate
    if (side === 'col') this.isPlaced = true
    return { ...coordinate, relative: false, value: placed(coordinate, ...this.homeOf(side)) }
  }

  /** The cell of a range at an element's position. */
  private cellOf(node: Extract<Bound, { kind: 'area' | 'fixedArea' }>): Bound {
    const { from, to, sheet } = corners(node)
    const point = { row: this.along(from.row, to.row, 'row'), col: this.along(from.col, to.col, 'col') }
    return { kind: 'cell', sheet, point }
  }

  private along(from: Coordinate, to: Coordinate, side: 'row' | 'col'): Coordinate {
    const [home, size] = this.homeOf(side)
    const count = side === 'row' ? this.rows : this.cols
    const [first, last] = [placed(from, home, size), placed(to, home, size)]
    const start = first <= last ? from : to
    const length = this.length(from, to, side)
    if (length === 1) return this.still(start, side)
    if (length < count) throw new NotByElement()
    if (count === 1) return start
    if (!start.relative && side === 'col') this.isPlaced = true
    return { ...start, relative: true, value: Math.min(first, last) - home }
  }

  /** Is a part a single value or an array, or is that known only at run time? */
  private shape(node: Bound): Shape {
    switch (node.kind) {
      case 'area':
      case 'fixedArea': {
        const { from, to } = corners(node)
        return this.length(from.row, to.row, 'row') * this.length(from.col, to.col, 'col') === 1 ? 'one' : 'many'
      }
      case 'name':
        return this.shape(namedCells(node))
      case 'call': {
        const { name } = node.definition
        if (!CHOOSING.has(name)) {
          const lifted = node.args.filter((_, i) => isLifted(parameter(node, i)))
          return common(lifted.map((arg) => this.shape(arg)))
        }
        const [test, ...choices] = node.args.map((arg) => this.shape(arg))
        if (test === 'many') return 'many'
        if (name === 'IF' && choices.length < 2) choices.push('one')
        const all = name === 'IF' || name === 'CHOOSE' ? choices : [test ?? 'one', ...choices]
        return all.every((one) => one === all[0]) ? (all[0] ?? 'one') : 'either'
      }
      default:
        return common(partsOf(node).map((part) => this.shape(part)))
    }
  }
}

function parameter(node: BoundCall, index: number): Param {
  const param = paramAt(node.definition, index)
  if (!param) throw new NotByElement()
  return param
}

/** Does it give only numbers or errors? */
function isArithmetic(node: Bound): boolean {
  if (node.kind === 'group') return isArithmetic(node.operand)
  return node.kind === 'negate' || node.kind === 'percent' || (node.kind === 'operate' && ARITHMETIC.has(node.operator))
}

/** Is it a value in every mode, never a reference? */
function isComputed(node: Bound): boolean {
  if (node.kind === 'call') return ELEMENTWISE.has(node.definition.name) || WHOLE.has(node.definition.name)
  return node.kind === 'cell' || node.kind === 'constant' || isArithmetic(node)
}

type Shape = 'one' | 'many' | 'either'

function common(shapes: readonly Shape[]): Shape {
  if (shapes.includes('many')) return 'many'
  return shapes.includes('either') ? 'either' : 'one'
}

/** The cells, or the constant, that a name stands for. */
function namedCells(node: Extract<Bound, { kind: 'name' }>): Bound {
  const { tree } = node.name.formula()
  if (tree.kind === 'cell' || tree.kind === 'area' || tree.kind === 'fixedArea' || tree.kind === 'constant') return tree
  throw new NotByElement()
}

function corners(node: Extract<Bound, { kind: 'area' | 'fixedArea' }>): { from: Point; to: Point; sheet: number } {
  if (node.kind === 'area') {
    if (node.sheet !== OWN_SHEET && node.lastSheet !== node.sheet) throw new NotByElement()
    return node
  }
  const fixed = (value: number) => ({ relative: false, value })
  const { top, left, bottom, right } = node.range
  return {
    from: { row: fixed(top), col: fixed(left) },
    to: { row: fixed(bottom), col: fixed(right) },
    sheet: node.sheet,
  }
}
