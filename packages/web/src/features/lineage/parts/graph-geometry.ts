import type { Lineage, LineageNode } from '@sheetwright/contract/lineage/get-lineage.ts'

/** Sizes of the drawing, in pixels. */
export const nodeSize = { width: 200, height: 48, gapX: 64, gapY: 12 } as const

export interface PlacedNode extends LineageNode {
  readonly column: number
  readonly row: number
  readonly x: number
  readonly y: number
}

export interface PlacedGraph {
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly { readonly key: string; readonly from: PlacedNode; readonly to: PlacedNode }[]
  readonly width: number
  readonly height: number
}

/** Nodes in columns by level, without empty levels. */
export function placeGraph({ nodes, edges }: Lineage): PlacedGraph {
  const levels = [...new Set(nodes.map(({ level }) => level))].toSorted((a, b) => a - b)
  const rows = new Map<number, number>()
  const placed = nodes.map((node): PlacedNode => {
    const column = levels.indexOf(node.level)
    const row = rows.get(column) ?? 0
    rows.set(column, row + 1)
    const x = column * (nodeSize.width + nodeSize.gapX)
    return { ...node, column, row, x, y: row * (nodeSize.height + nodeSize.gapY) }
  })
  const byId = new Map(placed.map((node) => [node.id, node]))
  return {
    nodes: placed,
    edges: edges.flatMap(({ from, to }) => {
      const [start, end] = [byId.get(from), byId.get(to)]
      return start === undefined || end === undefined ? [] : [{ key: `${from} ${to}`, from: start, to: end }]
    }),
    width: levels.length * (nodeSize.width + nodeSize.gapX) - nodeSize.gapX,
    height: Math.max(1, ...rows.values()) * (nodeSize.height + nodeSize.gapY),
  }
}

/** The target of an arrow key: along an edge, or up and down in the column. */
export function neighbourOf({ nodes, edges }: PlacedGraph, node: PlacedNode, key: string): PlacedNode | undefined {
  switch (key) {
    case 'ArrowRight':
      return edges.find(({ from }) => from.id === node.id)?.to
    case 'ArrowLeft':
      return edges.find(({ to }) => to.id === node.id)?.from
    case 'ArrowDown':
      return nodes.find(({ column, row }) => column === node.column && row === node.row + 1)
    case 'ArrowUp':
      return nodes.find(({ column, row }) => column === node.column && row === node.row - 1)
    default:
      return undefined
  }
}
