import type { Coordinate, Point } from '../2-parse/tree.ts'
import type { Bound } from '../3-bind/bound.ts'
import { Matrix } from '@sheetwright/runtime/values.ts'
import type { Axis } from './family.ts'
import { rewritten } from './rewrite.ts'

/**
 * The shape of a formula with the coordinates along one axis left open, and those coordinates in order. Formulas of the
 * same shape can be one family with listed coordinates: a column of sums over every fourth row, for example.
 */
export interface Skeleton {
  readonly key: string
  readonly coordinates: readonly Coordinate[]
}

/** Larger formulas are not compared by shape. */
const MAX_NODES = 200

/** `identities` numbers the names that formulas use; keys made with the same map are comparable. */
export function skeletonOf(tree: Bound, axis: Axis, identities: Map<object, number>): Skeleton | undefined {
  const coordinates: Coordinate[] = []
  const parts: string[] = []
  let nodes = 0
  const coordinate = (one: Coordinate, open: boolean): string => {
    if (!open) return `${one.relative ? 'r' : 'a'}${one.value}`
    coordinates.push(one)
    return '?'
  }
  const point = ({ row, col }: Point): string =>
    `${coordinate(row, axis === 'down')},${coordinate(col, axis === 'across')}`
  const visit = (node: Bound): boolean => {
    if (++nodes > MAX_NODES) return false
    switch (node.kind) {
      case 'constant':
        if (node.value instanceof Matrix) return false
        parts.push(`k${typeof node.value}:${JSON.stringify(String(node.value))}`)
        return true
      case 'missing':
        parts.push('m')
        return true
      case 'cell':
        parts.push(`c${node.sheet}!${point(node.point)}`)
        return true
      case 'area':
        parts.push(`a${node.sheet}-${node.lastSheet}!${point(node.from)}:${point(node.to)}`)
        return true
      case 'call':
        parts.push(`${node.definition.name}(${node.args.length}`)
        return node.args.every(visit)
      case 'negate':
      case 'plus':
      case 'percent':
      case 'group':
        parts.push(node.kind)
        return visit(node.operand)
      case 'operate':
        parts.push(node.operator)
        return visit(node.left) && visit(node.right)
      case 'name':
        parts.push(`n${identityOf(node.name, identities)}`)
        return true
      default:
        return false
    }
  }
  return visit(tree) ? { key: parts.join(' '), coordinates } : undefined
}

/** The same tree with other coordinates along an axis, in the order of its skeleton. */
export function withCoordinates(tree: Bound, axis: Axis, coordinates: readonly Coordinate[]): Bound {
  let next = 0
  const point = ({ row, col }: Point): Point => {
    const other = coordinates[next++] as Coordinate
    return axis === 'down' ? { row: other, col } : { row, col: other }
  }
  return rewritten(tree, (node) => {
    if (node.kind === 'cell') return { ...node, point: point(node.point) }
    return node.kind === 'area' ? { ...node, from: point(node.from), to: point(node.to) } : undefined
  })
}

function identityOf(object: object, identities: Map<object, number>): number {
  let identity = identities.get(object)
  if (identity === undefined) identities.set(object, (identity = identities.size))
  return identity
}
