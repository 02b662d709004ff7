import { type Area, ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { parseFormula } from '../2-parse/parse.ts'
import { printFormula } from '../2-parse/print.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { Evaluator } from '../evaluate/evaluator.ts'
import { cellName, rangeName } from '../model/address.ts'

/** One cell of an explanation, with the cells its value came from. */
export interface Explanation {
  /** `Sheet1!B2` */
  readonly cell: string
  readonly value: null | boolean | number | string
  /** With `=`; undefined for a constant. */
  readonly formula: string | undefined
  readonly precedents: readonly Explanation[]
  /** Ranges too large to list cell by cell. */
  readonly ranges: readonly { readonly range: string; readonly cells: number }[]
  /** Explained at another place of the tree, or cut off there. */
  readonly omitted: 'repeated' | 'tooMany' | undefined
}

export interface ExplainOptions {
  /** Cells of one range that are listed one by one. */
  readonly rangeCells: number
  /** Cells in the whole tree. */
  readonly cells: number
}

/** The tree of a result: each cell with its formula, its value and what it was computed from. */
export function explainCell(
  bound: BoundWorkbook,
  evaluator: Evaluator,
  place: { readonly sheet: number; readonly row: number; readonly col: number },
  options: ExplainOptions,
): Explanation {
  return new Explainer(bound, evaluator, options).explain(place.sheet, place.row, place.col, 0)
}

/** Deeper than this nobody reads, and the tree must fit on the stack. */
const MAX_LEVELS = 200

class Explainer {
  private readonly seen = new Set<string>()
  private readonly bound: BoundWorkbook
  private readonly evaluator: Evaluator
  private readonly options: ExplainOptions

  constructor(bound: BoundWorkbook, evaluator: Evaluator, options: ExplainOptions) {
    this.bound = bound
    this.evaluator = evaluator
    this.options = options
  }

  explain(sheet: number, row: number, col: number, level: number): Explanation {
    const cell = this.label(sheet, rangeName({ top: row, bottom: row, left: col, right: col }))
    const value = shown(this.evaluator.value(sheet, row, col))
    const formula = this.formula(sheet, row, col)
    const base = { cell, value, formula }
    if (formula === undefined) return { ...base, precedents: [], ranges: [], omitted: undefined }
    if (this.seen.has(cell)) return { ...base, precedents: [], ranges: [], omitted: 'repeated' }
    if (this.seen.size >= this.options.cells || level >= MAX_LEVELS) {
      return { ...base, precedents: [], ranges: [], omitted: 'tooMany' }
    }
    this.seen.add(cell)
    const areas = distinct(this.evaluator.precedents(sheet, row, col))
    const small = areas.filter((area) => size(area) <= this.options.rangeCells)
    return {
      ...base,
      precedents: small.flatMap((area) => this.cells(area, level)),
      ranges: areas
        .filter((area) => size(area) > this.options.rangeCells)
        .map((area) => ({ range: this.label(area.sheet, rangeName(area)), cells: size(area) })),
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

  private formula(sheet: number, row: number, col: number): string | undefined {
    const cell = this.evaluator.formulaCell(sheet, row, col)
    if (!cell) return undefined
    const { formula } = cell
    if (formula.kind === 'dataTable') return '=TABLE()'
    const { grid } = this.bound.workbook
    const parsed = parseFormula(formula.text, { home: { row: formula.row, col: formula.col, ...grid } })
    const home = formula.kind === 'normal' ? { row, col } : formula
    return `=${parsed.ok ? printFormula(parsed.tree, { row: home.row, col: home.col, ...grid }) : formula.text}`
  }

  private label(sheet: number, text: string): string {
    const name = this.bound.workbook.sheets[sheet]?.name
    return name === undefined ? `another workbook, ${text}` : `${name}!${text}`
  }
}

function size(area: Area): number {
  return (area.bottom - area.top + 1) * (area.right - area.left + 1)
}

function distinct(areas: readonly Area[]): Area[] {
  const byKey = new Map(
    areas.map((area) => [`${area.sheet}/${cellName(area.top, area.left)}:${cellName(area.bottom, area.right)}`, area]),
  )
  return [...byKey.values()]
}

function shown(value: Scalar): null | boolean | number | string {
  return value instanceof ExcelError ? value.code : value
}
