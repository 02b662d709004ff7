import { foldCase } from '@sheetwright/runtime/compare.ts'
import { ExcelError, Matrix, type Scalar } from '@sheetwright/runtime/values.ts'
import { placed } from '../2-parse/print.ts'
import type { Coordinate, Point } from '../2-parse/tree.ts'
import { type Bound, OWN_SHEET } from '../3-bind/bound.ts'
import type { Axis, Family } from '../4-analyse/family.ts'
import type { Code } from './code.ts'
import { js } from './code.ts'
import type { Frame } from './frame.ts'
import type { ProgramBuilder } from './program-builder.ts'
import type { Line } from './storage.ts'
import { comparedEach, foldedPart } from './typed-constants.ts'
import {
  arithmetic,
  type AreaPosition,
  type Elements,
  fixed,
  fixedSpan,
  literal,
  NotTyped,
  type Position,
  samePosition,
  type Typed,
} from './typed-expression.ts'
import type { TypedWriting } from './typed-writing.ts'
import { typedCall } from './typed-calls.ts'

/** Writes typed formulas: numbers are JavaScript numbers, without boxing or coercions. */
export class TypedWriter implements TypedWriting {
  readonly program: ProgramBuilder
  readonly family: Family
  readonly frame: Frame
  elements: Elements | undefined
  /** Inside IFERROR: an erroneous number may be ignored. */
  tolerant = false
  /** Inside an argument that takes ranges. */
  private isWhole = false
  private readonly variables = new Map<number, Typed>()
  /** Inside a part of a formula that is computed only in some cases. */
  isSometimes = false

  constructor(program: ProgramBuilder, family: Family, frame: Frame) {
    this.program = program
    this.family = family
    this.frame = frame
  }

  within(family: Family, frame: Frame): TypedWriter {
    return new TypedWriter(this.program, family, frame)
  }

  /** The formula's result before it is stored; undefined if only the exact way can compute it. */
  formula(): Typed | undefined {
    const { tree } = this.family.formula
    if (tree.kind !== 'operate' || (tree.operator !== '+' && tree.operator !== '-')) return this.value(tree)
    try {
      return this.lastSum(tree)
    } catch (reason) {
      if (reason instanceof NotTyped) return undefined
      throw reason
    }
  }

  /** The last addition of a formula gives 0 if it nearly cancels. */
  private lastSum(node: Extract<Bound, { kind: 'operate' }>): Typed {
    const left = this.named(this.number(node.left))
    const right = this.named(this.number(node.right))
    const sum = this.frame.temporary()
    const operation = node.operator === '+' ? js`${left.code} + ${right.code}` : js`${left.code} - ${right.code}`
    // Only a result below this bound can be a remainder of cancellation.
    const code = js`(${sum} = ${operation}, Math.abs(${sum}) >= (Math.abs(${left.code}) + Math.abs(${right.code})) * 4e-15 ? ${sum} : f.snap(${sum}, ${left.code}, ${right.code}))`
    return { code, type: 'number', invariant: false, simple: false, normal: false }
  }

  /** Gives an expression a name if it is used more than once. */
  named(typed: Typed): Typed {
    const hoisted = this.hoisted(typed)
    if (hoisted.simple) return hoisted
    const name = this.frame.temporary()
    this.frame.before(js`${name} = ${typed.code}`)
    return { ...typed, code: name, simple: true }
  }

  value(node: Bound): Typed {
    const known = this.constantOf(node) ?? this.elements?.placed?.known(node) ?? foldedPart(this, node)
    if (known) return known
    try {
      return this.typed(node)
    } catch (reason) {
      // The exact way cannot see the variables of a typed block.
      if (!(reason instanceof NotTyped) || this.elements || this.isWhole || this.variables.size > 0) throw reason
      return this.exactly(node)
    }
  }

  private constantOf(node: Bound): Typed | undefined {
    if (node.kind !== 'constant' || node.value instanceof Matrix) return undefined
    return this.constantCell(node.value)
  }

  sometimes(node: Bound): Typed {
    const outer = this.isSometimes
    this.isSometimes = true
    try {
      return this.value(node)
    } finally {
      this.isSometimes = outer
    }
  }

  /** A value for a parameter that takes ranges: no range in it is cut down to one cell. */
  argument(node: Bound): Typed {
    this.isWhole = true
    try {
      return this.value(node)
    } finally {
      this.isWhole = false
    }
  }

  private typed(node: Bound): Typed {
    const outer = this.isWhole
    if (!passesOn(node)) this.isWhole = false
    try {
      return this.written(node)
    } finally {
      this.isWhole = outer
    }
  }

  private written(node: Bound): Typed {
    switch (node.kind) {
      case 'cell':
        return this.cell(node.sheet, node.point)
      case 'tableRow':
        return this.tableCell(node)
      case 'area':
      case 'fixedArea':
        return this.elements ? this.element(this.areaPosition(node)) : this.intersection(this.areaPosition(node))
      case 'name':
        return this.name(node)
      case 'group':
      case 'plus':
        return this.value(node.operand)
      case 'let':
        return this.block(node)
      case 'variable': {
        const known = this.variables.get(node.slot)
        if (!known) throw new NotTyped()
        return known
      }
      case 'single':
        if (this.elements) throw new NotTyped()
        return this.value(node.operand)
      case 'negate': {
        const operand = this.number(node.operand)
        return { ...arithmetic(js`-${this.parenthesised(operand)}`, operand.invariant), normal: operand.normal }
      }
      case 'percent': {
        const operand = this.number(node.operand)
        return arithmetic(js`(${operand.code} / 100)`, operand.invariant)
      }
      case 'operate':
        return this.operation(node)
      case 'call':
        return typedCall(this, node)
      default:
        throw new NotTyped()
    }
  }

  /** LET with single values as variables: each is computed once. */
  private block(node: Extract<Bound, { kind: 'let' }>): Typed {
    if (this.elements || this.tolerant) throw new NotTyped()
    try {
      node.values.forEach((value, i) => {
        if (!isScalarValue(value)) throw new NotTyped()
        this.variables.set(node.slots[i] as number, this.named(this.value(value)))
      })
      if (!isScalarValue(node.body)) throw new NotTyped()
      return this.value(node.body)
    } finally {
      for (const slot of node.slots) this.variables.delete(slot)
    }
  }

  private parenthesised(typed: Typed): Code {
    return typed.simple ? typed.code : js`(${typed.code})`
  }

  private name(node: Extract<Bound, { kind: 'name' }>): Typed {
    const { tree } = node.name.formula()
    if (this.elements && (tree.kind === 'area' || tree.kind === 'fixedArea')) return this.value(tree)
    if (!this.elements && (tree.kind === 'area' || tree.kind === 'fixedArea')) return this.value(tree)
    if (!isScalarTree(tree, 0)) throw new NotTyped()
    return this.value(tree)
  }

  private operation(node: Extract<Bound, { kind: 'operate' }>): Typed {
    switch (node.operator) {
      case '+':
      case '-': {
        const [left, right] = this.pair(this.number(node.left), this.number(node.right))
        const invariant = left.invariant && right.invariant
        return arithmetic(
          node.operator === '+' ? js`(${left.code} + ${right.code})` : js`(${left.code} - ${right.code})`,
          invariant,
        )
      }
      case '*': {
        const [left, right] = this.pair(this.number(node.left), this.number(node.right))
        return arithmetic(js`(${left.code} * ${right.code})`, left.invariant && right.invariant)
      }
      case '/':
        return this.division(node)
      case '^':
        return this.power(this.number(node.left), this.number(node.right))
      case '&': {
        const [left, right] = this.pair(this.text(this.value(node.left)), this.text(this.value(node.right)))
        const invariant = left.invariant && right.invariant
        return {
          code: js`f.joined(${left.code}, ${right.code})`,
          type: 'text',
          invariant,
          simple: false,
          normal: false,
        }
      }
      default:
        return this.comparison(node)
    }
  }

  private division(node: Extract<Bound, { kind: 'operate' }>): Typed {
    const [left, right] = this.pair(this.number(node.left), this.normal(this.number(node.right)))
    const invariant = left.invariant && right.invariant
    if (typeof right.literal === 'number' && right.literal !== 0) {
      return arithmetic(js`(${left.code} / ${right.code})`, invariant)
    }
    // Division by 0 gives an infinity or NaN; both lead to the exact way.
    return arithmetic(js`(${left.code} / ${right.code})`, invariant)
  }

  power(base: Typed, exponent: Typed): Typed {
    const [left, right] = this.pair(this.normal(base), this.normal(exponent))
    const invariant = left.invariant && right.invariant
    if (invariant || !this.frame.isLoop || this.elements) {
      return arithmetic(js`f.power(${left.code}, ${right.code})`, invariant)
    }
    // In projections neighbouring lines often raise the same numbers to the same power: the loop keeps the last result.
    const [b, e, lastB, lastE, last] = [
      this.frame.temporary(),
      this.frame.temporary(),
      this.frame.remembered(),
      this.frame.remembered(),
      this.frame.remembered(),
    ]
    return arithmetic(
      js`(${b} = ${left.code}, ${e} = ${right.code}, ${b} === ${lastB} && ${e} === ${lastE} ? ${last} : (${lastB} = ${b}, ${lastE} = ${e}, ${last} = f.power(${b}, ${e})))`,
      false,
    )
  }

  private comparison(node: Extract<Bound, { kind: 'operate' }>): Typed {
    const each = comparedEach(this, node)
    if (each) return each
    const left = this.value(node.left)
    const right = this.value(node.right)
    const { operator } = node
    if (operator === '=' || operator === '<>') {
      const equal = this.equality(left, right)
      return operator === '=' ? equal : { ...equal, code: js`!${equal.code}` }
    }
    if (isNumeric(left) && isNumeric(right)) {
      const [a, b] = this.pair(this.normal(this.asNumber(left)), this.normal(this.asNumber(right)))
      if (operator === '<') return this.below(a, b, false)
      if (operator === '<=') return this.below(a, b, true)
      return this.below(b, a, operator === '>=')
    }
    const [a, b] = this.pair(this.scalar(left), this.scalar(right))
    const order = js`f.order(${a.code}, ${b.code})`
    const invariant = a.invariant && b.invariant
    if (operator === '<') return truth(js`(${order} < 0)`, invariant)
    if (operator === '<=') return truth(js`(${order} <= 0)`, invariant)
    if (operator === '>') return truth(js`(${order} > 0)`, invariant)
    return truth(js`(${order} >= 0)`, invariant)
  }

  private equality(left: Typed, right: Typed): Typed {
    if (isNumeric(left) && isNumeric(right)) {
      const [a, b] = this.pair(this.normal(this.asNumber(left)), this.normal(this.asNumber(right)))
      const [first, againA] = this.assigned(a)
      const [second, againB] = this.assigned(b)
      return truth(
        js`(${first} === ${second} || (Math.abs(${againA} - ${againB}) > Math.abs(${againA}) * 1e-14 ? false : f.equal(${againA}, ${againB})))`,
        a.invariant && b.invariant,
      )
    }
    const [constant, other] = typeof left.literal === 'string' ? [left, right] : [right, left]
    if (
      typeof constant.literal === 'string' &&
      constant.literal !== '' &&
      (other.type === 'scalar' || other.type === 'text')
    ) {
      const sought = foldCase(constant.literal)
      if (IS_PLAIN.test(sought)) {
        const { code } = this.scalar(other)
        const same = sought.includes('ss') ? js`f.isTextWithSs(${code}, ${sought})` : js`f.isText(${code}, ${sought})`
        return truth(same, other.invariant)
      }
      const folded = this.folded(other)
      // An error has no folded form: only the exact way can compare it.
      return truth(
        js`(${folded.code} === ${sought} || (${folded.code} === undefined && f.doubted()))`,
        folded.invariant,
      )
    }
    const [a, b] = this.pair(this.scalar(left), this.scalar(right))
    return truth(js`f.same(${a.code}, ${b.code})`, a.invariant && b.invariant)
  }

  /** The folded form of a text, computed once for all its comparisons. */
  private folded(typed: Typed): Typed {
    if (typed.invariant && !typed.simple && this.frame.isLoop) return this.folded(this.hoisted(this.scalar(typed)))
    const code = js`f.fold(${this.scalar(typed).code})`
    if (typed.simple && (typed.invariant || !this.frame.isLoop) && !this.elements) {
      return { ...typed, code: this.frame.once(code), simple: true }
    }
    const name = this.frame.temporary()
    this.frame.before(js`${name} = ${code}`)
    return { ...typed, code: name, simple: true }
  }

  // ---- conversions ----

  number(node: Bound): Typed {
    return this.asNumber(this.value(node))
  }

  asNumber(typed: Typed): Typed {
    if (typed.type === 'number') return typed
    if (typed.literal === null) return literal(0)
    if (typeof typed.literal === 'boolean') return literal(typed.literal ? 1 : 0)
    if (typed.type === 'boolean')
      return { ...typed, code: js`(${typed.code} ? 1 : 0)`, type: 'number', simple: false, normal: true }
    if (typed.type === 'text') throw new NotTyped()
    const convert = this.tolerant ? js`f.numberOrError(${typed.code})` : js`f.number(${typed.code})`
    return { ...typed, code: convert, type: 'number', simple: false, normal: true }
  }

  normal(typed: Typed): Typed {
    if (typed.normal) return typed
    const [first, again] = this.assigned(typed)
    // Inlined, because the JavaScript engine stops inlining calls in long functions.
    const code = js`(Math.abs(${first}) >= ${SMALLEST} && Math.abs(${again}) < Infinity || ${again} === 0 ? ${again} : f.normal(${again}))`
    return { ...typed, code, simple: false, normal: true }
  }

  /** An expression used several times: the code of its first use, and of later ones. */
  assigned(typed: Typed): [Code, Code] {
    if (typed.simple) return [typed.code, typed.code]
    const name = this.frame.temporary()
    return [js`(${name} = ${typed.code})`, name]
  }

  /**
   * Is the first number below the second (or equal to it)? Numbers that agree to 14 digits are compared more closely.
   */
  private below(left: Typed, right: Typed, orEqual: boolean): Typed {
    const invariant = left.invariant && right.invariant
    const [a, againA] = this.assigned(left)
    const [b, againB] = this.assigned(right)
    const difference = this.frame.temporary()
    const close = orEqual ? js`f.lessOrEqual(${againA}, ${againB})` : js`f.less(${againA}, ${againB})`
    return truth(
      js`(${difference} = ${a} - ${b}, Math.abs(${difference}) > Math.abs(${againA}) * 1e-14 ? ${difference} < 0 : ${difference} === 0 ? ${orEqual} : ${close})`,
      invariant,
    )
  }

  truth(typed: Typed): Typed {
    if (typed.type === 'boolean') return typed
    if (typed.type === 'number')
      return { ...typed, code: js`f.truth(${this.normal(typed).code})`, type: 'boolean', simple: false }
    if (typed.type === 'text') throw new NotTyped()
    return { ...typed, code: js`f.truthOf(${typed.code})`, type: 'boolean', simple: false }
  }

  text(typed: Typed): Typed {
    if (typed.type === 'text') return typed
    return { ...typed, code: js`f.text(${this.scalar(typed).code})`, type: 'text', simple: false }
  }

  scalar(typed: Typed): Typed {
    if (typed.type !== 'number' || typed.literal !== undefined) return { ...typed, type: 'scalar' }
    return { ...typed, code: js`f.scalar(${typed.code})`, type: 'scalar', simple: false }
  }

  /** Hoists the invariant one of two operands out of the loop. */
  pair(left: Typed, right: Typed): [Typed, Typed] {
    if (left.invariant === right.invariant) return [left, right]
    return left.invariant ? [this.hoisted(left), right] : [left, this.hoisted(right)]
  }

  hoisted(typed: Typed): Typed {
    if (!typed.invariant || typed.simple || !this.frame.isLoop) return typed
    return { ...typed, code: this.frame.hoist(typed.code), simple: true }
  }

  // ---- cells ----

  private cell(sheet: number, point: Point): Typed {
    const own = sheet === OWN_SHEET ? this.family.sheet : sheet
    return this.read(own, this.position(point.row, 'down'), this.position(point.col, 'across'))
  }

  private tableCell({ table, left, right }: Extract<Bound, { kind: 'tableRow' }>): Typed {
    const { family } = this
    const first = table.range.top + table.headerRows
    const last = table.range.bottom - table.totalsRows
    const bottom = family.axis === 'down' ? family.row + family.count - 1 : family.row
    if (left !== right || family.row < first || bottom > last) throw new NotTyped()
    const row: Position =
      family.axis === 'down' && family.count > 1 ? { kind: 'moving', offset: 0 } : { kind: 'fixed', value: family.row }
    return this.read(table.sheet, row, { kind: 'fixed', value: left })
  }

  position(coordinate: Coordinate, axis: Axis): Position {
    const { family, program } = this
    const table = family.tables.get(coordinate)
    if (table) {
      const code = js`${program.table(table)}[${this.frame.line} - ${family.row}]`
      return { kind: 'listed', code, values: table }
    }
    if (!coordinate.relative) return { kind: 'fixed', value: coordinate.value }
    const home = axis === 'down' ? family.row : family.col
    const size = axis === 'down' ? program.grid.rows : program.grid.cols
    if (family.axis !== axis || family.count === 1) return { kind: 'fixed', value: placed(coordinate, home, size) }
    if (home + coordinate.value < 0 || home + family.count - 1 + coordinate.value >= size) throw new NotTyped()
    return { kind: 'moving', offset: coordinate.value }
  }

  areaPosition(node: Bound): AreaPosition {
    if (node.kind === 'fixedArea') {
      const { top, left, bottom, right } = node.range
      return { sheet: node.sheet, top: fixed(top), left: fixed(left), bottom: fixed(bottom), right: fixed(right) }
    }
    if (node.kind === 'cell') {
      const row = this.position(node.point.row, 'down')
      const col = this.position(node.point.col, 'across')
      const sheet = node.sheet === OWN_SHEET ? this.family.sheet : node.sheet
      return { sheet, top: row, bottom: row, left: col, right: col }
    }
    if (node.kind === 'name') return this.areaPosition(node.name.formula().tree)
    if (node.kind === 'group') return this.areaPosition(node.operand)
    if (node.kind !== 'area') throw new NotTyped()
    const sheet = node.sheet === OWN_SHEET ? this.family.sheet : node.sheet
    if (node.sheet !== OWN_SHEET && node.lastSheet !== node.sheet) throw new NotTyped()
    const [top, bottom] = this.sides(this.position(node.from.row, 'down'), this.position(node.to.row, 'down'))
    const [left, right] = this.sides(this.position(node.from.col, 'across'), this.position(node.to.col, 'across'))
    return { sheet, top, left, bottom, right }
  }

  /** The two ends of a side in ascending order, if that order is the same for every cell of the family. */
  private sides(a: Position, b: Position): [Position, Position] {
    const { family } = this
    const start = family.axis === 'down' ? family.row : family.col
    const at = (position: Position, i: number): number => {
      if (position.kind === 'listed') return position.values[i] ?? 0
      return position.kind === 'fixed' ? position.value : start + i + position.offset
    }
    if (a.kind === 'listed' || b.kind === 'listed') {
      for (let i = 0; i < family.count; i++) if (at(a, i) > at(b, i)) throw new NotTyped()
      return [a, b]
    }
    const first = at(a, 0) <= at(b, 0)
    const last = at(a, family.count - 1) <= at(b, family.count - 1)
    if (first !== last) throw new NotTyped()
    return first ? [a, b] : [b, a]
  }

  /** Code for a position along a line: an index into the line's own numbers or, with a shift, into another array. */
  along(line: Line, position: Position, shift = 0): Code {
    if (position.kind === 'fixed') return js`${position.value - line.from + shift}`
    if (position.kind === 'listed') return js`${position.code} + ${shift - line.from}`
    const distance = position.offset - line.from + shift
    return distance === 0 ? this.frame.line : js`${this.frame.line} + ${distance}`
  }

  /** A single cell of an area read element by element. */
  private element(area: AreaPosition): Typed {
    const { elements } = this
    if (!elements) throw new NotTyped()
    if (elements.placed) return { ...arithmetic(js`A[${elements.placed.at(area)}]`, false), normal: true }
    const { line } = this.slice(area)
    const rows = fixedSpan(area.top, area.bottom)
    const cols = fixedSpan(area.left, area.right)
    if (elements.lines !== undefined) {
      if (rows === undefined || cols === undefined || rows * cols !== elements.lines) throw new NotTyped()
      const moving = { kind: 'moving', offset: 0 } as const
      return this.fromLine(
        line,
        (shift) => this.along(line, moving, shift),
        false,
        this.isNumeric(line, ...this.reach(line, area)),
      )
    }
    if (rows !== elements.rows || cols !== elements.cols) throw new NotTyped()
    const first = line.axis === 'down' ? area.top : area.left
    const index = (shift: number) => js`${this.along(line, first, shift)} + ${elements.variable}`
    return this.fromLine(line, index, false, this.isNumeric(line, ...this.reach(line, area)))
  }

  /** A range where one value is expected: its cell in the formula's row or column. */
  private intersection(area: AreaPosition): Typed {
    const { family } = this
    const last = family.count - 1
    if (samePosition(area.top, area.bottom)) {
      const right = family.axis === 'across' ? family.col + last : family.col
      if (area.left.kind !== 'fixed' || area.right.kind !== 'fixed') throw new NotTyped()
      if (family.col < area.left.value || right > area.right.value) throw new NotTyped()
      return this.read(area.sheet, area.top, this.own('across'))
    }
    if (!samePosition(area.left, area.right) || area.top.kind !== 'fixed' || area.bottom.kind !== 'fixed')
      throw new NotTyped()
    const bottom = family.axis === 'down' ? family.row + last : family.row
    if (family.row < area.top.value || bottom > area.bottom.value) throw new NotTyped()
    return this.read(area.sheet, this.own('down'), area.left)
  }

  /** The row (or column) of the current cell. */
  private own(axis: Axis): Position {
    const { family } = this
    if (family.axis === axis && family.count > 1) {
      // Some value that seemed the same in every line differs after all.
      if (this.frame.restless) this.frame.before(js`${this.frame.restless} = true`)
      return { kind: 'moving', offset: 0 }
    }
    return { kind: 'fixed', value: axis === 'down' ? family.row : family.col }
  }

  /** The line that holds a one-dimensional area, with the area's start and end in it. */
  slice(area: AreaPosition, ofValues = false): { line: Line; start: Code; end: Code } {
    const { storage } = this.program
    const isColumn = samePosition(area.left, area.right) && area.left.kind === 'fixed'
    const isRow = samePosition(area.top, area.bottom) && area.top.kind === 'fixed'
    const candidates: [Line | undefined, Position, Position][] = []
    if (isColumn)
      candidates.push([
        storage.line('down', area.sheet, (area.left as { value: number }).value, this.start(area.top)),
        area.top,
        area.bottom,
      ])
    if (isRow)
      candidates.push([
        storage.line('across', area.sheet, (area.top as { value: number }).value, this.start(area.left)),
        area.left,
        area.right,
      ])
    for (const [line, from, to] of candidates) {
      if (!line || (line.kind === 'values') !== ofValues || !this.isComplete(line)) continue
      if (!this.isInside(line, from) || !this.isInside(line, to)) continue
      return { line, start: this.along(line, from), end: this.along(line, to) }
    }
    throw new NotTyped()
  }

  /** A position as the first cell of the family sees it. */
  private start(position: Position): number {
    if (position.kind === 'fixed') return position.value
    if (position.kind === 'listed') return position.values[0] ?? 0
    return (this.family.axis === 'down' ? this.family.row : this.family.col) + position.offset
  }

  /** Is a line complete by now? */
  isComplete(line: Line): boolean {
    if (line.foreign.length > 0) return false
    return !line.copied.some(({ family }) => this.frame.families.includes(family))
  }

  private isInside(line: Line, position: Position): boolean {
    if (position.kind === 'listed') return position.values.every((at) => at >= line.from && at <= line.to)
    const { family } = this
    const start = family.axis === 'down' ? family.row : family.col
    const first = position.kind === 'fixed' ? position.value : start + position.offset
    const last = position.kind === 'fixed' ? position.value : start + family.count - 1 + position.offset
    return first >= line.from && last <= line.to
  }

  private read(sheet: number, row: Position, col: Position): Typed {
    if (row.kind === 'fixed' && col.kind === 'fixed') return this.fixedCell(sheet, row.value, col.value)
    const { storage } = this.program
    if (col.kind === 'fixed') {
      const line = storage.line('down', sheet, col.value, this.start(row))
      if (!line || !this.isComplete(line) || !this.isInside(line, row)) throw new NotTyped()
      return (
        this.before(line, row) ??
        this.fromLine(
          line,
          (shift) => this.along(line, row, shift),
          false,
          this.isNumeric(line, ...this.span(line, row)),
        )
      )
    }
    if (row.kind !== 'fixed') throw new NotTyped()
    const line = storage.line('across', sheet, row.value, this.start(col))
    if (!line || !this.isComplete(line) || !this.isInside(line, col)) throw new NotTyped()
    return (
      this.before(line, col) ??
      this.fromLine(line, (shift) => this.along(line, col, shift), false, this.isNumeric(line, ...this.span(line, col)))
    )
  }

  /** The value that this loop computed one line before, still in a variable. */
  private before(line: Line, position: Position): Typed | undefined {
    if (position.kind !== 'moving' || position.offset !== -1 || this.tolerant || this.elements) return undefined
    const code = this.frame.carried(line)
    return code && { code, type: 'number', invariant: false, simple: true, normal: true }
  }

  lineAt(axis: Axis, sheet: number, at: number, position: Position): Line | undefined {
    const line = this.program.storage.line(axis, sheet, at, this.start(position))
    return line && this.isComplete(line) && position.kind !== 'listed' && this.isInside(line, position)
      ? line
      : undefined
  }

  lineNumber(line: Line, position: Position): Typed {
    return this.before(line, position) ?? this.fromLine(line, (shift) => this.along(line, position, shift), false, true)
  }

  linePosition(position: Position): Code {
    if (position.kind === 'fixed') return js`${position.value}`
    if (position.kind === 'listed') return position.code
    return position.offset === 0 ? this.frame.line : js`${this.frame.line} + ${position.offset}`
  }

  /** First and last position along a line that a family reads there. */
  private span(line: Line, position: Position): [number, number] {
    if (position.kind === 'listed') return [line.from, line.to]
    if (position.kind === 'fixed') return [position.value, position.value]
    const { family } = this
    const start = family.axis === 'down' ? family.row : family.col
    return [start + position.offset, start + family.count - 1 + position.offset]
  }

  private reach(line: Line, area: AreaPosition): [number, number] {
    const [from, to] = line.axis === 'down' ? [area.top, area.bottom] : [area.left, area.right]
    return [this.span(line, from)[0], this.span(line, to)[1]]
  }

  /** Are all cells of a line between two positions read as numbers? Constants only if they are numbers. */
  private isNumeric(line: Line, from: number, to: number): boolean {
    if (line.kind !== 'both') return line.kind === 'numbers'
    const { analysis } = this.program
    for (let at = from; at <= to; at++) {
      const value =
        line.axis === 'down' ? analysis.constant(line.sheet, at, line.at) : analysis.constant(line.sheet, line.at, at)
      if (typeof value !== 'number') return false
    }
    return true
  }

  private fromLine(line: Line, at: (shift: number) => Code, invariant: boolean, holdsNumbers: boolean): Typed {
    const index = at(0)
    const computed = this.frame.computed(line, index)
    if (!holdsNumbers) {
      const code = computed ?? js`${this.frame.values(line)}[${index}]`
      return { code, type: 'scalar', invariant, simple: computed !== undefined, normal: false }
    }
    if (this.tolerant && line.hasChanging) {
      const read = js`f.numberAt(${this.program.store(line)}, ${index})`
      // A value that this loop just computed is read from the store only if it is not a number.
      const code = computed ? js`(${computed} === ${computed} ? ${computed} : ${read})` : read
      return { code, type: 'number', invariant, simple: false, normal: true }
    }
    const code = computed ?? js`A[${at(line.offset)}]`
    return { code, type: 'number', invariant, simple: computed !== undefined, normal: true }
  }

  /** One cell at a known position: a constant, an input, a single cell, or one of a line. */
  private fixedCell(sheet: number, row: number, col: number): Typed {
    const { program } = this
    const { storage, analysis } = program
    const input = storage.inputSlot(sheet, row, col)
    if (input) return this.fromSlot(input.kind, input.index, program.inputName(sheet, row, col))
    const family = analysis.index.at(sheet, row, col)
    if (!family || !analysis.changing.has(family)) return this.constantCell(analysis.constant(sheet, row, col))
    const slot = storage.slotOf(family)
    if (slot && this.frame.families.includes(family)) {
      const code = slot.kind === 'numbers' ? js`N[${slot.index}]` : js`V[${slot.index}]`
      return {
        code,
        type: slot.kind === 'numbers' ? 'number' : 'scalar',
        invariant: false,
        simple: false,
        normal: true,
      }
    }
    if (slot) return this.fromSlot(slot.kind, slot.index, program.cellName(family))
    if (program.isDelegated(family)) throw new NotTyped()
    const line =
      family.axis === 'down' ? storage.line('down', sheet, col, row) : storage.line('across', sheet, row, col)
    if (!line) throw new NotTyped()
    const index = family.axis === 'down' ? row - line.from : col - line.from
    const isInLoop = this.frame.families.includes(family)
    if (isInLoop || !this.frame.isLoop)
      return this.fromLine(line, (shift) => js`${index + shift}`, false, line.kind === 'numbers')
    const typed = this.fromLine(line, (shift) => js`${index + shift}`, true, line.kind === 'numbers')
    return { ...typed, code: this.frame.hoist(typed.code), simple: true }
  }

  private constantCell(value: Scalar): Typed {
    if (value instanceof ExcelError) {
      return {
        code: this.program.error(value.code, value.uncomputable),
        type: 'scalar',
        invariant: true,
        simple: true,
        normal: false,
      }
    }
    return literal(value)
  }

  private fromSlot(kind: 'numbers' | 'values', index: number, name: Code): Typed {
    if (kind === 'numbers' && this.tolerant) {
      return { code: js`f.numberAt(pool, ${index})`, type: 'number', invariant: true, simple: false, normal: true }
    }
    const code = this.frame.slot(kind, index, name)
    return { code, type: kind === 'numbers' ? 'number' : 'scalar', invariant: true, simple: true, normal: true }
  }

  /** Computes a part of a formula the exact way. */
  private exactly(node: Bound): Typed {
    const code = this.program.exactPart(this.family, node, this.frame)
    return { code, type: 'scalar', invariant: false, simple: false, normal: false }
  }

  /** Is every cell of an area known at compile time? */
  isConstantArea(area: { sheet: number; top: number; left: number; bottom: number; right: number }): boolean {
    const { analysis, given } = this.program
    if (given.meets(area)) return false
    let constant = true
    analysis.index.forEach(area, (family) => {
      if (analysis.changing.has(family)) constant = false
    })
    return constant
  }
}

/** Texts of ASCII characters, which no other character folds to. */
const IS_PLAIN = /^[ -~]+$/

/** The smallest normal number. */
const SMALLEST = 2.2250738585072014e-308

function truth(code: Code, invariant: boolean): Typed {
  return { code, type: 'boolean', invariant, simple: false, normal: false }
}

/** Types that can be compared as numbers. */
function isNumeric(typed: Typed): boolean {
  return typed.type === 'number'
}

/** Does it return one of its parts, possibly a range? */
function passesOn(node: Bound): boolean {
  if (node.kind === 'call') return ['IF', 'CHOOSE', 'IFERROR'].includes(node.definition.name)
  return node.kind === 'group' || node.kind === 'plus' || node.kind === 'name'
}

/** Is it always a single value, neither a range nor a function? */
function isScalarValue(node: Bound): boolean {
  if (node.kind === 'group' || node.kind === 'plus') return isScalarValue(node.operand)
  return ['constant', 'cell', 'operate', 'negate', 'percent', 'call', 'variable', 'let'].includes(node.kind)
}

/** Names of single cells and constants, and expressions of them, mean the same in every mode. */
function isScalarTree(node: Bound, depth: number): boolean {
  if (depth > 20) return false
  switch (node.kind) {
    case 'cell':
      return true
    case 'constant':
      return !(node.value instanceof Matrix)
    case 'fixedArea':
      return false
    case 'group':
    case 'plus':
    case 'negate':
    case 'percent':
      return isScalarTree(node.operand, depth + 1)
    case 'operate':
      return isScalarTree(node.left, depth + 1) && isScalarTree(node.right, depth + 1)
    case 'name':
      return isScalarTree(node.name.formula().tree, depth + 1)
    default:
      return false
  }
}
