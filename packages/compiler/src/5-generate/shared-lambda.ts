import { type Bound, type BoundLambda, type BoundName, OWN_SHEET } from '../3-bind/bound.ts'
import { partsOf } from '../3-bind/parts-of.ts'
import type { Family } from '../4-analyse/family.ts'
import type { Coordinate } from '../2-parse/tree.ts'

/** The LAMBDA that a name stands for, if it is nothing else. */
export function lambdaOf(name: BoundName): BoundLambda | undefined {
  let { tree } = name.formula()
  while (tree.kind === 'group') tree = tree.operand
  return tree.kind === 'lambda' ? tree : undefined
}

/**
 * Can one function compute a name for all cells? Not if it means different cells for each of them, if cells it reaches
 * are known only for this family, or if a program cannot compute a part of it.
 */
export function isShareable(name: BoundName, family: Family): boolean {
  const followed = new Set<BoundName>([name])
  const pending: Bound[] = [name.formula().tree]
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (!isFixed(node, family)) return false
    if (node.kind !== 'name') pending.push(...partsOf(node))
    else if (!followed.has(node.name)) {
      followed.add(node.name)
      pending.push(node.name.formula().tree)
    }
  }
  return true
}

/** Does it use its own name, itself or through other names? */
export function callsItself(name: BoundName): boolean {
  const followed = new Set<BoundName>()
  const pending: Bound[] = [name.formula().tree]
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.kind !== 'name') pending.push(...partsOf(node))
    else if (node.name === name) return true
    else if (!followed.has(node.name)) {
      followed.add(node.name)
      pending.push(node.name.formula().tree)
    }
  }
  return false
}

function isFixed(node: Bound, family: Family): boolean {
  switch (node.kind) {
    case 'cell':
      return node.sheet !== OWN_SHEET && isPlaced([node.point.row, node.point.col], family)
    case 'area': {
      const { from, to } = node
      return node.sheet !== OWN_SHEET && isPlaced([from.row, from.col, to.row, to.col], family)
    }
    case 'call':
      return !family.far.has(node)
    case 'tableRow':
    case 'spill':
    case 'external':
    case 'uncomputable':
      return false
    default:
      return true
  }
}

function isPlaced(coordinates: readonly Coordinate[], family: Family): boolean {
  return coordinates.every((coordinate) => !coordinate.relative && !family.tables.has(coordinate))
}
