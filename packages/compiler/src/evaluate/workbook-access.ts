import type { WorkbookAccess } from '@sheetwright/runtime/functions/definition.ts'
import {
  type Area,
  ExcelError,
  errors,
  isLambda,
  isReference,
  Matrix,
  type Reference,
  type Scalar,
  type Value,
} from '@sheetwright/runtime/values.ts'
import { parseFormula } from '../2-parse/parse.ts'
import { printFormula } from '../2-parse/print.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { BoundFormula } from '../3-bind/bound.ts'
import type { FormulaCell } from '../model/cell.ts'
import { plainStyle } from '../model/style.ts'
import type { EvaluationOptions } from './options.ts'

/** Prefixes of newer functions and of variables in files; in practice no quoted text holds one. */
const STORAGE_PREFIX = /_xl(?:fn|ws|udf|pm)\./gi

/** What functions that inspect the workbook need from the evaluator. */
export interface Evaluation {
  reference(areas: readonly Area[]): Reference
  evaluateAt(formula: BoundFormula, sheet: number, row: number, col: number): Value
  formulaCell(sheet: number, row: number, col: number): FormulaCell | undefined
}

function firstOf(value: Value): Scalar {
  if (isReference(value)) return value.grid(0).at(0, 0)
  if (value instanceof Matrix) return value.at(0, 0)
  return isLambda(value) ? errors.calc : value
}

/** The workbook as seen by functions that inspect it. */
export function workbookAccess(
  evaluator: Evaluation,
  bound: BoundWorkbook,
  options: EvaluationOptions,
): WorkbookAccess {
  const { workbook } = bound
  const { grid } = workbook
  return {
    sheetNames: workbook.sheets.map((sheet) => sheet.name),
    reference: (areas) => evaluator.reference(areas),
    resolveText(text, style, cell) {
      const formula = bound.reference(text, style, cell)
      if (!formula) return errors.ref
      const value = evaluator.evaluateAt(formula, cell.sheet, cell.row, cell.col)
      if (isReference(value)) return value
      return value instanceof ExcelError && value.uncomputable ? value : errors.ref
    },
    formulaText(sheet, row, col) {
      const cell = evaluator.formulaCell(sheet, row, col)
      if (!cell || cell.formula.kind === 'dataTable') return undefined
      const { formula } = cell
      if (formula.row === row && formula.col === col) return `=${visibleText(formula.text, row, col)}`
      const parsed = parseFormula(formula.text, { home: { row: formula.row, col: formula.col, ...grid } })
      return `=${parsed.ok ? printFormula(parsed.tree, { row, col, ...grid }) : formula.text}`
    },
    valueFurtherDown(sheet, row, col, rows, labels) {
      const cell = evaluator.formulaCell(sheet, row, col)
      if (!cell || cell.formula.kind === 'dataTable') return undefined
      const formula = bound.withLabels(cell.formula, { sheet, row, col }, labels)
      return firstOf(evaluator.evaluateAt(formula, sheet, row + rows, col))
    },
    look(sheet, row, col) {
      const cell = workbook.sheets[sheet]?.cells.get(row, col)
      const { numberFormat, locked, alignment } = (cell && workbook.styles[cell.style]) ?? plainStyle
      return { numberFormat, locked, horizontal: alignment.horizontal }
    },
    fact(name) {
      if (name === 'recalc') return workbook.calculation.mode === 'manual' ? 'Manual' : 'Automatic'
      if (name === 'numfile') return workbook.sheets.length
      return options.facts?.[name] ?? errors.value
    },
    columnWidth(sheet, col) {
      const found = workbook.sheets[sheet]?.columns.find(({ first, last }) => col >= first && col <= last)
      if (found?.hidden) return 0
      return found?.width ?? workbook.sheets[sheet]?.defaultColumnWidth ?? 8.43
    },
  }

  function visibleText(text: string, row: number, col: number): string {
    if (!text.includes('_xl')) return text
    if (!/_xlfn\.(?:SINGLE|ANCHORARRAY|_TRO_[A-Z]+)\(/i.test(text)) return text.replace(STORAGE_PREFIX, '')
    const parsed = parseFormula(text, { home: { row, col, ...grid } })
    return parsed.ok ? printFormula(parsed.tree, { row, col, ...grid }) : text
  }
}
