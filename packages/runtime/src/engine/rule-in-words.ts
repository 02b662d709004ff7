import { ExcelError, type Scalar } from '../values.ts'
import type { Calculator, ValidationFormula } from './calculator.ts'
import { toJson } from './json-values.ts'
import type { CellPort, ValidationRule, ValueType } from './ports.ts'
import { choicesOf } from './validate-input.ts'

/** Most choices that a message lists, and most characters that it shows of each. */
const MOST_CHOICES = 20
const LONGEST_CHOICE = 100

const REFUSED = 'The value does not meet the restrictions set for this cell.'

/** Says that a value breaks a rule whose author wrote no message, and what the rule allows. */
export function ruleInWords(port: CellPort, rule: ValidationRule, calculator: Calculator): string {
  if (rule.type === 'any' || rule.type === 'custom') return REFUSED
  if (rule.type === 'list') {
    const choices = choicesOf(port, rule, calculator).filter((choice) => choice !== null && choice !== '')
    if (choices.length === 0) return REFUSED
    const listed = choices.slice(0, MOST_CHOICES).map((choice) => inWords(choice, port.type, calculator))
    const all = `${listed.join(', ')}${choices.length > MOST_CHOICES ? ', …' : ''}`
    return `The value does not meet the restrictions set for this cell. Give one of ${all}.`
  }
  const limits = limitsInWords(port, rule, calculator)
  if (limits === undefined) return REFUSED
  return `The value does not meet the restrictions set for this cell. Allowed are ${KINDS[rule.type]}: ${limits}.`
}

const KINDS = {
  whole: 'whole numbers',
  decimal: 'numbers',
  date: 'dates',
  time: 'times',
  textLength: 'texts with a number of characters',
} as const

/** Undefined if a limit has no value that could be told. */
function limitsInWords(port: CellPort, rule: ValidationRule, calculator: Calculator): string | undefined {
  // The length of a text is a number, whatever the text's type.
  const type = rule.type === 'textLength' ? 'integer' : port.type
  const limit = (formula: ValidationFormula): string => {
    const value = rule[formula] === undefined ? null : calculator.limit(port, formula)
    return typeof value === 'number' ? inWords(value, type, calculator) : ''
  }
  const [low, high] = [limit('formula1'), limit('formula2')]
  const isTwofold = rule.operator === 'between' || rule.operator === 'notBetween'
  return low === '' || (isTwofold && high === '') ? undefined : OPERATORS[rule.operator](low, high)
}

const OPERATORS: Readonly<Record<ValidationRule['operator'], (low: string, high: string) => string>> = {
  between: (low, high) => `${low} to ${high}`,
  notBetween: (low, high) => `less than ${low}, or more than ${high}`,
  equal: (only) => only,
  notEqual: (but) => `all but ${but}`,
  lessThan: (limit) => `less than ${limit}`,
  lessThanOrEqual: (limit) => `at most ${limit}`,
  greaterThan: (limit) => `more than ${limit}`,
  greaterThanOrEqual: (limit) => `at least ${limit}`,
}

function inWords(value: Scalar, type: ValueType, calculator: Calculator): string {
  const json = value instanceof ExcelError ? value.code : toJson(value, type, calculator.date1904)
  return String(json ?? '').slice(0, LONGEST_CHOICE)
}
