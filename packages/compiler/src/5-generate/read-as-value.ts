import { isLifted, paramAt } from '@sheetwright/runtime/invoke.ts'
import type { Bound, BoundCall, BoundLambda } from '../3-bind/bound.ts'
import { partsOf } from '../3-bind/parts-of.ts'
import { lambdaOf } from './shared-lambda.ts'

/**
 * The parameters of a LAMBDA that are only read as values: passing a cell or its value makes no difference. Always:
 * read at least once whenever the LAMBDA runs. Sometimes: a cell that is not yet computed must wait until it is read.
 */
export function readAsValue(lambda: BoundLambda): readonly ValueUse[] {
  let known = found.get(lambda)
  if (!known) {
    // The LAMBDA may be reached again while it is examined: nothing is certain then.
    found.set(
      lambda,
      lambda.slots.map(() => 'sometimes'),
    )
    known = lambda.slots.map((slot) => {
      const uses = { escapes: false, isCertain: false }
      follow(lambda.body, slot, false, false, uses)
      return uses.escapes ? 'never' : uses.isCertain ? 'always' : 'sometimes'
    })
    found.set(lambda, known)
  }
  return known
}

type ValueUse = 'always' | 'sometimes' | 'never'

const found = new WeakMap<BoundLambda, readonly ValueUse[]>()

interface Uses {
  /** It is passed on unchanged. */
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
        const isLazyHere = isLazy || param?.kind === 'lazy'
        follow(arg, slot, takesValue(node, i) || (isValue && isChosen(node, i)), isLazyHere, uses)
      })
      return
    case 'apply': {
      const lambda = node.callee.kind === 'name' ? lambdaOf(node.callee.name) : undefined
      const given = lambda && readAsValue(lambda)
      if (!given) follow(node.callee, slot, false, isLazy, uses)
      node.args.forEach((arg, i) => {
        const use = given?.[i] ?? 'never'
        follow(arg, slot, use !== 'never', isLazy || use !== 'always', uses)
      })
      return
    }
    case 'lambda':
      follow(node.body, slot, false, true, uses)
      return
    default:
      for (const part of partsOf(node)) follow(part, slot, false, isLazy, uses)
  }
}

function takesValue({ definition, args }: BoundCall, index: number): boolean {
  const param = paramAt(definition, index)
  if (param === undefined) return false
  return isLifted(param) || (definition.name === 'IF' && index === 0 && args.length > 1)
}

/** May IF or IFERROR return this argument? */
function isChosen({ definition }: BoundCall, index: number): boolean {
  return definition.name === 'IFERROR' || (definition.name === 'IF' && index > 0)
}
