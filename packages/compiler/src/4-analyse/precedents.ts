import type { Area } from '@sheetwright/runtime/values.ts'
import type { Bound, BoundCall } from '../3-bind/bound.ts'
import { partsOf } from '../3-bind/parts-of.ts'
import { type StaticPrecedents, staticPrecedents } from '../evaluate/static-precedents.ts'
import { inLineWith, type TakenApart } from './intersected-ranges.ts'
import type { CellPlace } from './place-index.ts'

/** Functions that read as many cells from the start of the third argument as the first one has. */
const RESHAPING: ReadonlySet<string> = new Set(['SUMIF', 'AVERAGEIF'])

/** The areas a formula may read, including those that it names only by their first cell. */
export function precedentsOf(
  tree: Bound,
  home: CellPlace,
  grid: { readonly rows: number; readonly cols: number },
  calls: readonly BoundCall[],
): StaticPrecedents {
  const found = staticPrecedents(tree, home, grid)
  if (calls.length === 0) return found
  const areas: Area[] = [...found.areas]
  let { open } = found
  for (const call of calls) {
    const [range, , values] = call.args
    if (!range || !values) continue
    const [shape, ...moreShapes] = staticPrecedents(range, home, grid).areas
    const [start, ...moreStarts] = staticPrecedents(values, home, grid).areas
    if (!shape || !start || moreShapes.length + moreStarts.length > 0) {
      open = true
      continue
    }
    const bottom = Math.min(start.top + shape.bottom - shape.top, grid.rows - 1)
    const right = Math.min(start.left + shape.right - shape.left, grid.cols - 1)
    areas.push({ sheet: start.sheet, top: start.top, left: start.left, bottom, right })
  }
  return { areas, open }
}

/** The same for a split formula: of a range cut down to one cell, it reads that cell. */
export function precedentsApart(
  { rest, cut }: TakenApart,
  home: CellPlace,
  grid: { readonly rows: number; readonly cols: number },
  calls: readonly BoundCall[],
): StaticPrecedents {
  const { areas, open } = precedentsOf(rest, home, grid, calls)
  const cells = cut.flatMap((node) => staticPrecedents(node, home, grid).areas.map((area) => inLineWith(area, home)))
  return { areas: [...areas, ...cells], open }
}

/** Calls in a formula, also inside names, whose areas depend on each other's shape. */
export function reshapingCalls(tree: Bound): BoundCall[] {
  return callsIn(tree, RESHAPING).filter(isReshaping)
}

/** Does it read more cells than it names? */
export function isReshaping({ definition, args }: BoundCall): boolean {
  return RESHAPING.has(definition.name) && args.length > 2
}

/** Calls of these functions in a formula, also inside names. */
export function callsIn(tree: Bound, names: ReadonlySet<string>): BoundCall[] {
  const calls: BoundCall[] = []
  const followed = new Set<object>()
  const pending: Bound[] = [tree]
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.kind === 'call' && names.has(node.definition.name)) calls.push(node)
    if (node.kind === 'name') {
      if (followed.has(node.name)) continue
      followed.add(node.name)
      pending.push(node.name.formula().tree)
    } else pending.push(...partsOf(node))
  }
  return calls
}
