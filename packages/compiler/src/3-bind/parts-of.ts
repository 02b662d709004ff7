import { paramAt } from '@sheetwright/runtime/invoke.ts'
import type { Bound } from './bound.ts'

/** The direct children of a node; names are not followed. */
export function partsOf(node: Bound): readonly Bound[] {
  switch (node.kind) {
    case 'call':
      return node.args
    case 'apply':
      return [node.callee, ...node.args]
    case 'let':
      return [...node.values, node.body]
    case 'lambda':
      return [node.body]
    case 'negate':
    case 'plus':
    case 'single':
    case 'percent':
    case 'spill':
    case 'group':
      return [node.operand]
    case 'operate':
    case 'range':
    case 'intersection':
    case 'union':
      return [node.left, node.right]
    default:
      return []
  }
}

/** Number of nodes of a body that always run when it does: its cost in the step budget. */
export function certainNodes(node: Bound): number {
  if (node.kind === 'lambda') return 1
  if (node.kind !== 'call') return partsOf(node).reduce((sum, part) => sum + certainNodes(part), 1)
  return node.args.reduce(
    (sum, arg, i) => (paramAt(node.definition, i)?.kind === 'lazy' ? sum : sum + certainNodes(arg)),
    1,
  )
}
