import { parseFormula } from '../2-parse/parse.ts'
import type { CallNode, Node } from '../2-parse/tree.ts'
import type { ReadingFormula } from '../4-analyse/reading-formulas.ts'
import type { Workbook } from '../model/workbook.ts'

/** A call in a formula that computes one of several parts. */
export interface Decision {
  readonly node: CallNode
  readonly function: 'IF' | 'IFS' | 'CHOOSE' | 'SWITCH'
  /** The parts in order; undefined for an IF without its last argument. */
  readonly parts: readonly (Node | undefined)[]
}

/** The decisions and lookups of a formula, at any depth. */
export interface FormulaDecisions {
  readonly tree: Node
  readonly decisions: readonly Decision[]
  readonly lookups: readonly CallNode[]
}

const lookupNames = new Set(['VLOOKUP', 'HLOOKUP', 'MATCH', 'XLOOKUP', 'XMATCH'])

/** Undefined if the formula has no decision. Variables of LET and LAMBDA have values only inside the formula. */
export function decisionsOf({ cell }: ReadingFormula, grid: Workbook['grid']): FormulaDecisions | undefined {
  if (cell.formula.kind !== 'normal') return undefined
  const { text, row, col } = cell.formula
  const parsed = parseFormula(text, { home: { row, col, ...grid } })
  if (!parsed.ok) return undefined
  const decisions: Decision[] = []
  const lookups: CallNode[] = []
  const pending: Node[] = [parsed.tree]
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.kind === 'call') {
      const name = node.name.toUpperCase()
      if (name === 'LET' || name === 'LAMBDA') continue
      const decision = decisionOf(node, name)
      if (decision) decisions.push(decision)
      else if (lookupNames.has(name) && node.args.length >= 2) lookups.push(node)
    }
    pending.push(...partsOf(node))
  }
  return decisions.length + lookups.length === 0 ? undefined : { tree: parsed.tree, decisions, lookups }
}

function decisionOf(node: CallNode, name: string): Decision | undefined {
  const { args } = node
  switch (name) {
    case 'IF':
      return { node, function: name, parts: [args[1], args[2]] }
    case 'IFS':
      return { node, function: name, parts: args.filter((_, i) => i % 2 === 1) }
    case 'CHOOSE':
      return { node, function: name, parts: args.slice(1) }
    case 'SWITCH': {
      const values = args.slice(1).filter((_, i) => i % 2 === 1)
      return { node, function: name, parts: args.length % 2 === 0 ? [...values, args.at(-1)] : values }
    }
    default:
      return undefined
  }
}

/** The child nodes. */
export function partsOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'call':
    case 'invoke':
      return node.args
    case 'unary':
    case 'percent':
    case 'spill':
      return [node.operand]
    case 'group':
      return [node.inner]
    case 'binary':
      return [node.left, node.right]
    default:
      return []
  }
}
