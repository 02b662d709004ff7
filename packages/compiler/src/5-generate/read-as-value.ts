import { isLifted, paramAt } from '@sheetwright/runtime/invoke.ts'
import type { Bound, BoundLambda } from '../3-bind/bound.ts'
import { partsOf } from '../4-analyse/precedents.ts'

/**
 * Which parameters of a LAMBDA are read as values wherever they stand, and at least once whenever the LAMBDA runs: it makes no
 * difference to them whether a cell is given or what it holds.
 */
export function readAsValue(lambda: BoundLambda): readonly boolean[] {
  let known = found.get(lambda)
  if (!known) {
    known = lambda.slots.map((slot) => {
      const uses = { escapes: false, isCertain: false }
      follow(lambda.body, slot, false, false, uses)
      return uses.isCertain && !uses.escapes
    })
    found.set(lambda, known)
  }
  return known
}

const found = new WeakMap<BoundLambda, readonly boolean[]>()

interface Uses {
  /** It is handed on as it is. */
  escapes: boolean
  isCertain: boolean
}

function follow(node: Bound, slot: number, isValue: boolean, isLazy: boolean, uses: Uses): void {
  switch (node.kind) {
    case 'variable':
      if (node.slot !== slot) return
      if (!isValue) uses.escapes = true
      else if (!isLazy) uses.isCertain = true
      return
    case 'isOmitted':
      if (node.slot === slot) uses.escapes = true
      return
    case 'operate':
      follow(node.left, slot, true, isLazy, uses)
      follow(node.right, slot, true, isLazy, uses)
      return
    case 'negate':
    case 'percent':
      follow(node.operand, slot, true, isLazy, uses)
      return
    case 'group':
    case 'plus':
      follow(node.operand, slot, isValue, isLazy, uses)
      return
    case 'call':
      node.args.forEach((arg, i) => {
        const param = paramAt(node.definition, i)
        const isTaken = param !== undefined && (isLifted(param) || (node.definition.name === 'IF' && i === 0))
        follow(arg, slot, isTaken, isLazy || param?.kind === 'lazy', uses)
      })
      return
    case 'lambda':
      follow(node.body, slot, false, true, uses)
      return
    default:
      for (const part of partsOf(node)) follow(part, slot, false, isLazy, uses)
  }
}

/** Nodes of a body that run whenever it does, as its share of the step budget. */
export function certainNodes(node: Bound): number {
  if (node.kind === 'lambda') return 1
  if (node.kind !== 'call') return partsOf(node).reduce((sum, part) => sum + certainNodes(part), 1)
  return node.args.reduce(
    (sum, arg, i) => (paramAt(node.definition, i)?.kind === 'lazy' ? sum : sum + certainNodes(arg)),
    1,
  )
}
