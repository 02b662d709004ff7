import { textContent, type XmlNode } from './document.ts'
import { type Axis, type BinaryOperator, type Expression, type Step, XPathError } from './xpath-syntax.ts'

export type XPathValue = string | number | boolean | readonly XmlNode[]

interface Focus {
  readonly node: XmlNode
  readonly position: number
  readonly size: number
  readonly charge: (steps: number) => void
}

/** Computes an expression with the document as its context. */
export function evaluateXPath(expression: Expression, root: XmlNode, charge: (steps: number) => void): XPathValue {
  return evaluate(expression, { node: root, position: 1, size: 1, charge })
}

function evaluate(expression: Expression, focus: Focus): XPathValue {
  focus.charge(1)
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'negate':
      return -toNumber(evaluate(expression.operand, focus))
    case 'call':
      return call(expression.name, expression.args, focus)
    case 'binary':
      return binary(expression.operator, expression.left, expression.right, focus)
    case 'path':
      return follow(expression.steps, startOf(expression.start, focus), focus)
    default:
      return expression satisfies never
  }
}

function startOf(start: Expression | 'root' | 'context', focus: Focus): readonly XmlNode[] {
  if (start === 'context') return [focus.node]
  if (start === 'root') return [rootOf(focus.node)]
  return toNodes(evaluate(start, focus))
}

function rootOf(node: XmlNode): XmlNode {
  let current = node
  while (current.parent) current = current.parent
  return current
}

function follow(steps: readonly Step[], start: readonly XmlNode[], focus: Focus): readonly XmlNode[] {
  let nodes = start
  for (const step of steps) nodes = inOrder(nodes.flatMap((node) => take(step, node, focus)))
  return nodes
}

function inOrder(nodes: readonly XmlNode[]): XmlNode[] {
  return [...new Set(nodes)].toSorted((a, b) => a.order - b.order)
}

function take(step: Step, node: XmlNode, focus: Focus): readonly XmlNode[] {
  const found = along(step.axis, node).filter((candidate) => passes(step, candidate))
  focus.charge(found.length + 1)
  return step.predicates.reduce<readonly XmlNode[]>((nodes, predicate) => filter(nodes, predicate, focus), found)
}

function filter(nodes: readonly XmlNode[], predicate: Expression, focus: Focus): readonly XmlNode[] {
  return nodes.filter((node, index) => {
    const value = evaluate(predicate, { ...focus, node, position: index + 1, size: nodes.length })
    return typeof value === 'number' ? value === index + 1 : toBoolean(value)
  })
}

/** Nodes along an axis, the nearest first. */
function along(axis: Axis, node: XmlNode): readonly XmlNode[] {
  switch (axis) {
    case 'child':
      return node.children
    case 'attribute':
      return node.attributes
    case 'self':
      return [node]
    case 'parent':
      return node.parent ? [node.parent] : []
    case 'descendant':
      return descendants(node)
    case 'descendant-or-self':
      return [node, ...descendants(node)]
    case 'ancestor':
      return ancestors(node)
    case 'ancestor-or-self':
      return [node, ...ancestors(node)]
    case 'following-sibling':
      return siblings(node).filter((other) => other.order > node.order)
    case 'preceding-sibling':
      return siblings(node)
        .filter((other) => other.order < node.order)
        .toReversed()
    default:
      return axis satisfies never
  }
}

function descendants(node: XmlNode): XmlNode[] {
  const found: XmlNode[] = []
  for (const child of node.children) {
    found.push(child)
    for (const inner of descendants(child)) found.push(inner)
  }
  return found
}

function ancestors(node: XmlNode): XmlNode[] {
  return node.parent ? [node.parent, ...ancestors(node.parent)] : []
}

function siblings(node: XmlNode): readonly XmlNode[] {
  return node.kind === 'attribute' ? [] : (node.parent?.children ?? [])
}

function passes({ axis, test }: Step, node: XmlNode): boolean {
  if (test === 'node()') return true
  if (test === 'text()') return node.kind === 'text'
  const isNamed = axis === 'attribute' ? node.kind === 'attribute' : node.kind === 'element'
  return isNamed && (test === '*' || test === node.name)
}

function toNodes(value: XPathValue): readonly XmlNode[] {
  if (typeof value !== 'object') throw new XPathError('nodes are wanted')
  return value
}

function toText(value: XPathValue): string {
  if (typeof value === 'object') return value[0] ? textContent(value[0]) : ''
  return String(value)
}

function toNumber(value: XPathValue): number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  const text = toText(value).trim()
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN
}

function toBoolean(value: XPathValue): boolean {
  if (typeof value === 'object') return value.length > 0
  return typeof value === 'number' ? value !== 0 && !Number.isNaN(value) : Boolean(value)
}

function binary(operator: BinaryOperator, leftSide: Expression, rightSide: Expression, focus: Focus): XPathValue {
  if (operator === 'or') return toBoolean(evaluate(leftSide, focus)) || toBoolean(evaluate(rightSide, focus))
  if (operator === 'and') return toBoolean(evaluate(leftSide, focus)) && toBoolean(evaluate(rightSide, focus))
  const left = evaluate(leftSide, focus)
  const right = evaluate(rightSide, focus)
  switch (operator) {
    case '|':
      return inOrder([...toNodes(left), ...toNodes(right)])
    case '+':
      return toNumber(left) + toNumber(right)
    case '-':
      return toNumber(left) - toNumber(right)
    case '*':
      return toNumber(left) * toNumber(right)
    case 'div':
      return toNumber(left) / toNumber(right)
    case 'mod':
      return toNumber(left) % toNumber(right)
    default:
      return compare(operator, left, right)
  }
}

/** A comparison holds for a node set if it holds for one node. */
function compare(operator: BinaryOperator, left: XPathValue, right: XPathValue): boolean {
  if (typeof left === 'object') return left.some((node) => compare(operator, textContent(node), right))
  if (typeof right === 'object') return right.some((node) => compare(operator, left, textContent(node)))
  if (operator === '=' || operator === '!=') return same(left, right) === (operator === '=')
  const order = toNumber(left) - toNumber(right)
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  return operator === '>' ? order > 0 : order >= 0
}

function same(left: string | number | boolean, right: string | number | boolean): boolean {
  if (typeof left === 'boolean' || typeof right === 'boolean') return toBoolean(left) === toBoolean(right)
  if (typeof left === 'number' || typeof right === 'number') return toNumber(left) === toNumber(right)
  return left === right
}

type Body = (args: readonly XPathValue[], focus: Focus) => XPathValue

const first = (args: readonly XPathValue[], focus: Focus): XPathValue => args[0] ?? [focus.node]
const text = (args: readonly XPathValue[], index: number): string => toText(args[index] ?? '')
const number = (args: readonly XPathValue[], index: number): number => toNumber(args[index] ?? Number.NaN)

const FUNCTIONS: Readonly<Record<string, Body>> = {
  position: (_args, focus) => focus.position,
  last: (_args, focus) => focus.size,
  count: (args) => toNodes(args[0] ?? []).length,
  name: (args, focus) => toNodes(first(args, focus))[0]?.name ?? '',
  'local-name': (args, focus) => toNodes(first(args, focus))[0]?.name.replace(/^.*:/, '') ?? '',
  string: (args, focus) => toText(first(args, focus)),
  concat: (args) => args.map(toText).join(''),
  'starts-with': (args) => text(args, 0).startsWith(text(args, 1)),
  contains: (args) => text(args, 0).includes(text(args, 1)),
  'substring-before': (args) => {
    const at = text(args, 0).indexOf(text(args, 1))
    return at < 0 ? '' : text(args, 0).slice(0, at)
  },
  'substring-after': (args) => {
    const at = text(args, 0).indexOf(text(args, 1))
    return at < 0 ? '' : text(args, 0).slice(at + text(args, 1).length)
  },
  substring: (args) => {
    const start = Math.round(number(args, 1)) - 1
    const end = args[2] === undefined ? undefined : Math.max(0, start + Math.round(number(args, 2)))
    return text(args, 0).slice(Math.max(0, start), end)
  },
  'string-length': (args, focus) => toText(first(args, focus)).length,
  'normalize-space': (args, focus) => toText(first(args, focus)).trim().replace(/\s+/g, ' '),
  translate: (args) => {
    const from = Array.from(text(args, 1))
    const to = Array.from(text(args, 2))
    return Array.from(text(args, 0), (char) => (from.includes(char) ? (to[from.indexOf(char)] ?? '') : char)).join('')
  },
  boolean: (args) => toBoolean(args[0] ?? false),
  not: (args) => !toBoolean(args[0] ?? false),
  true: () => true,
  false: () => false,
  number: (args, focus) => toNumber(first(args, focus)),
  sum: (args) => toNodes(args[0] ?? []).reduce((total, node) => total + toNumber(textContent(node)), 0),
  floor: (args) => Math.floor(number(args, 0)),
  ceiling: (args) => Math.ceil(number(args, 0)),
  round: (args) => Math.round(number(args, 0)),
}

function call(name: string, args: readonly Expression[], focus: Focus): XPathValue {
  const body = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
  if (!body) throw new XPathError('unknown function')
  return body(
    args.map((arg) => evaluate(arg, focus)),
    focus,
  )
}
