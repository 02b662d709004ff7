import { Matrix } from '@sheetwright/runtime/values.ts'
import type { Bound } from '../3-bind/bound.ts'

/** Does it contain an array constant, so that it stays an array where a computed one would give its first value? */
export function holdsArrayConstant(node: Bound): boolean {
  switch (node.kind) {
    case 'constant':
      return node.value instanceof Matrix
    case 'group':
    case 'negate':
    case 'plus':
    case 'percent':
      return holdsArrayConstant(node.operand)
    case 'operate':
      return holdsArrayConstant(node.left) || holdsArrayConstant(node.right)
    case 'name':
      return holdsArrayConstant(node.name.formula().tree)
    case 'variable':
      return true
    case 'call':
      return node.args.some(holdsArrayConstant)
    default:
      return false
  }
}
