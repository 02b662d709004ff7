import { type Area, ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { printFormula } from '../2-parse/print.ts'
import type { CallNode, Node } from '../2-parse/tree.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { BoundFormula } from '../3-bind/bound.ts'
import { listReadingFormulas, type ReadingFormula } from '../4-analyse/reading-formulas.ts'
import type { Evaluator } from '../evaluate/evaluator.ts'
import { staticPrecedents } from '../evaluate/static-precedents.ts'
import { CellText } from '../explain/cell-text.ts'
import { type Decision, decisionsOf, type FormulaDecisions, partsOf } from './formula-decisions.ts'

type Place = { readonly sheet: number; readonly row: number; readonly col: number }

/** Cells with the same relative formula: a branch counts as exercised if one of them takes it. */
interface MeteredFamily {
  readonly first: ReadingFormula
  cells: number
  readonly found: FormulaDecisions
  readonly taken: ReadonlyMap<Decision, Set<number>>
}

/** A range that lookups search. Hits are counted per row, or per column if the table is horizontal. */
interface MeteredTable {
  readonly area: Area
  readonly function: string
  readonly runsDown: boolean
  readonly hit: Set<number>
}

/** Longer tables say little about tests, so their rows are not counted. */
const longestTable = 2000

/** Records which formula cells each run computed, which branches it took and which table rows it hit. */
export class CoverageMeter {
  readonly text: CellText
  readonly formulas: readonly ReadingFormula[]
  readonly families = new Map<BoundFormula, MeteredFamily>()
  readonly tables = new Map<string, MeteredTable>()
  private readonly bound: BoundWorkbook
  private readonly byPlace = new Map<string, ReadingFormula>()
  private readonly computed = new Set<string>()

  constructor(bound: BoundWorkbook) {
    this.bound = bound
    this.text = new CellText(bound.workbook)
    this.formulas = listReadingFormulas(bound)
    for (const formula of this.formulas) {
      this.byPlace.set(keyOf(formula), formula)
      this.addFamily(formula)
    }
  }

  isComputed(place: Place): boolean {
    return this.computed.has(keyOf(place))
  }

  /** Records what the evaluator's run exercised; returns what is new. The run must be traced. */
  note(evaluator: Evaluator): string[] {
    const news: string[] = []
    // Reading conditions may compute further cells.
    const places = [...evaluator.computedCells()]
    for (const place of places) {
      const key = keyOf(place)
      const formula = this.byPlace.get(key)
      if (!formula) continue
      if (!this.computed.has(key)) {
        this.computed.add(key)
        news.push(this.text.cell(place.sheet, place.row, place.col))
      }
      const family = formula.formula && this.families.get(formula.formula)
      if (family) this.walk(family, formula, evaluator, news)
    }
    return news
  }

  /** The text of a part of a family's formula, as written in the family's first cell. */
  print(family: MeteredFamily, node: Node): string {
    return this.printAt(node, family.first)
  }

  private addFamily(formula: ReadingFormula): void {
    if (!formula.formula) return
    const known = this.families.get(formula.formula)
    if (known) {
      known.cells++
      return
    }
    const found = decisionsOf(formula, this.bound.workbook.grid)
    if (!found) return
    const taken = new Map(found.decisions.map((decision) => [decision, new Set<number>()]))
    this.families.set(formula.formula, { first: formula, cells: 1, found, taken })
  }

  /** Walks the parts that were computed. */
  private walk(family: MeteredFamily, place: Place, evaluator: Evaluator, news: string[]): void {
    const { found, taken } = family
    const isSettled =
      found.lookups.length === 0 && [...taken].every(([{ parts }, outcomes]) => outcomes.size === parts.length)
    if (isSettled) return
    const pending: Node[] = [found.tree]
    for (let node = pending.pop(); node; node = pending.pop()) {
      const decision = found.decisions.find((each) => each.node === node)
      if (!decision) {
        if (node.kind === 'call') {
          const name = node.name.toUpperCase()
          if (name === 'LET' || name === 'LAMBDA') continue
          if (found.lookups.includes(node)) this.lookUp(node, name, place, evaluator, news)
        }
        pending.push(...partsOf(node))
        continue
      }
      const { outcome, computed } = this.outcomeOf(decision, place, evaluator)
      pending.push(...computed)
      if (outcome === undefined) continue
      const part = decision.parts[outcome]
      if (part) pending.push(part)
      const outcomes = taken.get(decision)
      if (!outcomes || outcomes.has(outcome)) continue
      outcomes.add(outcome)
      news.push(`${this.text.cell(place.sheet, place.row, place.col)}: ${this.outcomeText(family, decision, outcome)}`)
    }
  }

  /** The text of a decision's outcome: `IF(B3<25) → 1.8`. */
  outcomeText(family: MeteredFamily, decision: Decision, outcome: number): string {
    const part = decision.parts[outcome]
    const shown = part ? this.print(family, part) : outcome === 0 ? 'TRUE' : 'FALSE'
    return `${decision.function}(${this.conditionText(family, decision)}) → ${shown}`
  }

  conditionText(family: MeteredFamily, { node }: Decision): string {
    return node.args[0] ? this.print(family, node.args[0]) : ''
  }

  private outcomeOf(
    { node, function: name }: Decision,
    place: Place,
    evaluator: Evaluator,
  ): { readonly outcome: number | undefined; readonly computed: readonly Node[] } {
    const { args } = node
    const [first] = args
    if (!first) return { outcome: undefined, computed: [] }
    const scalar = (part: Node) => this.value(this.printAt(part, place), place, evaluator)
    if (name === 'IF') {
      const value = scalar(first)
      return { outcome: isCondition(value) ? (holds(value) ? 0 : 1) : undefined, computed: [first] }
    }
    if (name === 'CHOOSE') {
      const value = scalar(first)
      const index = typeof value === 'number' ? Math.trunc(value) - 1 : -1
      return { outcome: index >= 0 && index < args.length - 1 ? index : undefined, computed: [first] }
    }
    const computed: Node[] = name === 'SWITCH' ? [first] : []
    const step = name === 'SWITCH' ? 1 : 0
    for (let i = step, outcome = 0; i + 1 < args.length; i += 2, outcome++) {
      const condition = args[i]
      if (!condition) break
      computed.push(condition)
      const asked = this.printAt(condition, place)
      const value = this.value(
        name === 'SWITCH' ? `(${this.printAt(first, place)})=(${asked})` : asked,
        place,
        evaluator,
      )
      if (!isCondition(value)) return { outcome: undefined, computed }
      if (holds(value)) return { outcome, computed }
    }
    const hasDefault = name === 'SWITCH' && args.length % 2 === 0
    return { outcome: hasDefault ? (args.length - 2) / 2 : undefined, computed }
  }

  private lookUp(node: CallNode, name: string, place: Place, evaluator: Evaluator, news: string[]): void {
    const [looked, table, third, fourth] = node.args
    if (!looked || !table) return
    const area = this.areaOf(table, place)
    if (!area) return
    const isVertical = name === 'VLOOKUP'
    const searched = isVertical
      ? { ...area, right: area.left }
      : name === 'HLOOKUP'
        ? { ...area, bottom: area.top }
        : area
    const runsDown = searched.bottom > searched.top || isVertical
    const length = runsDown ? area.bottom - area.top + 1 : area.right - area.left + 1
    if (length > longestTable) return
    const range = this.text.area(area)
    let metered = this.tables.get(range)
    if (!metered) this.tables.set(range, (metered = { area, function: name, runsDown, hit: new Set() }))
    if (metered.hit.size === length) return
    const type = matchType(name, name === 'MATCH' ? third : fourth, (part) => this.printAt(part, place))
    const position = this.value(
      `MATCH(${this.printAt(looked, place)},${this.reference(searched)},${type})`,
      place,
      evaluator,
    )
    if (typeof position !== 'number' || metered.hit.has(position - 1)) return
    metered.hit.add(position - 1)
    news.push(this.text.area(lineOf(metered, position - 1)))
  }

  private areaOf(node: Node, place: Place): Area | undefined {
    const { sheet, row, col } = place
    const formula = this.bound.text(this.printAt(node, place), sheet, row, col, undefined)
    const { areas, open } = staticPrecedents(formula.tree, place, this.bound.workbook.grid)
    const [area, ...more] = areas
    if (!area || more.length > 0 || open) return undefined
    const used = this.bound.workbook.sheets[area.sheet]?.used
    return {
      ...area,
      bottom: Math.min(area.bottom, Math.max(used?.bottom ?? area.top, area.top)),
      right: Math.min(area.right, Math.max(used?.right ?? area.left, area.left)),
    }
  }

  private reference(area: Area): string {
    const [sheet, range] = this.text.area(area).split(/!(?=[^!]*$)/)
    return `'${(sheet ?? '').replaceAll("'", "''")}'!${range}`
  }

  private printAt(node: Node, { row, col }: Place): string {
    return printFormula(node, { row, col, ...this.bound.workbook.grid })
  }

  private value(text: string, { sheet, row, col }: Place, evaluator: Evaluator): Scalar | undefined {
    const { data, rows, cols } = evaluator.loose.textAt(text, sheet, row, col)
    return rows === 1 && cols === 1 ? (data[0] ?? null) : undefined
  }
}

/** A row of a table, or a column if the table is horizontal. */
export function lineOf({ area, runsDown }: MeteredTable, index: number): Area {
  return runsDown
    ? { ...area, top: area.top + index, bottom: area.top + index }
    : { ...area, left: area.left + index, right: area.left + index }
}

export function lengthOf({ area, runsDown }: MeteredTable): number {
  return runsDown ? area.bottom - area.top + 1 : area.right - area.left + 1
}

function matchType(name: string, mode: Node | undefined, print: (node: Node) => string): string {
  if (name === 'XMATCH' || name === 'XLOOKUP') return '0'
  const asked = mode && print(mode)
  if (name === 'MATCH') return asked ?? '1'
  return asked === '' ? '0' : `IF(${asked ?? 'TRUE'},1,0)`
}

function isCondition(value: Scalar | undefined): value is number | boolean | null {
  return value !== undefined && !(value instanceof ExcelError) && typeof value !== 'string'
}

function holds(value: number | boolean | null): boolean {
  return value === true || (typeof value === 'number' && value !== 0)
}

function keyOf({ sheet, row, col }: Place): string {
  return `${sheet}/${row}/${col}`
}
