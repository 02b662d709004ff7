import type { Area } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { Evaluator } from '../evaluate/evaluator.ts'
import { areaSize, CellText, distinctAreas, shownValue, type ShownValue } from './cell-text.ts'

/** One cell of an explanation, with its precedents. */
export interface Explanation {
  /** `Sheet1!B2` */
  readonly cell: string
  readonly value: ShownValue
  /** With `=`; undefined for a constant. */
  readonly formula: string | undefined
  readonly precedents: readonly Explanation[]
  /** Ranges too large to list cell by cell. */
  readonly ranges: readonly { readonly range: string; readonly cells: number }[]
  /** Explained elsewhere in the tree, or cut off here. */
  readonly omitted: 'repeated' | 'tooMany' | undefined
}

export interface ExplainOptions {
  /** Most cells of one range that are listed one by one. */
  readonly rangeCells: number
  /** Most cells in the whole tree. */
  readonly cells: number
}

/** The tree of a result: each cell with its formula, its value and its precedents. */
export function explainCell(
  bound: BoundWorkbook,
  evaluator: Evaluator,
  place: { readonly sheet: number; readonly row: number; readonly col: number },
  options: ExplainOptions,
): Explanation {
  return new Explainer(bound, evaluator, options).explain(place.sheet, place.row, place.col, 0)
}

/** Nobody reads deeper, and the tree must fit on the stack. */
const MAX_LEVELS = 200

class Explainer {
  private readonly seen = new Set<string>()
  private readonly text: CellText
  private readonly evaluator: Evaluator
  private readonly options: ExplainOptions

  constructor(bound: BoundWorkbook, evaluator: Evaluator, options: ExplainOptions) {
    this.text = new CellText(bound.workbook)
    this.evaluator = evaluator
    this.options = options
  }

  explain(sheet: number, row: number, col: number, level: number): Explanation {
    const cell = this.text.cell(sheet, row, col)
    const value = shownValue(this.evaluator.value(sheet, row, col))
    const formula = this.text.formula(this.evaluator.formulaCell(sheet, row, col), row, col)
    const base = { cell, value, formula }
    if (formula === undefined) return { ...base, precedents: [], ranges: [], omitted: undefined }
    if (this.seen.has(cell)) return { ...base, precedents: [], ranges: [], omitted: 'repeated' }
    if (this.seen.size >= this.options.cells || level >= MAX_LEVELS) {
      return { ...base, precedents: [], ranges: [], omitted: 'tooMany' }
    }
    this.seen.add(cell)
    const areas = distinctAreas(this.evaluator.precedents(sheet, row, col))
    const small = areas.filter((area) => areaSize(area) <= this.options.rangeCells)
    return {
      ...base,
      precedents: small.flatMap((area) => this.cells(area, level)),
      ranges: areas
        .filter((area) => areaSize(area) > this.options.rangeCells)
        .map((area) => ({ range: this.text.area(area), cells: areaSize(area) })),
      omitted: undefined,
    }
  }

  private cells(area: Area, level: number): Explanation[] {
    const found: Explanation[] = []
    for (let row = area.top; row <= area.bottom; row++) {
      for (let col = area.left; col <= area.right; col++) found.push(this.explain(area.sheet, row, col, level + 1))
    }
    return found
  }
}
