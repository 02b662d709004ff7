import { type Area, ExcelError, errors } from '@sheetwright/runtime/values.ts'
import { type Bound, type BoundFormula } from '../3-bind/bound.ts'
import { traitsOf } from '../3-bind/traits.ts'
import type { Evaluator } from '../evaluate/evaluator.ts'
import { staticPrecedents } from '../evaluate/static-precedents.ts'
import type { CellPlace } from './place-index.ts'
import { partsOf } from './precedents.ts'

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
  if (tree === formula.tree) return undefined
  let traits: BoundFormula['traits'] | undefined
  return {
    tree,
    get traits() {
      return (traits ??= traitsOf(tree))
    },
  }
}

class FarResolver {
  private readonly home: CellPlace
  private readonly resolving: Resolving

  constructor(home: CellPlace, resolving: Resolving) {
    this.home = home
    this.resolving = resolving
  }

  resolved(node: Bound): Bound {
    const isFar =
      (node.kind === 'call' && (node.definition.name === 'OFFSET' || node.definition.name === 'INDIRECT')) ||
      (node.kind === 'name' && isFarName(node))
    if (isFar) return this.reference(node) ?? this.withParts(node)
    return this.withParts(node)
  }

  private withParts(node: Bound): Bound {
    const parts = partsOf(node)
    if (parts.length === 0) return node
    const resolved = parts.map((part) => this.resolved(part))
    return resolved.every((part, i) => part === parts[i]) ? node : rebuilt(node, resolved)
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

/** The same node with other parts, in the order of `partsOf`. */
function rebuilt(node: Bound, parts: readonly Bound[]): Bound {
  const [first = MISSING, second = MISSING] = parts
  switch (node.kind) {
    case 'call':
      return { ...node, args: parts }
    case 'apply':
      return { ...node, callee: first, args: parts.slice(1) }
    case 'let':
      return { ...node, values: parts.slice(0, -1), body: parts.at(-1) ?? MISSING }
    case 'lambda':
      return { ...node, body: first }
    case 'negate':
    case 'plus':
    case 'single':
    case 'percent':
    case 'spill':
    case 'group':
      return { ...node, operand: first }
    case 'operate':
    case 'range':
    case 'intersection':
    case 'union':
      return { ...node, left: first, right: second }
    default:
      return node
  }
}

const MISSING: Bound = { kind: 'constant', value: errors.value }
