import { isLifted, paramAt } from '@sheetwright/runtime/invoke.ts'
import type { Area } from '@sheetwright/runtime/values.ts'
import type { Bound, BoundCall } from '../3-bind/bound.ts'
import { keepsSingle, takesArrays } from '../evaluate/array-parameters.ts'
import type { CellPlace } from './place-index.ts'

/**
 * A formula that is not an array formula, split into the ranges of which it sees only the cell in its own row or
 * column, and the rest. A column named `Balance` in `=Balance*Rate` is such a range.
 */
export interface TakenApart {
  readonly rest: Bound
  readonly cut: readonly Bound[]
}

type Mode = 'single' | 'open' | 'forced'

const NOTHING: Bound = { kind: 'missing' }
/** Functions that return one of their arguments. */
const PASSING_ON: ReadonlySet<string> = new Set(['IF', 'CHOOSE', 'IFERROR', 'IFNA'])

export function takenApart(tree: Bound): TakenApart {
  const cut: Bound[] = []
  const rest = visited(tree, 'single', true, cut)
  return { rest, cut }
}

/** `isCut`: the formula sees only one cell of a range at this position. */
function visited(node: Bound, mode: Mode, isCut: boolean, cut: Bound[]): Bound {
  switch (node.kind) {
    case 'area':
    case 'fixedArea':
    case 'name': {
      if (!isCut || !isPlainRange(node)) return node
      cut.push(node)
      return NOTHING
    }
    case 'group':
    case 'plus':
      return { ...node, operand: visited(node.operand, mode, isCut, cut) }
    case 'single':
      return { ...node, operand: visited(node.operand, mode, true, cut) }
    case 'negate':
    case 'percent':
      return { ...node, operand: visited(node.operand, inside(mode), mode !== 'forced', cut) }
    case 'operate': {
      const isOperandCut = mode !== 'forced'
      const left = visited(node.left, inside(mode), isOperandCut, cut)
      return { ...node, left, right: visited(node.right, inside(mode), isOperandCut, cut) }
    }
    case 'call':
      return visitedCall(node, mode, isCut, cut)
    default:
      return node
  }
}

function inside(mode: Mode): Mode {
  return mode === 'open' ? 'single' : mode
}

function visitedCall(node: BoundCall, mode: Mode, isCut: boolean, cut: Bound[]): BoundCall {
  const { name } = node.definition
  const inner = mode === 'forced' && keepsSingle(name) ? 'single' : mode
  const args = node.args.map((arg, i): Bound => {
    const param = paramAt(node.definition, i)
    if (arg.kind === 'missing' || !param) return arg
    if (param.kind === 'lazy') return visited(arg, inner, isCut && PASSING_ON.has(name), cut)
    if (isLifted(param)) return visited(arg, inside(inner), inner !== 'forced', cut)
    if (inner === 'forced' || param.intersect) return visited(arg, inner, false, cut)
    return visited(arg, takesArrays(name, i, arg) ? 'forced' : 'open', false, cut)
  })
  return { ...node, args }
}

function isPlainRange(node: Bound): boolean {
  if (node.kind === 'name') {
    const { tree } = node.name.formula()
    return tree.kind === 'area' || tree.kind === 'fixedArea'
  }
  return node.kind === 'area' || node.kind === 'fixedArea'
}

/** The cell of a range in line with another cell; the whole range if there is none. */
export function inLineWith(area: Area, { row, col }: CellPlace): Area {
  if (area.left === area.right && row >= area.top && row <= area.bottom) return { ...area, top: row, bottom: row }
  if (area.top === area.bottom && col >= area.left && col <= area.right) return { ...area, left: col, right: col }
  return area
}
