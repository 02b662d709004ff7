import type { Area, Scalar } from '@sheetwright/runtime/values.ts'
import { ExcelError } from '@sheetwright/runtime/values.ts'
import { parseFormula } from '../2-parse/parse.ts'
import { printFormula } from '../2-parse/print.ts'
import type { CallNode, Node } from '../2-parse/tree.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { Evaluator } from '../evaluate/evaluator.ts'
import type { ReadingFormula } from '../4-analyse/reading-formulas.ts'
import { staticPrecedents } from '../evaluate/static-precedents.ts'
import { labelsOf } from '../propose/labels.ts'
import { shownText, styleAt } from '../sheet-view/cell-look.ts'
import { areaSize, CellText, distinctAreas, shownValue, type ShownValue } from './cell-text.ts'

/** One level of an explanation: a cell, how it was computed, and its precedents. */
export interface ExplainedStep extends ExplainedCell {
  /** The cells and ranges that were read. */
  readonly precedents: readonly ExplainedPrecedent[]
  /** Named by the formula, but not read this time: the other branch of a condition. */
  readonly notRead: readonly string[]
  readonly branches: readonly TakenBranch[]
  readonly lookups: readonly LookupHit[]
  /** Cells whose formulas name it. */
  readonly dependents: { readonly cells: readonly ExplainedCell[]; readonly total: number }
}

interface ExplainedCell {
  /** `Sheet1!B2` */
  readonly cell: string
  /** The text beside it that labels it. */
  readonly label: string | undefined
  readonly value: ShownValue
  /** As the cell shows it. */
  readonly text: string
  /** With `=`; undefined for a constant. */
  readonly formula: string | undefined
  /** The comment on the cell. */
  readonly comment: string | undefined
}

/** A cell with its value, or a range with its number of cells. */
type ExplainedPrecedent =
  | ({ readonly kind: 'cell' } & ExplainedCell)
  | { readonly kind: 'range'; readonly range: string; readonly cells: number }

/** A condition in the formula: its value, and the branch computed because of it. */
interface TakenBranch {
  readonly function: string
  /** Text of the condition. */
  readonly condition: string
  readonly value: ShownValue
  /** Text of the branch taken; undefined if none was. */
  readonly taken: string | undefined
}

/** The value that a lookup searched, and the cells it found. */
interface LookupHit {
  readonly function: string
  readonly looked: ShownValue
  /** `Rates!A5:B7` */
  readonly range: string
  /** The row or column found, as `Rates!A6:B6`; undefined if nothing was found. */
  readonly hit: string | undefined
  /** The cells of that row or column. */
  readonly cells: readonly ExplainedCell[]
}

type Place = { readonly sheet: number; readonly row: number; readonly col: number }

/** Most cells of one range that are listed one by one. */
const LISTED_CELLS = 12
const MOST_PRECEDENTS = 200
const MOST_DEPENDENTS = 50

/** How the value of one cell was computed in the evaluator's run. */
export function explainStep(
  bound: BoundWorkbook,
  evaluator: Evaluator,
  place: Place,
  { locale, formulas }: ExplainStepOptions,
): ExplainedStep {
  return new StepExplainer(bound, evaluator, locale, formulas).step(place)
}

interface ExplainStepOptions {
  readonly locale: string
  /** All formulas of the workbook, searched for dependents. */
  readonly formulas: readonly ReadingFormula[]
}

class StepExplainer {
  private readonly bound: BoundWorkbook
  private readonly evaluator: Evaluator
  private readonly locale: string
  private readonly text: CellText
  private readonly formulas: readonly ReadingFormula[]

  constructor(bound: BoundWorkbook, evaluator: Evaluator, locale: string, formulas: readonly ReadingFormula[]) {
    this.bound = bound
    this.evaluator = evaluator
    this.locale = locale
    this.text = new CellText(bound.workbook)
    this.formulas = formulas
  }

  step(place: Place): ExplainedStep {
    const base = { ...this.cell(place), dependents: this.dependents(place) }
    if (base.formula === undefined) return { ...base, precedents: [], notRead: [], branches: [], lookups: [] }
    const areas = distinctAreas(this.evaluator.precedents(place.sheet, place.row, place.col))
    return {
      ...base,
      precedents: areas.flatMap((area) => this.precedents(area)).slice(0, MOST_PRECEDENTS),
      notRead: this.notRead(place, areas),
      ...this.decisions(place),
    }
  }

  private dependents({ sheet, row, col }: Place): ExplainedStep['dependents'] {
    const readers = this.formulas.filter(({ areas }) =>
      areas.some(
        (area) =>
          area.sheet === sheet && row >= area.top && row <= area.bottom && col >= area.left && col <= area.right,
      ),
    )
    return { cells: readers.slice(0, MOST_DEPENDENTS).map((each) => this.cell(each)), total: readers.length }
  }

  private cell({ sheet, row, col }: Place): ExplainedCell {
    const { workbook } = this.bound
    const value = this.evaluator.value(sheet, row, col)
    const labels = labelsOf(workbook, sheet, row, col)
    const style = workbook.sheets[sheet]?.cells.get(row, col)?.style ?? 0
    return {
      cell: this.text.cell(sheet, row, col),
      label: (labels.left ?? labels.above)?.text,
      value: shownValue(value),
      text: shownText(value, styleAt(workbook, style).numberFormat, this.locale, workbook.date1904),
      formula: this.text.formula(this.evaluator.formulaCell(sheet, row, col), row, col),
      comment: workbook.sheets[sheet]?.comments?.find((each) => each.row === row && each.col === col)?.text,
    }
  }

  private precedents(area: Area): ExplainedPrecedent[] {
    const cells = areaSize(area)
    if (cells > LISTED_CELLS) return [{ kind: 'range', range: this.text.area(area), cells }]
    return this.cellsOf(area).map((cell) => ({ kind: 'cell', ...cell }))
  }

  /** The first cells of an area. */
  private cellsOf(area: Area): ExplainedCell[] {
    const list: ExplainedCell[] = []
    for (let row = area.top; row <= area.bottom && list.length < LISTED_CELLS; row++) {
      for (let col = area.left; col <= area.right && list.length < LISTED_CELLS; col++) {
        list.push(this.cell({ sheet: area.sheet, row, col }))
      }
    }
    return list
  }

  private notRead(place: Place, read: readonly Area[]): string[] {
    const cell = this.evaluator.formulaCell(place.sheet, place.row, place.col)
    if (!cell || cell.formula.kind === 'dataTable') return []
    const { tree } = this.bound.formula(cell.formula, place.sheet, place.row, place.col)
    const home = cell.formula.kind === 'normal' ? place : { ...place, row: cell.formula.row, col: cell.formula.col }
    const named = distinctAreas(staticPrecedents(tree, home, this.bound.workbook.grid).areas)
    return named.filter((area) => !read.some((other) => overlaps(area, other))).map((area) => this.text.area(area))
  }

  private decisions(place: Place): Pick<ExplainedStep, 'branches' | 'lookups'> {
    const cell = this.evaluator.formulaCell(place.sheet, place.row, place.col)
    const branches: TakenBranch[] = []
    const lookups: LookupHit[] = []
    if (!cell || cell.formula.kind !== 'normal') return { branches, lookups }
    const { grid } = this.bound.workbook
    const { text, row, col } = cell.formula
    const parsed = parseFormula(text, { home: { row, col, ...grid } })
    if (!parsed.ok) return { branches, lookups }
    const pending: Node[] = [parsed.tree]
    for (let node = pending.shift(); node; node = pending.shift()) {
      if (node.kind !== 'call') {
        pending.push(...partsOf(node))
        continue
      }
      const name = node.name.toUpperCase()
      // Variables have values only inside the formula.
      if (name === 'LET' || name === 'LAMBDA') continue
      if (name === 'IF' || name === 'IFS') pending.push(...this.branch(node, name, place, branches))
      else {
        const lookup = this.lookup(node, name, place)
        if (lookup) lookups.push(lookup)
        pending.push(...node.args)
      }
    }
    return { branches, lookups }
  }

  /** Records the branch of an IF or IFS that was taken; returns the parts that were computed. */
  private branch(node: CallNode, name: string, place: Place, branches: TakenBranch[]): Node[] {
    const { args } = node
    const computed: Node[] = []
    for (let i = 0; i < args.length; i += 2) {
      const condition = args[i]
      const whenTrue = args[i + 1]
      if (!condition || (name === 'IF' && i > 0)) break
      const value = this.scalar(condition, place)
      if (value === undefined) return [...args]
      computed.push(condition)
      const holds = typeof value === 'number' ? value !== 0 : value === true
      const taken = holds ? whenTrue : name === 'IF' ? args[2] : undefined
      if (holds || name === 'IF') {
        branches.push({
          function: name,
          condition: this.print(condition, place),
          value: shownValue(value),
          taken: taken && this.print(taken, place),
        })
        return taken ? [...computed, taken] : computed
      }
    }
    return computed
  }

  private lookup(node: CallNode, name: string, place: Place): LookupHit | undefined {
    const [looked, table, third, fourth] = node.args
    if (!looked || !table) return undefined
    const isVertical = name === 'VLOOKUP'
    const isMatch = name === 'MATCH' || name === 'XMATCH' || name === 'XLOOKUP'
    if (!isVertical && !isMatch && name !== 'HLOOKUP') return undefined
    const value = this.scalar(looked, place)
    const area = this.area(table, place)
    if (value === undefined || !area) return undefined
    const searched = isVertical
      ? { ...area, right: area.left }
      : name === 'HLOOKUP'
        ? { ...area, bottom: area.top }
        : area
    const mode = isMatch ? (name === 'MATCH' ? third : undefined) : fourth
    const sorted = name === 'MATCH' ? '1' : 'TRUE'
    const exact = name === 'XMATCH' || name === 'XLOOKUP' ? '0' : mode ? this.print(mode, place) : sorted
    const type = isMatch ? exact : `IF(${exact === '' ? 'FALSE' : exact},1,0)`
    const position = this.value(`MATCH(${this.print(looked, place)},${this.reference(searched)},${type})`, place)
    const found = typeof position === 'number' ? position - 1 : undefined
    const runsDown = searched.bottom > searched.top || isVertical
    const hit =
      found === undefined
        ? undefined
        : runsDown
          ? { ...area, top: area.top + found, bottom: area.top + found }
          : { ...area, left: area.left + found, right: area.left + found }
    return {
      function: name,
      looked: shownValue(value),
      range: this.text.area(area),
      hit: hit && this.text.area(hit),
      cells: hit ? this.cellsOf(hit).slice(0, LISTED_CELLS) : [],
    }
  }

  private reference(area: Area): string {
    const [sheet, range] = this.text.area(area).split(/!(?=[^!]*$)/)
    return `'${(sheet ?? '').replaceAll("'", "''")}'!${range}`
  }

  private print(node: Node, { row, col }: Place): string {
    return printFormula(node, { row, col, ...this.bound.workbook.grid })
  }

  private scalar(node: Node, place: Place): Scalar | undefined {
    return this.value(this.print(node, place), place)
  }

  /** Undefined if it gives more than one value. */
  private value(text: string, { sheet, row, col }: Place): Scalar | undefined {
    const { data, rows, cols } = this.evaluator.loose.textAt(text, sheet, row, col)
    const [value] = data
    return rows === 1 && cols === 1 && !(value instanceof ExcelError && value.uncomputable)
      ? (value ?? null)
      : undefined
  }

  /** The area that an expression names; undefined if it names none or several. */
  private area(node: Node, { sheet, row, col }: Place): Area | undefined {
    const formula = this.bound.text(this.print(node, { sheet, row, col }), sheet, row, col, undefined)
    const { areas, open } = staticPrecedents(formula.tree, { sheet, row, col }, this.bound.workbook.grid)
    const [area, ...more] = areas
    if (!area || more.length > 0 || open) return undefined
    const used = this.bound.workbook.sheets[area.sheet]?.used
    return { ...area, bottom: Math.min(area.bottom, Math.max(used?.bottom ?? area.top, area.top)) }
  }
}

function partsOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'unary':
    case 'percent':
    case 'spill':
      return [node.operand]
    case 'group':
      return [node.inner]
    case 'binary':
      return [node.left, node.right]
    case 'invoke':
      return node.args
    default:
      return []
  }
}

function overlaps(a: Area, b: Area): boolean {
  return a.sheet === b.sheet && a.top <= b.bottom && a.bottom >= b.top && a.left <= b.right && a.right >= b.left
}
