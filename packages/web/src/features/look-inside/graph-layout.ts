import type { ExplainedStep } from '@sheetwright/contract/look-inside/explain-cell.ts'

/** A cell or range in the graph. */
export interface GraphNode {
  /** The address: each cell is in the graph once. */
  readonly id: string
  readonly label: string | undefined
  readonly text: string
  readonly canOpen: boolean
  readonly level: number
  /** Position within its level, from 0. */
  readonly place: number
}

export interface Graph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly { readonly from: string; readonly to: string }[]
  readonly levels: number
  readonly tallest: number
}

/** Maximum number of precedents drawn per cell; the table beside the graph has them all. */
const mostChildren = 24

/** Lays out the expanded cells from left to right: a result, then its precedents. */
export function layOut(root: string, steps: ReadonlyMap<string, ExplainedStep>): Graph {
  const nodes = new Map<string, GraphNode>()
  const edges: { from: string; to: string }[] = []
  const heights: number[] = []
  const add = (id: string, level: number, shown: Pick<GraphNode, 'label' | 'text' | 'canOpen'>) => {
    if (nodes.has(id)) return false
    const place = heights[level] ?? 0
    heights[level] = place + 1
    nodes.set(id, { id, level, place, ...shown })
    return true
  }
  const first = steps.get(root)
  add(root, 0, { label: first?.label, text: first?.text ?? '', canOpen: first?.formula !== undefined })
  const pending = [{ id: root, level: 0 }]
  for (let at = pending.shift(); at; at = pending.shift()) {
    const { id, level } = at
    for (const each of (steps.get(id)?.precedents ?? []).slice(0, mostChildren)) {
      const child = each.kind === 'range' ? each.range : each.cell
      edges.push({ from: id, to: child })
      const shown =
        each.kind === 'range'
          ? { label: undefined, text: '', canOpen: false }
          : { label: each.label, text: each.text, canOpen: each.formula !== undefined }
      if (add(child, level + 1, shown) && steps.has(child)) pending.push({ id: child, level: level + 1 })
    }
  }
  return { nodes: [...nodes.values()], edges, levels: heights.length, tallest: Math.max(1, ...heights) }
}
