import type { FunctionDefinition } from '@sheetwright/runtime/functions/definition.ts'
import { isLifted, paramAt } from '@sheetwright/runtime/invoke.ts'
import { type Area, ExcelError, Matrix } from '@sheetwright/runtime/values.ts'
import { placed } from '../2-parse/print.ts'
import type { Coordinate, Point } from '../2-parse/tree.ts'
import { type Bound, type BoundName, OWN_SHEET } from '../3-bind/bound.ts'
import type { Family } from '../4-analyse/family.ts'
import { holdsArrayConstant } from '../evaluate/array-constants.ts'
import { countsByFirst, keepsSingle, takesArrays } from '../evaluate/array-parameters.ts'
import type { Workbook } from '../model/workbook.ts'
import { Code, js } from './code.ts'

/** The evaluator's modes: see FormulaMachine. */
export type Mode = 'single' | 'forced' | 'array' | 'open'

/** Something that generated code cannot express; its family is left to the evaluator. */
export class NotGenerated extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

/** Names inside names deeper than this are taken to lead back to themselves. */
const MAX_NAME_DEPTH = 40
/** Formulas nested deeper than this could exhaust the JavaScript stack. */
const MAX_DEPTH = 400

/** What a formula's code can refer to in the program around it. */
interface ProgramParts {
  readonly workbook: Workbook
  readonly grid: Workbook['grid']
  functionName(definition: FunctionDefinition): Code
  error(code: string): Code
  matrix(matrix: Matrix): Code
  table(values: Int32Array): Code
  areas(areas: readonly Area[]): Code
  region(formula: object, sheet: number, home: { row: number; col: number }, body: () => Code): Code
}

/**
 * Writes a formula as calls that do, step by step, what the reference evaluator does. The code sees the cell as `row` and `col`
 * and gives any value.
 */
export class ExactWriter {
  private readonly program: ProgramParts
  private readonly family: Family
  private nameDepth = 0
  private depth = 0

  constructor(program: ProgramParts, family: Family) {
    this.program = program
    this.family = family
  }

  /** The whole formula, as the cell shows it, unless an input stands instead of it. */
  formula(): Code {
    const { override } = this.family
    return override === undefined ? this.shown() : js`x.given(${override}, () => ${this.shown()})`
  }

  private shown(): Code {
    const { array } = this.family
    if (!array) return js`x.single(${this.result('single')})`
    if (array.isSingle && !array.spill) return js`x.corner(${this.result('array')})`
    const { sheet, row, col, count } = this.family
    const region = this.program.region(array.formula, sheet, array, () => this.result('array'))
    const down = count === 1 ? js`${row - array.row}` : js`row - ${array.row}`
    const across = js`${col - array.col}`
    if (!array.spill) return js`x.member(${region}(), ${down}, ${across})`
    return js`x.spilled(${region}(), ${down}, ${across}, ${array.spill.rows}, ${array.spill.cols})`
  }

  private result(mode: Mode): Code {
    const { tree } = this.family.formula
    return tree.kind === 'operate' && (tree.operator === '+' || tree.operator === '-')
      ? js`x.finish(${tree.operator}, ${this.operand(tree.left, mode)}, ${this.operand(tree.right, mode)})`
      : this.node(tree, mode)
  }

  node(node: Bound, mode: Mode): Code {
    if (++this.depth > MAX_DEPTH) throw new NotGenerated('nested too deeply')
    const code = this.written(node, mode)
    this.depth--
    return code
  }

  private written(node: Bound, mode: Mode): Code {
    switch (node.kind) {
      case 'constant':
        return this.constant(node.value)
      case 'missing':
        return js`null`
      case 'cell': {
        const { row, col } = this.position(node.point)
        return js`x.area(${this.sheet(node.sheet)}, ${row}, ${col}, ${row}, ${col})`
      }
      case 'area':
        return this.area(node)
      case 'fixedArea': {
        const { top, left, bottom, right } = node.range
        return js`x.area(${node.sheet}, ${top}, ${left}, ${bottom}, ${right})`
      }
      case 'tableRow': {
        const { table, left, right } = node
        const first = table.range.top + table.headerRows
        const last = table.range.bottom - table.totalsRows
        // The result of an array is computed once, in its first cell.
        const row = this.family.array ? js`${this.family.array.row}` : js`row`
        return js`(${row} < ${first} || ${row} > ${last} ? ${this.error('#VALUE!')} : x.area(${table.sheet}, ${row}, ${left}, ${row}, ${right}))`
      }
      case 'name':
        return this.name(node.name)
      case 'variable':
        return js`x.variable(${slotName(node.slot)})`
      case 'let':
        return this.letBlock(node, mode)
      case 'lambda':
        return js`x.lambda(${node.required}, ${node.slots.length}, (${node.slots.map(slotName)}) => ${this.node(node.body, 'array')})`
      case 'isOmitted':
        return js`x.isOmitted(${slotName(node.slot)})`
      case 'call':
        return this.call(node, mode)
      case 'function':
        return js`x.functionValue(${this.program.functionName(node.definition)})`
      case 'apply': {
        const args = node.args.map((arg) => (arg.kind === 'missing' ? js`EMPTY` : this.node(arg, 'array')))
        return js`x.apply(${this.node(node.callee, mode)}, ${node.args.length}, () => [${args}])`
      }
      case 'negate':
        return js`x.negate(${this.operand(node.operand, mode)})`
      case 'plus':
      case 'group':
        return this.node(node.operand, mode)
      case 'percent':
        return js`x.percent(${this.operand(node.operand, mode)})`
      case 'single':
        return js`x.one(${this.node(node.operand, mode)})`
      case 'operate':
        return this.operation(node, mode)
      case 'range':
      case 'intersection':
      case 'union':
        return js`x.combined(${node.kind}, ${this.node(node.left, mode)}, ${this.node(node.right, mode)})`
      case 'spill':
        throw new NotGenerated('refers to a spilled range')
      case 'external':
        throw new NotGenerated('reads another workbook')
      case 'uncomputable':
        throw new NotGenerated(`cannot be computed: ${node.cause}`)
    }
  }

  private constant(value: Extract<Bound, { kind: 'constant' }>['value']): Code {
    if (value instanceof Matrix) return this.program.matrix(value)
    if (value instanceof ExcelError) return this.error(value.code)
    return value === null ? js`null` : js`${value}`
  }

  private error(code: string): Code {
    return this.program.error(code)
  }

  private operation(node: Extract<Bound, { kind: 'operate' }>, mode: Mode): Code {
    const spine = [node]
    let first: Bound = node.left
    while (first.kind === 'operate') {
      spine.push(first)
      first = first.left
    }
    let code = this.operand(first, mode)
    for (const { operator, right } of spine.toReversed()) {
      code = js`x.operate(${operator}, ${code}, ${this.operand(right, mode)})`
    }
    return code
  }

  /** A value for an operator: single cells are read at once, ranges are cut down unless arrays are wanted. */
  operand(node: Bound, mode: Mode): Code {
    if (node.kind === 'cell') {
      const { row, col } = this.position(node.point)
      return js`x.read(${this.sheet(node.sheet)}, ${row}, ${col})`
    }
    if (node.kind === 'constant') return this.constant(node.value)
    const value = this.node(node, mode === 'open' ? 'single' : mode)
    return isSingle(mode) ? js`x.intersected(${value})` : value
  }

  private sheet(sheet: number): number {
    return sheet === OWN_SHEET ? this.family.sheet : sheet
  }

  private position(point: Point): { row: Code; col: Code } {
    return { row: this.coordinate(point.row, 'row'), col: this.coordinate(point.col, 'col') }
  }

  private coordinate(coordinate: Coordinate, side: 'row' | 'col'): Code {
    const { family, program } = this
    const table = family.tables.get(coordinate)
    if (table) return js`${program.table(table)}[row - ${family.row}]`
    if (!coordinate.relative) return js`${coordinate.value}`
    const size = side === 'row' ? program.grid.rows : program.grid.cols
    const home0 = family.array ?? family
    const first = side === 'row' ? home0.row : home0.col
    const moves = !family.array && (side === 'row') === (family.axis === 'down')
    const last = moves ? first + family.count - 1 : first
    const low = first + coordinate.value
    const high = last + coordinate.value
    if (low < 0 || high >= size) {
      if (family.count > 1 && !family.array) throw new NotGenerated('refers past the edge of the sheet')
      return js`${placed(coordinate, first, size)}`
    }
    if (!moves || family.count === 1) return js`${low}`
    const home = side === 'row' ? js`row` : js`col`
    return coordinate.value === 0 ? home : js`${home} + ${coordinate.value}`
  }

  private area(node: Extract<Bound, { kind: 'area' }>): Code {
    const from = this.position(node.from)
    const to = this.position(node.to)
    const first = this.sheet(node.sheet)
    const last = node.sheet === OWN_SHEET ? first : node.lastSheet
    const corners = js`Math.min(${from.row}, ${to.row}), Math.min(${from.col}, ${to.col}), Math.max(${from.row}, ${to.row}), Math.max(${from.col}, ${to.col})`
    if (first === last) return js`x.area(${first}, ${corners})`
    const areas: Code[] = []
    for (let sheet = first; sheet <= last; sheet++) {
      if (this.program.workbook.sheets[sheet]?.kind !== 'worksheet') continue
      areas.push(
        js`{ sheet: ${sheet}, top: Math.min(${from.row}, ${to.row}), left: Math.min(${from.col}, ${to.col}), bottom: Math.max(${from.row}, ${to.row}), right: Math.max(${from.col}, ${to.col}) }`,
      )
    }
    return js`x.areas([${areas}])`
  }

  private name(name: BoundName): Code {
    if (++this.nameDepth > MAX_NAME_DEPTH) throw new NotGenerated('a name that leads back to itself')
    const code = this.node(name.formula().tree, 'array')
    this.nameDepth--
    return code
  }

  private letBlock(node: Extract<Bound, { kind: 'let' }>, mode: Mode): Code {
    let body = this.node(node.body, mode)
    for (let i = node.values.length - 1; i >= 0; i--) {
      const value = this.node(node.values[i] as Bound, mode)
      body = js`((${slotName(node.slots[i] as number)}) => ${body})(${value})`
    }
    return body
  }

  private call(node: Extract<Bound, { kind: 'call' }>, mode: Mode): Code {
    const { definition, args } = node
    const inner = mode === 'forced' && keepsSingle(definition.name) ? 'single' : mode
    const ready = args.map((arg, i) => {
      const param = paramAt(definition, i)
      if (arg.kind === 'missing' || !param) return js`EMPTY`
      if (param.kind === 'lazy') return js`() => ${this.node(arg, inner)}`
      if (isSingle(inner) && countsByFirst(definition.name, i)) return js`x.first(${this.node(arg, 'single')})`
      if (isLifted(param)) return this.operand(arg, inner)
      if (inner === 'single' && param.intersect) {
        const value = this.node(arg, inner)
        return holdsArrayConstant(arg) ? value : js`x.first(${value})`
      }
      if (isSingle(inner)) return this.node(arg, takesArrays(definition.name, i) ? 'forced' : 'open')
      return this.node(arg, inner)
    })
    const code = js`x.call(${this.program.functionName(definition)}, [${ready}], ${isSingle(inner)})`
    const far = this.family.far.get(node)
    return far ? js`x.within(${code}, ${this.program.areas(far)})` : code
  }
}

function isSingle(mode: Mode): boolean {
  return mode === 'single' || mode === 'open'
}

function slotName(slot: number): Code {
  return Code.name('v', slot)
}
