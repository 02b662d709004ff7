import type { ValueOperator } from '../2-parse/tree.ts'
import type { Bound } from '../3-bind/bound.ts'
import { Code, js } from './code.ts'
import type { LambdaScope } from './lambda-scope.ts'

/** The operators as methods of the machine that runs the bodies of LAMBDAs. */
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

/** A number that is there, or one that is worked out on the way. */
interface Term {
  readonly number: Code
  /** The same for any values, operation by operation. */
  readonly exact: Code
}

/**
 * Several additions, subtractions, multiplications and divisions in one go. Where every value is a number and every result on
 * the way is an ordinary one, JavaScript's own arithmetic gives what the operators give, without a look at each result.
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

  /** The code of an operation; undefined where it is no more than one. */
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
