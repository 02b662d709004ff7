import { type Area, ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { parseFormula } from '../2-parse/parse.ts'
import { printFormula } from '../2-parse/print.ts'
import type { Node } from '../2-parse/tree.ts'
import { cellName, rangeName } from '../model/address.ts'
import type { Formula, FormulaCell } from '../model/cell.ts'
import type { Workbook } from '../model/workbook.ts'

/** A displayable value: an error is its text. */
export type ShownValue = null | boolean | number | string

export function shownValue(value: Scalar): ShownValue {
  return value instanceof ExcelError ? value.code : value
}

export function areaSize(area: Area): number {
  return (area.bottom - area.top + 1) * (area.right - area.left + 1)
}

export function distinctAreas(areas: readonly Area[]): Area[] {
  const byKey = new Map(
    areas.map((area) => [`${area.sheet}/${cellName(area.top, area.left)}:${cellName(area.bottom, area.right)}`, area]),
  )
  return [...byKey.values()]
}

/** Cells and formulas in user notation. A formula that many cells share is parsed once. */
export class CellText {
  private readonly trees = new Map<Formula, Node | undefined>()
  private readonly workbook: Workbook

  constructor(workbook: Workbook) {
    this.workbook = workbook
  }

  cell(sheet: number, row: number, col: number): string {
    return this.area({ sheet, top: row, bottom: row, left: col, right: col })
  }

  area(area: Area): string {
    const name = this.workbook.sheets[area.sheet]?.name
    return name === undefined ? `another workbook, ${rangeName(area)}` : `${name}!${rangeName(area)}`
  }

  /** With `=`; undefined for a cell that holds a constant. */
  formula(cell: FormulaCell | undefined, row: number, col: number): string | undefined {
    if (!cell) return undefined
    const { formula } = cell
    if (formula.kind === 'dataTable') return '=TABLE()'
    const { grid } = this.workbook
    if (!this.trees.has(formula)) {
      const parsed = parseFormula(formula.text, { home: { row: formula.row, col: formula.col, ...grid } })
      this.trees.set(formula, parsed.ok ? parsed.tree : undefined)
    }
    const tree = this.trees.get(formula)
    const home = formula.kind === 'normal' ? { row, col } : formula
    return `=${tree ? printFormula(tree, { row: home.row, col: home.col, ...grid }) : formula.text}`
  }
}
