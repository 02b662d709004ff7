import type { Area } from '@sheetwright/runtime/values.ts'
import type { Bound } from '../3-bind/bound.ts'
import { type StaticPrecedents, staticPrecedents } from '../evaluate/static-precedents.ts'
import type { CellPlace } from './place-index.ts'

/** Functions that read as many cells from the third argument's start as the first one has. */
const RESHAPING: ReadonlySet<string> = new Set(['SUMIF', 'AVERAGEIF'])

/** The areas a formula may read, also those that it names only by their first cell. */
export function precedentsOf(
  tree: Bound,
  home: CellPlace,
  grid: { readonly rows: number; readonly cols: number },
  calls: readonly Bound[],
): StaticPrecedents {
  const found = staticPrecedents(tree, home, grid)
  if (calls.length === 0) return found
  const areas: Area[] = [...found.areas]
  let { open } = found
  for (const call of calls) {
    if (call.kind !== 'call') continue
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

/** Calls in a formula, names followed, whose areas depend on each other's shape. */
export function reshapingCalls(tree: Bound): Bound[] {
  const calls: Bound[] = []
  const names = new Set<object>()
  const pending: Bound[] = [tree]
  for (let node = pending.pop(); node; node = pending.pop()) {
    switch (node.kind) {
      case 'call':
        if (RESHAPING.has(node.definition.name) && node.args.length > 2) calls.push(node)
        pending.push(...node.args)
        break
      case 'name':
        if (!names.has(node.name)) {
          names.add(node.name)
          pending.push(node.name.formula().tree)
        }
        break
      case 'apply':
        pending.push(node.callee, ...node.args)
        break
      case 'let':
        pending.push(...node.values, node.body)
        break
      case 'lambda':
        pending.push(node.body)
        break
      case 'negate':
      case 'plus':
      case 'single':
      case 'percent':
      case 'spill':
      case 'group':
        pending.push(node.operand)
        break
      case 'operate':
      case 'range':
      case 'intersection':
      case 'union':
        pending.push(node.left, node.right)
        break
      default:
        break
    }
  }
  return calls
}
