import { textToNumber, toText } from '../coerce.ts'
import { compareNumbers, equalValues } from '../compare.ts'
import { ExcelError, type Scalar } from '../values.ts'
import type { Calculator, ValidationFormula } from './calculator.ts'
import type { WireSetting } from './json-values.ts'
import type { CellPort, ValidationRule } from './ports.ts'

/** Does a value pass the data validation of its cell with the current inputs? */
export function passesValidation(
  port: CellPort,
  rule: ValidationRule,
  calculator: Calculator,
  setting: WireSetting,
): boolean {
  const { sheet, range } = port.place
  const value = calculator.value({ sheet, row: range.top, col: range.left })
  if (value === null || value === '') return rule.allowBlank
  if (value instanceof ExcelError) return false
  const limit = (formula: ValidationFormula): Scalar =>
    rule[formula] === undefined ? null : calculator.limit(port, formula)
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
    case 'list':
      return choicesOf(port, rule, calculator).some((choice) => equalValues(choice, value))
    case 'custom': {
      const result = limit('formula1')
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

function holds(value: number, rule: ValidationRule, limit: (formula: ValidationFormula) => Scalar): boolean {
  const first = limit('formula1')
  const second = limit('formula2')
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

/** The choices of a list, typed into the rule or taken from cells. */
export function choicesOf(port: CellPort, rule: ValidationRule, calculator: Calculator): readonly Scalar[] {
  return rule.items ? rule.items.map(typedOption) : calculator.choices(port)
}

/** A number in a typed list is compared as one. */
function typedOption(text: string): Scalar {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : text
}
