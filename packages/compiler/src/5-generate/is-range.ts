import type { Bound } from '../3-bind/bound.ts'

/** Is it a reference to cells rather than a single value? */
export function isRange(node: Bound): boolean {
  switch (node.kind) {
    case 'area':
    case 'fixedArea':
    case 'range':
    case 'union':
    case 'intersection':
      return true
    case 'tableRow':
      return node.left !== node.right
    case 'group':
      return isRange(node.operand)
    case 'name': {
      const { tree } = node.name.formula()
      return tree.kind === 'area' || tree.kind === 'fixedArea'
    }
    default:
      return false
  }
}
