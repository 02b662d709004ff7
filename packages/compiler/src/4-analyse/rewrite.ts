import { errors } from '@sheetwright/runtime/values.ts'
import type { Bound, BoundFormula } from '../3-bind/bound.ts'
import { traitsOf } from '../3-bind/traits.ts'
import { partsOf } from '../3-bind/parts-of.ts'

/** The tree with nodes replaced by the results of `replace`; the same object if it replaces none. */
export function rewritten(node: Bound, replace: (node: Bound) => Bound | undefined): Bound {
  const other = replace(node)
  if (other) return other
  const parts = partsOf(node)
  const changed = parts.map((part) => rewritten(part, replace))
  return changed.every((part, i) => part === parts[i]) ? node : withParts(node, changed)
}

/** A formula from a tree that has no text. */
export function formulaOf(tree: Bound): BoundFormula {
  let traits: BoundFormula['traits'] | undefined
  return {
    tree,
    get traits() {
      return (traits ??= traitsOf(tree))
    },
  }
}

/** The same node with each of its parts changed. */
export function withEachPart(node: Bound, change: (part: Bound) => Bound): Bound {
  return withParts(node, partsOf(node).map(change))
}

/** The same node with other parts, in the order of `partsOf`. */
export function withParts(node: Bound, parts: readonly Bound[]): Bound {
  const [first = MISSING, second = MISSING] = parts
  switch (node.kind) {
    case 'call':
      return { ...node, args: parts }
    case 'apply':
      return { ...node, callee: first, args: parts.slice(1) }
    case 'let':
      return { ...node, values: parts.slice(0, -1), body: parts.at(-1) ?? MISSING }
    case 'lambda':
      return { ...node, body: first }
    case 'negate':
    case 'plus':
    case 'single':
    case 'percent':
    case 'spill':
    case 'group':
      return { ...node, operand: first }
    case 'operate':
    case 'range':
    case 'intersection':
    case 'union':
      return { ...node, left: first, right: second }
    default:
      return node
  }
}

const MISSING: Bound = { kind: 'constant', value: errors.value }
