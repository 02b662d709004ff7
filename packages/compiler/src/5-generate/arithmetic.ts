import type { ValueOperator } from '../2-parse/tree.ts'
import type { Bound } from '../3-bind/bound.ts'
import { Code, js } from './code.ts'
import type { LambdaScope } from './lambda-scope.ts'

/** The operators as methods of the machine that runs LAMBDA bodies. */
export const OPERATIONS: Readonly<Record<ValueOperator, string>> = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
  '^': 'power',
  '&': 'join',
  '=': 'equal',
  '<>': 'differs',
  '<': 'less',
  '<=': 'atMost',
  '>': 'more',
  '>=': 'atLeast',
}

type Operation = Extract<Bound, { kind: 'operate' }>

/** A stored number, or an intermediate result. */
interface Term {
  readonly number: Code
  /** The same for all value types, one operation at a time. */
  readonly exact: Code
}

/**
 * Additions, subtractions, multiplications and divisions in one expression. If every operand is a number and every
 * intermediate result is an ordinary one, JavaScript arithmetic gives the operators' result without checking each step.
 */
export class Arithmetic {
  private readonly scope: LambdaScope
  private readonly operand: (node: Bound) => Code
  private readonly values: Code[] = []
  private readonly checks: Code[] = []
  private readonly steps: Code[] = []
  private readonly results: Code[] = []

  constructor(scope: LambdaScope, operand: (node: Bound) => Code) {
    this.scope = scope
    this.operand = operand
  }

  /** The code of an operation; undefined for a single operation. */
  written(node: Operation): Code | undefined {
    if (!isArithmetic(node) || !(isWithin(node.left) || isWithin(node.right))) return undefined
    const { number, exact } = this.term(node)
    const tests = [...this.checks, js`(${[...this.steps, ...this.results]})`]
    const test = tests.reduce((sofar, one) => js`${sofar} && ${one}`)
    return js`(${[...this.values, js`${test} ? ${number} + 0 : ${exact}`]})`
  }

  private term(node: Bound): Term {
    if (node.kind === 'group' && isWithin(node)) return this.term(node.operand)
    if (node.kind === 'operate' && isArithmetic(node)) return this.operation(node)
    if (node.kind === 'constant' && typeof node.value === 'number') {
      return { number: js`${node.value}`, exact: js`${node.value}` }
    }
    const value = this.scope.temporary()
    this.values.push(js`${value} = ${this.operand(node)}`)
    this.checks.push(js`typeof ${value} === "number"`)
    return { number: value, exact: value }
  }

  private operation({ operator, left, right }: Operation): Term {
    const a = this.term(left)
    const b = this.term(right)
    const result = this.scope.temporary()
    const sign = operator === '+' ? js`+` : operator === '-' ? js`-` : operator === '*' ? js`*` : js`/`
    this.steps.push(js`${result} = ${a.number} ${sign} ${b.number}`)
    const isOrdinary = js`(Math.abs(${result}) >= 2.2250738585072014e-308 && Math.abs(${result}) < Infinity || ${result} === 0)`
    const isDefined = operator === '/' ? js`${b.number} !== 0 && ${isOrdinary}` : isOrdinary
    const [last] = this.results
    if (last) this.results[0] = js`${last} && ${isDefined}`
    else this.results.push(isDefined)
    return { number: result, exact: js`l.${Code.name(OPERATIONS[operator])}(${a.exact}, ${b.exact})` }
  }
}

function isArithmetic({ operator }: Operation): boolean {
  return operator === '+' || operator === '-' || operator === '*' || operator === '/'
}

function isWithin(node: Bound): boolean {
  if (node.kind === 'group') return isWithin(node.operand)
  return node.kind === 'operate' && isArithmetic(node)
}
