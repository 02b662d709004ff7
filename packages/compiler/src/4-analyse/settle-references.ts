import { type Area, ExcelError, errors } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { Bound, BoundCall, BoundFormula } from '../3-bind/bound.ts'
import type { Evaluator } from '../evaluate/evaluator.ts'
import { ARRAY, argumentModes, isSingle, type Mode, operandMode, SINGLE } from '../evaluate/formula-machine.ts'
import type { CellPlace } from './place-index.ts'
import { precedentsOf, reshapingCalls } from './precedents.ts'
import { partsOf } from '../3-bind/parts-of.ts'
import { formulaOf, withParts } from './rewrite.ts'
import { INSPECTING } from './run.ts'

export interface Settling {
  readonly bound: BoundWorkbook
  readonly evaluator: Evaluator
  /** Can a cell of the area change at run time? */
  readonly isChanging: (area: Area) => boolean
}

/** A formula that names the cells it reads as directly as possible. */
export interface Settled {
  readonly formula: BoundFormula
  /** The cells whose values decided which those are. */
  readonly because: readonly Area[]
  /** The cells about which the formula asks what their values do not say. */
  readonly inspected: readonly Area[]
}

/**
 * Replaces indirect references by the cells they mean, if nothing that decides them can change: OFFSET and INDIRECT,
 * names that hold such calls, INDEX with constant positions, unused branches of IF and CHOOSE, and the lines of
 * conditional sums that cannot meet the conditions. What CELL, FORMULATEXT and ISFORMULA say about the place, the look
 * or the formula of fixed cells becomes a constant. Undefined if nothing is replaced.
 */
export function settledReferences(
  formula: BoundFormula,
  home: CellPlace,
  mode: Mode,
  settling: Settling,
): Settled | undefined {
  const settler = new Settler(home, settling)
  const tree = settler.settled(formula.tree, mode)
  return tree === formula.tree
    ? undefined
    : { formula: formulaOf(tree), because: settler.because, inspected: settler.inspected }
}

/** The text that a part of a formula always gives; undefined if it may change. */
export function settledText(node: Bound, home: CellPlace, settling: Settling): string | undefined {
  return new Settler(home, settling).text(node)
}

/** Longest line of a conditional aggregate that is examined cell by cell. */
const LONGEST_LINE = 4096

/** Their result if no cell meets the conditions. */
const OF_NOTHING: Readonly<Record<string, Bound>> = {
  SUMIFS: { kind: 'constant', value: 0 },
  MAXIFS: { kind: 'constant', value: 0 },
  MINIFS: { kind: 'constant', value: 0 },
  AVERAGEIFS: { kind: 'constant', value: errors.div0 },
}

/** What CELL says of a cell whatever its value is. The file name is not among them: the caller of a program says it. */
const OF_PLACE: ReadonlySet<string> = new Set('address col row format color parentheses width protect'.split(' '))

class Settler {
  readonly because: Area[] = []
  readonly inspected: Area[] = []
  private readonly home: CellPlace
  private readonly settling: Settling

  constructor(home: CellPlace, settling: Settling) {
    this.home = home
    this.settling = settling
  }

  settled(node: Bound, mode: Mode): Bound {
    if (node.kind === 'name') return isFarName(node) ? (this.reference(node, mode) ?? node) : node
    const parts = partsOf(node)
    if (parts.length === 0) return node
    const modes = modesOf(node, parts.length, mode)
    const changed = parts.map((part, i) => this.settled(part, modes[i] as Mode))
    const inner = changed.every((part, i) => part === parts[i]) ? node : withParts(node, changed)
    if (inner.kind === 'range') return inner === node ? node : (this.reference(inner, mode) ?? inner)
    if (inner.kind !== 'call') return inner
    if (isReferring(inner)) return this.reference(inner, mode) ?? inner
    if (INSPECTING.has(inner.definition.name)) return this.told(inner, mode) ?? inner
    return (isSingle(mode) ? (this.chosen(inner, mode) ?? this.narrowed(inner, mode)) : undefined) ?? inner
  }

  /** The chosen argument of IF or CHOOSE, if the choice never changes. */
  private chosen({ definition: { name }, args }: BoundCall, mode: Mode): Bound | undefined {
    const [test, ...choices] = args
    if ((name !== 'IF' && name !== 'CHOOSE') || !test) return undefined
    const because: Area[] = []
    if (!this.isFixed(test, because)) return undefined
    const { sheet, row, col } = this.home
    const value = this.settling.evaluator.loose.valueAt(test, sheet, row, col, mode)
    if (typeof value !== 'number' && (typeof value !== 'boolean' || name === 'CHOOSE')) return undefined
    const choice = choices[name === 'IF' ? (value ? 0 : 1) : Math.trunc(Number(value)) - 1]
    if (!choice || choice.kind === 'missing') return undefined
    // Parenthesised, because a sum in it is not the last one of the formula.
    return this.given({ kind: 'group', operand: choice }, because)
  }

  /** The cells of a reference, if nothing that decides them changes. */
  private reference(node: Bound, mode: Mode): Bound | undefined {
    const { evaluator } = this.settling
    const because: Area[] = []
    if (!this.isDecided(node, because)) return undefined
    const { sheet, row, col } = this.home
    const areas = evaluator.loose.referenceAt(node, sheet, row, col, mode)
    if (!areas || (areas instanceof ExcelError && areas.uncomputable)) return undefined
    if (areas instanceof ExcelError) return this.given({ kind: 'constant', value: areas }, because)
    if (areas.some((area) => area.sheet >= evaluator.sheetCount)) return undefined
    const cells = areas.map(areaNode).reduce((left, right): Bound => ({ kind: 'union', left, right }))
    // Where arrays are expected, a named cell counts as its value but a referenced one does not.
    return this.given(isSingle(mode) ? cells : { kind: 'group', operand: cells }, because)
  }

  /** What CELL, FORMULATEXT or ISFORMULA says, if neither the cell nor what is asked of it can change. */
  private told(call: BoundCall, mode: Mode): Bound | undefined {
    const because: Area[] = []
    const [first, second] = call.args
    const isCell = call.definition.name === 'CELL'
    const reference = isCell ? second : first
    if (isCell && !this.asksOfPlace(first, because, mode)) return undefined
    if (reference && !this.isDecided(reference, because)) return undefined
    const value = this.constant(call, mode)
    if (!value) return undefined
    if (reference) this.inspect(reference, mode)
    return this.given(value, because)
  }

  private asksOfPlace(info: Bound | undefined, because: Area[], mode: Mode): boolean {
    if (!info || !this.isFixed(info, because)) return false
    const { sheet, row, col } = this.home
    const text = this.settling.evaluator.loose.valueAt(info, sheet, row, col, mode)
    return typeof text === 'string' && OF_PLACE.has(text.toLowerCase())
  }

  private inspect(reference: Bound, mode: Mode): void {
    const { sheet, row, col } = this.home
    const areas = this.settling.evaluator.loose.referenceAt(reference, sheet, row, col, mode)
    if (!areas || areas instanceof ExcelError) return
    // These functions look at the first cell alone.
    for (const { sheet: on, top, left } of areas)
      this.inspected.push({ sheet: on, top, left, bottom: top, right: left })
  }

  private given(node: Bound, because: readonly Area[]): Bound {
    this.because.push(...because)
    return node
  }

  /**
   * Is the choice of cells independent of everything that changes? The position of cells does not depend on their
   * content.
   */
  private isDecided(node: Bound, because: Area[]): boolean {
    if (node.kind === 'name') return this.isDecided(node.name.formula().tree, because)
    if (node.kind === 'group') return this.isDecided(node.operand, because)
    if (node.kind === 'range') return this.isDecided(node.left, because) && this.isDecided(node.right, because)
    if (node.kind === 'cell' || node.kind === 'area' || node.kind === 'fixedArea') return true
    if (node.kind !== 'call') return false
    const [base, ...others] = node.args
    if (node.definition.name === 'INDIRECT') return node.args.every((arg) => this.isFixed(arg, because))
    return (
      isReferring(node) &&
      base !== undefined &&
      this.isDecided(base, because) &&
      others.every((arg) => this.isFixed(arg, because))
    )
  }

  /** Is it a value that never changes? */
  private isFixed(node: Bound, because: Area[]): boolean {
    if (holdsVariable(node) || holdsVolatile(node)) return false
    const { areas, open } = precedentsOf(node, this.home, this.settling.bound.workbook.grid, reshapingCalls(node))
    if (open || areas.some(this.settling.isChanging)) return false
    because.push(...areas)
    return true
  }

  text(node: Bound): string | undefined {
    if (!this.isFixed(node, [])) return undefined
    const { sheet, row, col } = this.home
    const value = this.settling.evaluator.loose.valueAt(node, sheet, row, col, SINGLE)
    return typeof value === 'string' || Number.isSafeInteger(value) ? String(value) : undefined
  }

  // ---- conditional aggregates ----

  /** Restricts SUMIFS and the like over one line to the part whose cells meet the conditions. */
  private narrowed(call: BoundCall, mode: Mode): Bound | undefined {
    const nothing = OF_NOTHING[call.definition.name]
    const [values, ...pairs] = call.args
    if (!nothing || !values || pairs.length < 2 || pairs.length % 2 === 1) return undefined
    const because: Area[] = []
    const ranges = pairs.filter((_, i) => i % 2 === 0)
    const criteria = pairs.filter((_, i) => i % 2 === 1)
    if (!ranges.every((range) => this.isFixed(range, because))) return undefined
    if (!criteria.every((criterion) => this.isFixed(criterion, because))) return undefined
    const areas = [values, ...ranges].map((node) => this.lineOf(node, mode))
    const sought = criteria.map((node) => this.constant(node, mode))
    const [line, ...conditions] = areas
    const length = line && lengthOf(line)
    if (!length || !areas.every((area) => area && isAlike(area, line))) return undefined
    if (!sought.every((one) => one !== undefined)) return undefined
    const found = this.span(conditions as Area[], sought, 0, length)
    if (!found) return undefined
    if (found.count === 0) return this.given(nothing, because)
    const part = (area: Area) => areaNode(partOf(area, found.first, found.last))
    if (found.count === 1 && call.definition.name === 'SUMIFS') {
      const sum = this.settling.bound.functionNamed('SUM')
      if (sum) return this.given({ kind: 'call', definition: sum, args: [part(line)] }, because)
    }
    if (found.last - found.first + 1 === length) return undefined
    const args = [part(line), ...conditions.flatMap((area, i) => [part(area as Area), sought[i] as Bound])]
    return this.given({ ...call, args }, because)
  }

  private lineOf(node: Bound, mode: Mode): Area | undefined {
    if (!this.isDecided(node, [])) return undefined
    const { sheet, row, col } = this.home
    const areas = this.settling.evaluator.loose.referenceAt(node, sheet, row, col, mode)
    return areas instanceof ExcelError || areas?.length !== 1 ? undefined : areas[0]
  }

  private constant(node: Bound, mode: Mode): Bound | undefined {
    const { sheet, row, col } = this.home
    const value = this.settling.evaluator.loose.valueAt(node, sheet, row, col, mode)
    if (value === undefined || (value instanceof ExcelError && value.uncomputable)) return undefined
    return { kind: 'constant', value }
  }

  /** First and last position of a line, from one up to before another, that meet the conditions, and their count. */
  private span(
    conditions: readonly Area[],
    sought: readonly Bound[],
    from: number,
    to: number,
  ): { readonly count: number; readonly first: number; readonly last: number } | undefined {
    const count = this.count(conditions, sought, from, to)
    if (count === undefined) return undefined
    if (count === 0 || count === to - from) return { count, first: from, last: to - 1 }
    const middle = (from + to) >>> 1
    const before = this.span(conditions, sought, from, middle)
    const after = this.span(conditions, sought, middle, to)
    if (!before || !after) return undefined
    if (before.count === 0) return after
    return { count, first: before.first, last: after.count === 0 ? before.last : after.last }
  }

  private count(conditions: readonly Area[], sought: readonly Bound[], from: number, to: number): number | undefined {
    const definition = this.settling.bound.functionNamed('COUNTIFS')
    if (!definition) return undefined
    const args = conditions.flatMap((area, i) => [areaNode(partOf(area, from, to - 1)), sought[i] as Bound])
    const { sheet, row, col } = this.home
    const count = this.settling.evaluator.loose.valueAt({ kind: 'call', definition, args }, sheet, row, col, ARRAY)
    return typeof count === 'number' ? count : undefined
  }
}

/** The evaluation modes of a node's parts. */
function modesOf(node: Bound, count: number, mode: Mode): readonly Mode[] {
  const all = (one: Mode) => Array.from({ length: count }, () => one)
  switch (node.kind) {
    case 'call':
      return argumentModes(node, mode)
    case 'apply':
      return [mode, ...all(ARRAY).slice(1)]
    case 'lambda':
      return all(ARRAY)
    case 'negate':
    case 'percent':
    case 'operate':
      return all(operandMode(mode))
    default:
      return all(mode)
  }
}

/** Calls that return cells which their arguments decide. */
function isReferring({ definition }: BoundCall): boolean {
  return definition.name === 'OFFSET' || definition.name === 'INDIRECT' || definition.name === 'INDEX'
}

function isFarName(node: Extract<Bound, { kind: 'name' }>): boolean {
  const { functions } = node.name.formula().traits
  return functions.has('OFFSET') || functions.has('INDIRECT')
}

function areaNode({ sheet, top, left, bottom, right }: Area): Bound {
  const fixed = (value: number) => ({ relative: false, value })
  const from = { row: fixed(top), col: fixed(left) }
  if (top === bottom && left === right) return { kind: 'cell', sheet, point: from }
  return { kind: 'area', sheet, lastSheet: sheet, from, to: { row: fixed(bottom), col: fixed(right) } }
}

/** Number of cells of an area that is one line; undefined if it is not one line or too long to examine. */
function lengthOf({ top, left, bottom, right }: Area): number | undefined {
  if (top !== bottom && left !== right) return undefined
  const length = bottom - top + right - left + 1
  return length > LONGEST_LINE ? undefined : length
}

function isAlike(a: Area, b: Area): boolean {
  return a.bottom - a.top === b.bottom - b.top && a.right - a.left === b.right - b.left
}

/** The cells of a line from one place to another. */
function partOf(area: Area, first: number, last: number): Area {
  return area.left === area.right
    ? { ...area, top: area.top + first, bottom: area.top + last }
    : { ...area, left: area.left + first, right: area.left + last }
}

function holdsVariable(node: Bound): boolean {
  return node.kind === 'variable' || node.kind === 'isOmitted' || partsOf(node).some(holdsVariable)
}

function holdsVolatile(node: Bound): boolean {
  if (node.kind === 'name') return node.name.formula().traits.isVolatile
  if (node.kind === 'call' && node.definition.volatile) return true
  return node.kind === 'function' || partsOf(node).some(holdsVolatile)
}
