import type { Bound, BoundName } from './bound.ts'

/**
 * Is this a reference as it stands, such as INDIRECT takes? Not one that a function gives, like a name whose formula
 * calls OFFSET, and not a 3-D reference or a union. What cannot be computed stays, so that it is reported.
 */
export function isWrittenReference(tree: Bound): boolean {
  const names = new Set<BoundName>()
  const pending: Bound[] = [tree]
  for (let node = pending.pop(); node; node = pending.pop()) {
    switch (node.kind) {
      case 'cell':
      case 'fixedArea':
      case 'tableRow':
      case 'external':
      case 'uncomputable':
        break
      case 'area':
        if (node.sheet !== node.lastSheet) return false
        break
      case 'name':
        if (!names.has(node.name)) pending.push(node.name.formula().tree)
        names.add(node.name)
        break
      case 'spill':
      case 'group':
        pending.push(node.operand)
        break
      case 'range':
      case 'intersection':
        pending.push(node.left, node.right)
        break
      default:
        return false
    }
  }
  return true
}
