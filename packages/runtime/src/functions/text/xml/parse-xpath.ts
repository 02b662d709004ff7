import { AXES, type Axis, type BinaryOperator, type Expression, type Step, XPathError } from './xpath-syntax.ts'

const TOKEN =
  /\s*(?:("[^"]*"|'[^']*')|(\d+(?:\.\d*)?|\.\d+)|(\.\.|::|\/\/|!=|<=|>=|[./@()[\],|+\-=<>*])|([\p{L}_][\p{L}\p{N}_.-]*(?::[\p{L}_*][\p{L}\p{N}_.-]*)?))/uy

type Token =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'mark'; readonly value: string }
  | { readonly kind: 'name'; readonly value: string }

function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const end = source.trimEnd().length
  while (at < end) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(source)
    if (!match) throw new XPathError('unknown character')
    at += match[0].length
    const [, text, number, mark, name] = match
    if (text !== undefined) tokens.push({ kind: 'text', value: text.slice(1, -1) })
    else if (number !== undefined) tokens.push({ kind: 'number', value: Number(number) })
    else if (mark !== undefined) tokens.push({ kind: 'mark', value: mark })
    else tokens.push({ kind: 'name', value: name ?? '' })
  }
  return tokens
}

/** Binary operators by increasing precedence. */
const LEVELS: readonly (readonly BinaryOperator[])[] = [
  ['or'],
  ['and'],
  ['=', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', 'div', 'mod'],
]

const MAX_DEPTH = 100

interface Reader {
  readonly tokens: readonly Token[]
  at: number
  depth: number
}

export function parseXPath(source: string): Expression {
  const reader: Reader = { tokens: tokensOf(source), at: 0, depth: 0 }
  const expression = readLevel(reader, 0)
  if (reader.at < reader.tokens.length) throw new XPathError('something left over')
  return expression
}

function isMark(reader: Reader, value: string, ahead = 0): boolean {
  const token = reader.tokens[reader.at + ahead]
  return token?.kind === 'mark' && token.value === value
}

function take(reader: Reader, value: string): boolean {
  if (!isMark(reader, value)) return false
  reader.at++
  return true
}

function expect(reader: Reader, value: string): void {
  if (!take(reader, value)) throw new XPathError(`${value} is missing`)
}

function takeOperator(reader: Reader, operators: readonly BinaryOperator[]): BinaryOperator | undefined {
  const token = reader.tokens[reader.at]
  if (token?.kind !== 'mark' && token?.kind !== 'name') return undefined
  const operator = operators.find((candidate) => candidate === token.value)
  if (operator) reader.at++
  return operator
}

function readLevel(reader: Reader, level: number): Expression {
  const operators = LEVELS[level]
  if (!operators) return readUnary(reader)
  let left = readLevel(reader, level + 1)
  for (let operator = takeOperator(reader, operators); operator; operator = takeOperator(reader, operators)) {
    left = { kind: 'binary', operator, left, right: readLevel(reader, level + 1) }
  }
  return left
}

function readUnary(reader: Reader): Expression {
  if (take(reader, '-')) return { kind: 'negate', operand: readUnary(reader) }
  let left = readPath(reader)
  while (take(reader, '|')) left = { kind: 'binary', operator: '|', left, right: readPath(reader) }
  return left
}

function isCall(reader: Reader): boolean {
  const token = reader.tokens[reader.at]
  return (
    token?.kind === 'name' &&
    isMark(reader, '(', 1) &&
    !/^(?:text|node|comment|processing-instruction)$/.test(token.value)
  )
}

function readPath(reader: Reader): Expression {
  if (++reader.depth > MAX_DEPTH) throw new XPathError('too deep')
  const path = readPathInside(reader)
  reader.depth--
  return path
}

function readPathInside(reader: Reader): Expression {
  const token = reader.tokens[reader.at]
  if (!token) throw new XPathError('the expression ends too early')
  if (isMark(reader, '/') || isMark(reader, '//'))
    return { kind: 'path', start: 'root', steps: readSteps(reader, true) }
  const isPrimary = token.kind === 'text' || token.kind === 'number' || isMark(reader, '(') || isCall(reader)
  if (!isPrimary) return { kind: 'path', start: 'context', steps: readSteps(reader, false) }
  const start = readPrimary(reader)
  const predicates = readPredicates(reader)
  const steps: Step[] = predicates.length > 0 ? [{ axis: 'self', test: 'node()', predicates }] : []
  if (isMark(reader, '/') || isMark(reader, '//')) steps.push(...readSteps(reader, true))
  return steps.length === 0 ? start : { kind: 'path', start, steps }
}

function readPrimary(reader: Reader): Expression {
  const token = reader.tokens[reader.at]
  if (token?.kind === 'text' || token?.kind === 'number') {
    reader.at++
    return { kind: 'literal', value: token.value }
  }
  if (take(reader, '(')) {
    const inside = readLevel(reader, 0)
    expect(reader, ')')
    return inside
  }
  const name = token?.value ?? ''
  reader.at += 2
  const args: Expression[] = []
  if (!take(reader, ')')) {
    do args.push(readLevel(reader, 0))
    while (take(reader, ','))
    expect(reader, ')')
  }
  return { kind: 'call', name, args }
}

/** `//` means a step to any depth. */
const ANY_DEPTH: Step = { axis: 'descendant-or-self', test: 'node()', predicates: [] }

function readSteps(reader: Reader, isAfterSlash: boolean): Step[] {
  const steps: Step[] = []
  if (isAfterSlash && take(reader, '//')) steps.push(ANY_DEPTH)
  else if (isAfterSlash) {
    expect(reader, '/')
    if (!startsStep(reader)) return steps
  }
  for (;;) {
    steps.push(readStep(reader))
    if (take(reader, '//')) steps.push(ANY_DEPTH)
    else if (!take(reader, '/')) return steps
  }
}

function startsStep(reader: Reader): boolean {
  const token = reader.tokens[reader.at]
  return token?.kind === 'name' || (token?.kind === 'mark' && ['.', '..', '@', '*'].includes(token.value))
}

function readStep(reader: Reader): Step {
  if (take(reader, '..')) return { axis: 'parent', test: 'node()', predicates: readPredicates(reader) }
  if (take(reader, '.')) return { axis: 'self', test: 'node()', predicates: readPredicates(reader) }
  const axis = readAxis(reader)
  const test = readTest(reader)
  return { axis, test, predicates: readPredicates(reader) }
}

function readAxis(reader: Reader): Axis {
  if (take(reader, '@')) return 'attribute'
  const token = reader.tokens[reader.at]
  if (token?.kind !== 'name' || !isMark(reader, '::', 1)) return 'child'
  const axis = AXES.find((candidate) => candidate === token.value)
  if (!axis) throw new XPathError('unknown axis')
  reader.at += 2
  return axis
}

function readTest(reader: Reader): string {
  if (take(reader, '*')) return '*'
  const token = reader.tokens[reader.at]
  if (token?.kind !== 'name') throw new XPathError('a name is missing')
  reader.at++
  if (!take(reader, '(')) return token.value
  expect(reader, ')')
  return `${token.value}()`
}

function readPredicates(reader: Reader): Expression[] {
  const predicates: Expression[] = []
  while (take(reader, '[')) {
    predicates.push(readLevel(reader, 0))
    expect(reader, ']')
  }
  return predicates
}
