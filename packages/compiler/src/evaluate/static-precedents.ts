import type { Area } from '@sheetwright/runtime/values.ts'
import type { Bound, BoundName } from '../3-bind/bound.ts'
import { OWN_SHEET } from '../3-bind/bound.ts'
import { cornersAt } from '../2-parse/placed.ts'
import { boundingArea } from './range.ts'

/** Functions whose result may refer to cells that no argument names. */
const FAR_REACHING: ReadonlySet<string> = new Set(['INDIRECT', 'OFFSET'])

export interface StaticPrecedents {
  readonly areas: readonly Area[]
  /** It may read other cells too, since it calls INDIRECT or OFFSET. */
  readonly open: boolean
  /** It is a cell of a data table, which depends on the varied inputs. */
  readonly isTable?: true
}

/** The areas a formula names, whether a run reads them or not. */
export function staticPrecedents(
  tree: Bound,
  home: { readonly sheet: number; readonly row: number; readonly col: number },
  grid: { readonly rows: number; readonly cols: number },
  names: Set<BoundName> = new Set(),
): StaticPrecedents {
  const areas: Area[] = []
  const pending: Bound[] = [tree]
  let open = false
  for (let node = pending.pop(); node; node = pending.pop()) {
    switch (node.kind) {
      case 'cell':
      case 'area':
        areas.push(...areasOf(node, home, grid))
        break
      case 'fixedArea':
        areas.push({ sheet: node.sheet, ...node.range })
        break
      case 'tableRow':
        areas.push({ sheet: node.table.sheet, top: home.row, bottom: home.row, left: node.left, right: node.right })
        break
      case 'range': {
        const left = staticPrecedents(node.left, home, grid, names)
        const right = staticPrecedents(node.right, home, grid, names)
        const all = [...left.areas, ...right.areas]
        const [first] = all
        if (first && all.every(({ sheet }) => sheet === first.sheet)) areas.push(all.reduce(boundingArea))
        else areas.push(...all)
        open ||= left.open || right.open
        break
      }
      case 'name':
        if (!names.has(node.name)) {
          names.add(node.name)
          pending.push(node.name.formula().tree)
        }
        break
      case 'call':
        open ||= FAR_REACHING.has(node.definition.name)
        pending.push(...node.args)
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
      case 'spill':
        // The extent is known only when the anchor is computed.
        open = true
        pending.push(node.operand)
        break
      case 'negate':
      case 'plus':
      case 'single':
      case 'percent':
      case 'group':
        pending.push(node.operand)
        break
      case 'operate':
      case 'intersection':
      case 'union':
        pending.push(node.left, node.right)
        break
      case 'constant':
      case 'missing':
      case 'external':
      case 'variable':
      case 'isOmitted':
      case 'function':
      case 'uncomputable':
        break
    }
  }
  return { areas, open }
}

function areasOf(
  node: Bound & { kind: 'cell' | 'area' },
  home: { readonly sheet: number; readonly row: number; readonly col: number },
  grid: { readonly rows: number; readonly cols: number },
): Area[] {
  const corners =
    node.kind === 'cell' ? cornersAt(node.point, node.point, home, grid) : cornersAt(node.from, node.to, home, grid)
  const first = node.sheet === OWN_SHEET ? home.sheet : node.sheet
  const last = node.kind === 'area' && node.sheet !== OWN_SHEET ? node.lastSheet : first
  return Array.from({ length: last - first + 1 }, (_, i) => ({ sheet: first + i, ...corners }))
}
