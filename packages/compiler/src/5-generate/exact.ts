import type { FunctionDefinition, Param } from '@sheetwright/runtime/functions/definition.ts'
import { isLifted, paramAt } from '@sheetwright/runtime/invoke.ts'
import { type Area, ExcelError, Matrix } from '@sheetwright/runtime/values.ts'
import { placed } from '../2-parse/placed.ts'
import type { Coordinate, Point } from '../2-parse/tree.ts'
import { type Bound, type BoundLambda, type BoundName, OWN_SHEET } from '../3-bind/bound.ts'
import type { Family } from '../4-analyse/family.ts'
import { certainNodes, partsOf } from '../3-bind/parts-of.ts'
import { holdsArrayConstant } from '../evaluate/array-constants.ts'
import { countsByFirst, keepsSingle, takesArrays } from '../evaluate/array-parameters.ts'
import type { Workbook } from '../model/workbook.ts'
import { Code, js } from './code.ts'
import { Arithmetic, OPERATIONS } from './arithmetic.ts'
import { LambdaScope } from './lambda-scope.ts'
import { readAsValue } from './read-as-value.ts'
import { isShareable, lambdaOf } from './shared-lambda.ts'

/** The evaluator's modes: see FormulaMachine. */
export type Mode = 'single' | 'forced' | 'array' | 'open'

/** An expression that generated code cannot express; its family is left to the evaluator. */
export class NotGenerated extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

/** Names nested deeper than this are assumed to be cyclic. */
const MAX_NAME_DEPTH = 40
/** Formulas nested deeper than this could exhaust the JavaScript stack. */
const MAX_DEPTH = 400

/** The parts of the surrounding program that a formula's code can refer to. */
interface ProgramParts {
  readonly workbook: Workbook
  readonly grid: Workbook['grid']
  functionName(definition: FunctionDefinition): Code
  error(code: string): Code
  matrix(matrix: Matrix): Code
  table(values: Int32Array): Code
  areas(areas: readonly Area[]): Code
  counter(): number
  /** A named constant, made once when the program is loaded. */
  constant(word: string, code: Code): Code
  defined(code: Code): Code
  /** The function that computes the LAMBDA of a name, shared by all cells. */
  sharedLambda(name: BoundName, write: (own: Code) => Code): Code
  region(formula: object, sheet: number, home: { row: number; col: number }, body: () => Code): Code
}

/**
 * Writes a formula as calls that mirror the reference evaluator step by step. The code knows its cell as `row` and
 * `col` and returns any value.
 */
export class ExactWriter {
  private readonly program: ProgramParts
  private readonly family: Family
  private nameDepth = 0
  private depth = 0
  /** The current function while the body of a LAMBDA is written. */
  private scope: LambdaScope | undefined
  /** Distinguishes variables of names that are written into the same function. */
  private slots = 0
  /** Parameters that may hold EMPTY, because the body tests whether they were given. */
  private readonly omittable = new Set<string>()

  constructor(program: ProgramParts, family: Family) {
    this.program = program
    this.family = family
  }

  /** The whole formula, as the cell shows it, unless an input replaces it. */
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
        // An array's result is computed once, in its first cell.
        const row = this.family.array ? js`${this.family.array.row}` : this.around(js`row`)
        return js`(${row} < ${first} || ${row} > ${last} ? ${this.error('#VALUE!')} : x.area(${table.sheet}, ${row}, ${left}, ${row}, ${right}))`
      }
      case 'name':
        return this.name(node.name)
      case 'variable':
        return this.variable(node.slot)
      case 'let':
        return this.letBlock(node, mode)
      case 'lambda':
        return js`l.lambda(${node.required}, ${node.slots.length}, ${this.lambdaFunction(node)}, ${this.taken(node)})`
      case 'isOmitted':
        return js`x.isOmitted(${this.around(this.slotName(node.slot))})`
      case 'call':
        return this.call(node, mode)
      case 'function':
        return js`x.functionValue(${this.program.functionName(node.definition)})`
      case 'apply':
        return this.apply(node, mode)
      case 'negate':
        return js`${this.scope ? js`l` : js`x`}.negate(${this.operand(node.operand, mode)})`
      case 'plus': {
        const operand = this.node(node.operand, mode)
        return isSingle(mode) ? operand : js`x.plus(${operand})`
      }
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
    if (this.scope && mode === 'array') {
      const sum = new Arithmetic(this.scope, (leaf) => this.operand(leaf, mode)).written(node)
      if (sum) return sum
    }
    const spine = [node]
    let first: Bound = node.left
    while (first.kind === 'operate') {
      spine.push(first)
      first = first.left
    }
    let code = this.operand(first, mode)
    for (const { operator, right } of spine.toReversed()) {
      const other = this.operand(right, mode)
      code = this.scope
        ? js`l.${Code.name(OPERATIONS[operator])}(${code}, ${other})`
        : js`x.operate(${operator}, ${code}, ${other})`
    }
    return code
  }

  /** A value for an operator: single cells are read directly, ranges are cut down unless arrays are expected. */
  operand(node: Bound, mode: Mode): Code {
    if (node.kind === 'cell') {
      return this.read(node)
    }
    if (node.kind === 'constant') return this.constant(node.value)
    const element = node.kind === 'call' && this.scope && mode === 'array' ? this.element(node) : undefined
    if (element) return element
    const value = this.node(node, mode === 'open' ? 'single' : mode)
    return isSingle(mode) ? js`x.intersected(${value})` : value
  }

  /** INDEX where only the cell's value is needed. */
  private element({ definition, args }: Extract<Bound, { kind: 'call' }>): Code | undefined {
    const [cells, row, col, ...more] = args
    if (definition.name !== 'INDEX' || !cells || !row || more.length > 0) return undefined
    if (args.some(({ kind }) => kind === 'missing')) return undefined
    const places = [row, ...(col ? [col] : [])].map((arg) => this.operand(arg, 'array'))
    return js`l.element(${this.program.functionName(definition)}, ${this.node(cells, 'array')}, ${places})`
  }

  private read(node: Extract<Bound, { kind: 'cell' }>): Code {
    const { row, col } = this.position(node.point)
    const reader = this.scope ? this.program.constant('site', js`l.site()`) : js`x`
    return js`${reader}.read(${this.sheet(node.sheet)}, ${row}, ${col})`
  }

  /** A variable of the functions that enclose the current code. */
  private around(name: Code): Code {
    return this.scope ? this.scope.use(name) : name
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
    if (table) return js`${program.table(table)}[${this.around(js`row`)} - ${family.row}]`
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
    const home = this.around(side === 'row' ? js`row` : js`col`)
    return coordinate.value === 0 ? home : js`${home} + ${coordinate.value}`
  }

  private area(node: Extract<Bound, { kind: 'area' }>): Code {
    const from = this.position(node.from)
    const to = this.position(node.to)
    const first = this.sheet(node.sheet)
    const last = node.sheet === OWN_SHEET ? first : node.lastSheet
    if (this.scope && first === last && isAbsolute(node)) return this.fixedRange(first, node)
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

  private fixedRange(sheet: number, { from, to }: Extract<Bound, { kind: 'area' }>): Code {
    const rows = [from.row.value, to.row.value]
    const cols = [from.col.value, to.col.value]
    const range = js`l.range(${sheet}, ${Math.min(...rows)}, ${Math.min(...cols)}, ${Math.max(...rows)}, ${Math.max(...cols)})`
    return js`${this.program.constant('range', range)}.get()`
  }

  private name(name: BoundName): Code {
    const lambda = lambdaOf(name)
    if (lambda && isShareable(name, this.family)) {
      return this.program.constant(
        'lambda',
        js`l.lambda(${lambda.required}, ${lambda.slots.length}, ${this.shared(name, lambda)}, ${this.taken(lambda)})`,
      )
    }
    if (++this.nameDepth > MAX_NAME_DEPTH) throw new NotGenerated('a name that leads back to itself')
    const outer = this.slots
    this.slots = this.program.counter()
    const code = this.node(name.formula().tree, 'array')
    this.slots = outer
    this.nameDepth--
    return code
  }

  /** The function that computes the LAMBDA of a name, written once per program. */
  private shared(name: BoundName, lambda: BoundLambda): Code {
    return this.program.sharedLambda(name, (own) => {
      const outer = { scope: this.scope, slots: this.slots, depth: this.depth, nameDepth: this.nameDepth }
      Object.assign(this, { scope: undefined, depth: 0, nameDepth: 0 })
      const { params, body } = this.lambdaParts(lambda)
      Object.assign(this, outer)
      // A function declaration, so that earlier code can refer to it.
      return js`function ${own}(${params}) ${body}`
    })
  }

  /** The body of a LAMBDA as a function of its parameters. */
  private lambdaFunction(node: BoundLambda): Code {
    const { params, body } = this.lambdaParts(node)
    return js`(${params}) => ${body}`
  }

  private lambdaParts(node: BoundLambda): { readonly params: readonly Code[]; readonly body: Code } {
    const outer = this.scope
    const scope = new LambdaScope(() => this.program.counter())
    this.scope = scope
    const params = node.slots.map((slot) => this.slotName(slot))
    const uses = readAsValue(node)
    const ready = node.slots.map((slot, i) => {
      const param = params[i] as Code
      if (uses[i] !== 'never') {
        const read = uses[i] === 'always' ? js`value` : js`known`
        return js`if (typeof ${param} === "object") ${param} = l.${read}(${param}); else if (${param} === EMPTY) ${param} = null; `
      }
      if (!asksOmitted(node.body, slot)) return js`if (${param} === EMPTY) ${param} = null; `
      this.omittable.add(param.text)
      return js``
    })
    const body = this.node(node.body, 'array')
    this.scope = outer
    for (const name of scope.free(params)) outer?.use(name)
    const opening = ready.reduce((all, code) => js`${all}${code}`, scope.declarations())
    const code = js`{ if (!l.enter(${certainNodes(node.body)})) return ${this.error('#NUM!')}; try { ${opening}return ${body} } finally { l.leave() } }`
    return { params, body: code }
  }

  /** The parameters that are passed as values. */
  private taken(node: BoundLambda): Code {
    return this.program.defined(js`[${readAsValue(node).map((use) => js`${use === 'always'}`)}]`)
  }

  private slotName(slot: number): Code {
    return Code.name('v', this.slots, slot)
  }

  private variable(slot: number): Code {
    const name = this.around(this.slotName(slot))
    return this.omittable.has(name.text) ? js`x.variable(${name})` : name
  }

  private apply(node: Extract<Bound, { kind: 'apply' }>, mode: Mode): Code {
    const { callee, args } = node
    const name = callee.kind === 'name' ? callee.name : undefined
    const lambda = name && lambdaOf(name)
    if (!name || !lambda || !isShareable(name, this.family)) {
      const passed = args.map((arg) => (arg.kind === 'missing' ? js`EMPTY` : this.node(arg, 'array')))
      return js`x.apply(${this.node(callee, mode)}, ${args.length}, () => [${passed}])`
    }
    if (args.length < lambda.required || args.length > lambda.slots.length) return this.error('#VALUE!')
    const uses = readAsValue(lambda)
    const passed = lambda.slots.map((_, i) => {
      const arg = args[i]
      if (!arg || arg.kind === 'missing') return js`EMPTY`
      return arg.kind === 'cell' && uses[i] === 'always' ? this.read(arg) : this.node(arg, 'array')
    })
    return js`${this.shared(name, lambda)}(${passed})`
  }

  private letBlock(node: Extract<Bound, { kind: 'let' }>, mode: Mode): Code {
    const { scope } = this
    if (scope) {
      const values = node.values.map((value, i) => {
        const code = this.node(value, mode)
        return js`${scope.declare(this.slotName(node.slots[i] as number))} = ${code}`
      })
      return js`(${values}, ${this.node(node.body, mode)})`
    }
    let body = this.node(node.body, mode)
    for (let i = node.values.length - 1; i >= 0; i--) {
      const value = this.node(node.values[i] as Bound, mode)
      body = js`((${this.slotName(node.slots[i] as number)}) => ${body})(${value})`
    }
    return body
  }

  /** A part of a LAMBDA's body that is computed on demand: inline if short, otherwise as a separate function. */
  private part(node: Bound, mode: Mode): { readonly code: Code; readonly free: readonly Code[] } {
    const outer = this.scope as LambdaScope
    const scope = new LambdaScope(() => this.program.counter())
    this.scope = scope
    const body = this.node(node, mode)
    this.scope = outer
    const free = scope.free()
    for (const name of free) outer.use(name)
    if (scope.declared.size === 0 && body.text.length < LONGEST_INLINE) return { code: body, free }
    const name = this.program.constant('branch', js`(${free}) => { ${scope.declarations()}return ${body} }`)
    return { code: js`${name}(${free})`, free }
  }

  /** IF in the body of a LAMBDA: branches need no function if the condition is a single value. */
  private choice(condition: Code, yes: Bound, no: Bound | Code, mode: Mode, name: Code): Code {
    const scope = this.scope as LambdaScope
    const taken = this.part(yes, mode)
    const other = no instanceof Code ? { code: no, free: [] } : this.part(no, mode)
    const free = uniqueNames([...taken.free, ...other.free])
    const whole = this.program.constant(
      'choice',
      js`(condition, ${free}) => l.isError(condition) ? condition : x.call(${name}, [condition, () => ${taken.code}, () => ${other.code}], false)`,
    )
    const test = scope.temporary()
    return js`((${test} = l.truth(${condition})) === true ? ${taken.code} : ${test} === false ? ${other.code} : ${whole}(${[test, ...free]}))`
  }

  /** A shorter form of a call in the body of a LAMBDA; undefined if there is none. */
  private shortCall({ definition, args }: Extract<Bound, { kind: 'call' }>, mode: Mode): Code | undefined {
    const { scope } = this
    if (!scope || isSingle(mode) || mode === 'forced') return undefined
    const name = this.program.functionName(definition)
    const [first, second, third] = args
    if (definition.name === 'IF' && first && second && first.kind !== 'missing') {
      return this.choice(this.node(first, mode), second, third ?? js`false`, mode, name)
    }
    if (definition.name === 'IFERROR' && first && second && first.kind !== 'missing') {
      const value = scope.temporary()
      const computed = this.node(first, mode)
      const other = this.part(second, mode)
      const whole = this.program.constant(
        'otherwise',
        js`(value, ${other.free}) => x.call(${name}, [value, () => ${other.code}], false)`,
      )
      return js`(l.isData(${value} = ${computed}) ? ${value} : ${whole}(${[value, ...other.free]}))`
    }
    if ((definition.name === 'MAX' || definition.name === 'MIN') && first && second && !third) {
      if (first.kind === 'missing' || second.kind === 'missing') return undefined
      const method = definition.name === 'MAX' ? js`larger` : js`smaller`
      return js`l.${method}(${name}, ${this.node(first, mode)}, ${this.node(second, mode)})`
    }
    if (definition.name === 'SUM' && first && !second && first.kind !== 'missing') {
      return js`l.sum(${name}, ${this.node(first, mode)})`
    }
    return this.directCall(definition, args, mode, name, scope)
  }

  /** A function of single values: its body is called directly if each argument has the parameter's type. */
  private directCall(
    definition: FunctionDefinition,
    args: readonly Bound[],
    mode: Mode,
    name: Code,
    scope: LambdaScope,
  ): Code | undefined {
    const { params, repeat } = definition
    if (repeat || args.length === 0 || args.length > params.length) return undefined
    if (args.some((arg, i) => arg.kind === 'missing' || !READY[(params[i] as Param).kind])) return undefined
    const defaults: Code[] = []
    for (const { kind, default: value, optional } of params.slice(args.length)) {
      if (value === undefined ? !optional : !isReadyDefault(kind, value)) return undefined
      defaults.push(value === undefined ? js`undefined` : js`${value}`)
    }
    const values = args.map(() => scope.temporary())
    const computed = args.map((arg, i) => js`${values[i] as Code} = ${this.operand(arg, mode)}`)
    const checks = values.map((value, i) => js`${READY[(params[i] as Param).kind]?.(value) ?? js`false`}`)
    const body = this.program.constant('body', js`${name}.body`)
    const all = checks.reduce((sofar, check) => js`${sofar} && ${check}`)
    return js`(${computed}, ${all} ? l.result(${body}(l.context, ${[...values, ...defaults]})) : x.call(${name}, [${values}], false))`
  }

  private call(node: Extract<Bound, { kind: 'call' }>, mode: Mode): Code {
    const { definition, args } = node
    const short = this.family.far.has(node) ? undefined : this.shortCall(node, mode)
    if (short) return short
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
      if (isSingle(inner)) return this.node(arg, takesArrays(definition.name, i, arg) ? 'forced' : 'open')
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

/** Longer parts of a LAMBDA's body become functions, because they are written twice. */
const LONGEST_INLINE = 160

/** Tests whether a value already has a parameter's type, as `invoke` checks it. */
const READY: Readonly<Partial<Record<Param['kind'], (value: Code) => Code>>> = {
  number: (value) => js`typeof ${value} === "number"`,
  text: (value) => js`typeof ${value} === "string"`,
  boolean: (value) => js`typeof ${value} === "boolean"`,
  scalar: (value) => js`l.isData(${value})`,
}

function isReadyDefault(kind: Param['kind'], value: number | string | boolean): boolean {
  if (kind === 'number') return typeof value === 'number'
  if (kind === 'text') return typeof value === 'string'
  return kind === 'boolean' ? typeof value === 'boolean' : kind === 'scalar' || kind === 'value'
}

function isAbsolute({ from, to }: Extract<Bound, { kind: 'area' }>): boolean {
  return [from.row, from.col, to.row, to.col].every(({ relative }) => !relative)
}

function uniqueNames(names: readonly Code[]): Code[] {
  return [...new Map(names.map((name) => [name.text, name])).values()]
}

/** Does it test whether the parameter was given? */
function asksOmitted(node: Bound, slot: number): boolean {
  return node.kind === 'isOmitted' ? node.slot === slot : partsOf(node).some((part) => asksOmitted(part, slot))
}
