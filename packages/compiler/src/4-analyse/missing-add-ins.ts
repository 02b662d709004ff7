import { errors } from '@sheetwright/runtime/values.ts'
import { mayBeUnknown } from '../3-bind/add-in-functions.ts'
import type { Bound, BoundFormula } from '../3-bind/bound.ts'
import type { Workbook } from '../model/workbook.ts'
import { formulaOf, rewritten } from './rewrite.ts'

const NO_SUCH_NAME: Bound = { kind: 'constant', value: errors.name }

/**
 * Formulas as seen by an Excel that lacked some of their functions: those calls are #NAME?. Cells with the same formula
 * get the same result object.
 */
export class MissingAddIns {
  private readonly format: Workbook['format']
  private readonly known = new Map<BoundFormula, BoundFormula | undefined>()

  constructor(format: Workbook['format']) {
    this.format = format
  }

  /** Undefined if the call is inside a defined name. */
  without(formula: BoundFormula): BoundFormula | undefined {
    if (!this.known.has(formula)) this.known.set(formula, withoutAddIns(formula, this.format))
    return this.known.get(formula)
  }
}

function withoutAddIns(formula: BoundFormula, format: Workbook['format']): BoundFormula | undefined {
  const tree = rewritten(formula.tree, (node) =>
    node.kind === 'call' && mayBeUnknown(node.definition.name, format) ? NO_SUCH_NAME : undefined,
  )
  const result = formulaOf(tree)
  return [...result.traits.functions].some((name) => mayBeUnknown(name, format)) ? undefined : result
}
