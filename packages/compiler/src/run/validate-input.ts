import { textToNumber, toText } from '@sheetwright/runtime/coerce.ts'
import { compareNumbers, equalValues } from '@sheetwright/runtime/compare.ts'
import { ExcelError, type Matrix, type Scalar } from '@sheetwright/runtime/values.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { CellPort, PortValidation } from '../3-bind/ports/interface.ts'
import type { Evaluator } from '../evaluate/evaluator.ts'
import type { DataValidation } from '../model/workbook.ts'
import type { WireSetting } from './json-values.ts'

/** Does a value pass the data validation of its cell, computed with the inputs in place? */
export function passesValidation(
  port: CellPort,
  validation: PortValidation,
  bound: BoundWorkbook,
  evaluator: Evaluator,
  setting: WireSetting,
): boolean {
  const { sheet, range } = port.place
  const value = evaluator.value(sheet, range.top, range.left)
  const { rule } = validation
  if (value === null || value === '') return rule.allowBlank
  if (value instanceof ExcelError) return false
  const limit = (text: string | undefined): Scalar => {
    if (text === undefined) return null
    const { home } = validation
    const formula = bound.text(text, home.sheet, home.row, home.col, undefined)
    return evaluator.scalarAt(formula, sheet, range.top, range.left)
  }
  switch (rule.type) {
    case 'any':
      return true
    case 'whole':
      return isNumber(value, setting, (n) => Number.isInteger(n) && holds(n, rule, limit))
    case 'decimal':
    case 'date':
    case 'time':
      return isNumber(value, setting, (n) => holds(n, rule, limit))
    case 'textLength': {
      const text = toText(value, setting)
      return !(text instanceof ExcelError) && holds(text.length, rule, limit)
    }
    case 'list': {
      const options = listOptions(validation, bound, evaluator, port)
      return options.some((option) => equalValues(option, value))
    }
    case 'custom': {
      const result = limit(rule.formula1)
      return result === true || (typeof result === 'number' && result !== 0)
    }
  }
}

function isNumber(value: Scalar, setting: WireSetting, test: (value: number) => boolean): boolean {
  const number =
    typeof value === 'string'
      ? textToNumber(value, { ...setting, now: () => setting.now })
      : typeof value === 'number'
        ? value
        : undefined
  return number !== undefined && test(number)
}

function holds(value: number, rule: DataValidation, limit: (text: string | undefined) => Scalar): boolean {
  const first = limit(rule.formula1)
  const second = limit(rule.formula2)
  const order = (bound: Scalar) => compareNumbers(value, typeof bound === 'number' ? bound : 0)
  switch (rule.operator) {
    case 'between':
      return order(first) >= 0 && order(second) <= 0
    case 'notBetween':
      return order(first) < 0 || order(second) > 0
    case 'equal':
      return order(first) === 0
    case 'notEqual':
      return order(first) !== 0
    case 'lessThan':
      return order(first) < 0
    case 'lessThanOrEqual':
      return order(first) <= 0
    case 'greaterThan':
      return order(first) > 0
    case 'greaterThanOrEqual':
      return order(first) >= 0
  }
}

/** What a list offers, typed into the rule or taken from cells. */
function listOptions(
  { rule, home }: PortValidation,
  bound: BoundWorkbook,
  evaluator: Evaluator,
  port: CellPort,
): readonly Scalar[] {
  if (rule.items) return rule.items.map(typedOption)
  const formula = bound.text(rule.formula1 ?? '', home.sheet, home.row, home.col, undefined)
  const matrix: Matrix = evaluator.matrixAt(formula, port.place.sheet, port.place.range.top, port.place.range.left)
  return matrix.data.filter((option) => option !== null)
}

/** A number in a typed list is compared as one. */
function typedOption(text: string): Scalar {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : text
}
