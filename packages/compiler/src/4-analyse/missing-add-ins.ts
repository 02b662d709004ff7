import { errors } from '@sheetwright/runtime/values.ts'
import { ADD_IN_FUNCTIONS } from '../3-bind/add-in-functions.ts'
import type { Bound, BoundFormula } from '../3-bind/bound.ts'
import { formulaOf, rewritten } from './rewrite.ts'

const NO_SUCH_NAME: Bound = { kind: 'constant', value: errors.name }

/**
 * Formulas of old files as Excel saw them without its add-ins: calls of their functions are #NAME?. Cells with the same formula
 * get the same one again.
 */
export class MissingAddIns {
  private readonly known = new Map<BoundFormula, BoundFormula | undefined>()

  /** Undefined where a name stands between the formula and the call. */
  without(formula: BoundFormula): BoundFormula | undefined {
    if (!this.known.has(formula)) this.known.set(formula, withoutAddIns(formula))
    return this.known.get(formula)
  }
}

function withoutAddIns(formula: BoundFormula): BoundFormula | undefined {
  const tree = rewritten(formula.tree, (node) =>
    node.kind === 'call' && ADD_IN_FUNCTIONS.has(node.definition.name) ? NO_SUCH_NAME : undefined,
  )
  const result = formulaOf(tree)
  return [...result.traits.functions].some((name) => ADD_IN_FUNCTIONS.has(name)) ? undefined : result
}
