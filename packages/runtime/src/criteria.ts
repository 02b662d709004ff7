import { type Conversion, textToNumber } from './coerce.ts'
import { compareNumbers, compareText, isSameInLowerCase } from './compare.ts'
import { ExcelError, errorFromCode, type Scalar } from './values.ts'
import { compileWildcard, hasWildcard } from './wildcard.ts'

/** A compiled criterion of COUNTIF, SUMIFS, the database functions and the like, for testing any number of cells. */
export type Matcher = (cell: Scalar) => boolean

type Operator = '=' | '<>' | '<' | '<=' | '>' | '>='

const OPERATOR = /^(<>|<=|>=|=|<|>)/

const LONGEST_CRITERION = 255

/** Is this criterion longer than COUNTIF, SUMIFS and the like take? */
export function isTooLong(criterion: Scalar): boolean {
  return typeof criterion === 'string' && criterion.length > LONGEST_CRITERION
}

/** A criterion for numbers above or below a bound: operator and bound. */
export const BOUND_CRITERION = /^(>=|<=|>|<)(-?\d+(?:\.\d+)?)$/

/**
 * Compiles a criterion: a bare value (which cells must equal) or a text with an operator before its value.
 * Text is matched as a whole, ignoring case, with `*`, `?` and `~` as wildcards; numbers also match texts that spell
 * them.
 */
export function compileCriterion(criterion: Scalar, context: Conversion): Matcher {
  // A blank criterion counts as 0.
  if (criterion === null) return compileNumber('=', 0, context)
  if (typeof criterion === 'number') return compileNumber('=', criterion, context)
  if (typeof criterion === 'boolean') return (cell) => cell === criterion
  if (criterion instanceof ExcelError) return equalsError(criterion)
  return compileText(criterion, context)
}

function compileText(criterion: string, context: Conversion): Matcher {
  const operator = OPERATOR.exec(criterion)?.[1] as Operator | undefined
  const operand = criterion.slice(operator?.length ?? 0)
  if (operator === undefined && operand === '') return (cell) => cell === null || cell === ''
  if (operand === '' && operator) return compileEmpty(operator)
  const number = textToNumber(operand, context)
  if (number !== undefined) return compileNumber(operator ?? '=', number, context)
  const constant = constantOf(operand)
  if (constant !== undefined) return compileConstant(operator ?? '=', constant)
  return compileWords(operator ?? '=', operand)
}

/** A bare `=` matches blank cells, `<>` matches cells that are not blank; the other operators alone match nothing. */
function compileEmpty(operator: Operator): Matcher {
  if (operator === '=') return (cell) => cell === null
  if (operator === '<>') return (cell) => cell !== null
  return () => false
}

function constantOf(text: string): boolean | ExcelError | undefined {
  const upper = text.toUpperCase()
  if (upper === 'TRUE') return true
  if (upper === 'FALSE') return false
  return upper.startsWith('#') ? errorFromCode(upper) : undefined
}

function compileConstant(operator: Operator, constant: boolean | ExcelError): Matcher {
  if (constant instanceof ExcelError) {
    const equals = equalsError(constant)
    if (operator === '=') return equals
    return operator === '<>' ? (cell) => !equals(cell) : () => false
  }
  if (operator === '<>') return (cell) => cell !== constant
  return (cell) => typeof cell === 'boolean' && holds(operator, Number(cell) - Number(constant))
}

function equalsError(error: ExcelError): Matcher {
  return (cell) => cell instanceof ExcelError && cell.code === error.code
}

function compileNumber(operator: Operator, number: number, context: Conversion): Matcher {
  if (operator === '=' || operator === '<>') {
    const equals: Matcher = (cell) =>
      typeof cell === 'number'
        ? compareNumbers(cell, number) === 0
        : typeof cell === 'string' && spells(cell, number, context)
    // A text that spells the number equals it, but also differs from it.
    return operator === '=' ? equals : (cell) => typeof cell !== 'number' || compareNumbers(cell, number) !== 0
  }
  return (cell) => typeof cell === 'number' && holds(operator, compareNumbers(cell, number))
}

const NUMBER_START = /^[\d.,$%()+\-\sa-z]/i

/** Does this text, typed into a cell, become that number? Texts that cannot be numbers are not parsed. */
function spells(text: string, number: number, context: Conversion): boolean {
  if (!NUMBER_START.test(text) || !/\d/.test(text)) return false
  const value = textToNumber(text, context)
  return value !== undefined && compareNumbers(value, number) === 0
}

function compileWords(operator: Operator, operand: string): Matcher {
  if (operator === '=' || operator === '<>') {
    const matches = textMatcher(operand)
    const equals: Matcher = (cell) => typeof cell === 'string' && matches(cell)
    return operator === '=' ? equals : (cell) => !equals(cell)
  }
  return (cell) => typeof cell === 'string' && holds(operator, compareText(cell, operand))
}

function textMatcher(operand: string): (text: string) => boolean {
  if (hasWildcard(operand)) return compileWildcard(operand)
  const sought = withoutSoftHyphens(operand)
  const wanted = sought.toLowerCase()
  const { length } = sought
  if (!PLAIN.test(wanted)) {
    return (cell) => {
      const text = withoutSoftHyphens(cell)
      return text.length === length && text.toLowerCase() === wanted
    }
  }
  return (cell) => {
    if (cell === wanted) return true
    const text = cell.length > length ? withoutSoftHyphens(cell) : cell
    return text.length === length && isSameInLowerCase(text, wanted, inLowerCase)
  }
}

const SOFT_HYPHEN = '\u00ad'

/** Excel compares texts without soft hyphens: `COUNTIF(A1:A9,CHAR(173)&B1)` takes digits as a text, which else is B1. */
function withoutSoftHyphens(text: string): string {
  return text.includes(SOFT_HYPHEN) ? text.replaceAll(SOFT_HYPHEN, '') : text
}

const inLowerCase = (text: string): string => text.toLowerCase()
const PLAIN = /^\p{ASCII}*$/u

function holds(operator: Operator, order: number): boolean {
  if (operator === '=') return order === 0
  if (operator === '<>') return order !== 0
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  return operator === '>' ? order > 0 : order >= 0
}
