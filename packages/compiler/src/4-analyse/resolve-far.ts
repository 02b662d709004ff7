import { type Area, ExcelError } from '@sheetwright/runtime/values.ts'
import { type Bound, type BoundFormula } from '../3-bind/bound.ts'
import type { Evaluator } from '../evaluate/evaluator.ts'
import { staticPrecedents } from '../evaluate/static-precedents.ts'
import type { CellPlace } from './place-index.ts'
import { partsOf } from './precedents.ts'
import { formulaOf, rewritten } from './rewrite.ts'

interface Resolving {
  readonly evaluator: Evaluator
  readonly grid: { readonly rows: number; readonly cols: number }
  /** Can a cell of the area change when the program runs? */
  readonly isChanging: (area: Area) => boolean
}

/**
 * A formula whose far-reaching calls are replaced by the cells they mean, where nothing they depend on can change: OFFSET and
 * INDIRECT with constant arguments, and names that hold such. Undefined where there is nothing to replace.
 */
export function resolvedFar(formula: BoundFormula, home: CellPlace, resolving: Resolving): BoundFormula | undefined {
  const tree = new FarResolver(home, resolving).resolved(formula.tree)
  return tree === formula.tree ? undefined : formulaOf(tree)
}

class FarResolver {
  private readonly home: CellPlace
  private readonly resolving: Resolving

  constructor(home: CellPlace, resolving: Resolving) {
    this.home = home
    this.resolving = resolving
  }

  resolved(tree: Bound): Bound {
    return rewritten(tree, (node) => (isFar(node) ? this.reference(node) : undefined))
  }

  private reference(node: Bound): Bound | undefined {
    const { evaluator } = this.resolving
    if (!this.isConstant(node)) return undefined
    const { sheet, row, col } = this.home
    const areas = evaluator.referenceAt(node, sheet, row, col)
    if (!areas || (areas instanceof ExcelError && areas.uncomputable)) return undefined
    if (areas instanceof ExcelError) return { kind: 'constant', value: areas }
    if (areas.some((area) => area.sheet >= evaluator.sheetCount)) return undefined
    return areas.map(areaNode).reduce((left, right): Bound => ({ kind: 'union', left, right }))
  }

  /** Does nothing that decides which cells are meant change? Where they are does not depend on what they hold. */
  private isConstant(node: Bound): boolean {
    if (node.kind === 'name') return this.isConstant(node.name.formula().tree)
    if (node.kind === 'group') return this.isConstant(node.operand)
    if (node.kind === 'range') return this.isConstant(node.left) && this.isConstant(node.right)
    if (node.kind === 'cell' || node.kind === 'area' || node.kind === 'fixedArea') return true
    if (node.kind !== 'call') return false
    const [base, ...others] = node.args
    if (node.definition.name === 'OFFSET')
      return base !== undefined && this.isConstant(base) && others.every((arg) => this.isFixed(arg))
    return node.definition.name === 'INDIRECT' && node.args.every((arg) => this.isFixed(arg))
  }

  /** Is it a value that never changes? */
  private isFixed(node: Bound): boolean {
    if (holdsVariable(node) || holdsVolatile(node)) return false
    const { areas, open } = staticPrecedents(node, this.home, this.resolving.grid)
    return !open && !areas.some(this.resolving.isChanging)
  }
}

function isFar(node: Bound): boolean {
  if (node.kind === 'name') return isFarName(node)
  return node.kind === 'call' && (node.definition.name === 'OFFSET' || node.definition.name === 'INDIRECT')
}

function isFarName(node: Extract<Bound, { kind: 'name' }>): boolean {
  const { functions } = node.name.formula().traits
  return functions.has('OFFSET') || functions.has('INDIRECT')
}

function areaNode({ sheet, top, left, bottom, right }: Area): Bound {
  const fixed = (value: number) => ({ relative: false, value })
  const from = { row: fixed(top), col: fixed(left) }
  if (top === bottom && left === right) return { kind: 'cell', sheet, point: from }
  return { kind: 'area', sheet, lastSheet: sheet, from, to: { row: fixed(bottom), col: fixed(right) } }
}

function holdsVariable(node: Bound): boolean {
  return node.kind === 'variable' || node.kind === 'isOmitted' || partsOf(node).some(holdsVariable)
}

function holdsVolatile(node: Bound): boolean {
  if (node.kind === 'name') return node.name.formula().traits.isVolatile
  if (node.kind === 'call' && node.definition.volatile) return true
  return node.kind === 'function' || partsOf(node).some(holdsVolatile)
}
