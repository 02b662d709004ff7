import type { Lineage } from '@sheetwright/contract/lineage/get-lineage.ts'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { neighbourOf, nodeSize, type PlacedNode, placeGraph } from './graph-geometry.ts'
import { kindNames } from './kind-names.ts'
import classes from './LineageGraph.module.css'

interface LineageGraphProps {
  readonly lineage: Lineage
  readonly onOpen: (link: string) => void
}

/** Boxes from left to right with edges between them. Arrow keys follow the edges, Enter opens the page of a box. */
export function LineageGraph({ lineage, onOpen }: LineageGraphProps) {
  const text = useText()
  const graph = useMemo(() => placeGraph(lineage), [lineage])
  const frame = useRef<HTMLDivElement>(null)
  const start = graph.nodes.find(({ isStart }) => isStart) ?? graph.nodes[0]
  const [active, setActive] = useState(start?.id)
  const near = new Set(
    graph.edges.flatMap(({ from, to }) => (from.id === active || to.id === active ? [from.id, to.id] : [])),
  )

  function press(event: KeyboardEvent, node: PlacedNode) {
    const next = neighbourOf(graph, node, event.key)
    if (next === undefined) return
    event.preventDefault()
    setActive(next.id)
    frame.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(next.id)}"]`)?.focus()
  }

  return (
    <div className={classes.frame} ref={frame}>
      <div className={classes.drawing} style={{ width: graph.width, height: graph.height }}>
        <svg className={classes.lines} width={graph.width} height={graph.height} aria-hidden="true">
          {graph.edges.map(({ key, from, to }) => {
            const [x1, y1] = [from.x + nodeSize.width, from.y + nodeSize.height / 2]
            const [x2, y2] = [to.x, to.y + nodeSize.height / 2]
            const middle = (x1 + x2) / 2
            return (
              <path
                key={key}
                data-near={from.id === active || to.id === active || undefined}
                d={`M${x1} ${y1} C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`}
              />
            )
          })}
        </svg>
        {graph.nodes.map((node) => (
          <button
            key={node.id}
            type="button"
            className={classes.node}
            data-node={node.id}
            data-kind={node.kind}
            data-start={node.isStart || undefined}
            data-near={near.has(node.id) || undefined}
            data-attention={node.needsUpdate || undefined}
            tabIndex={node.id === active ? 0 : -1}
            style={{ left: node.x, top: node.y, width: nodeSize.width, height: nodeSize.height }}
            title={node.name}
            onFocus={() => setActive(node.id)}
            onKeyDown={(event) => press(event, node)}
            onClick={() => node.link !== null && onOpen(node.link)}
          >
            <span className={classes.kind}>
              {text(kindNames[node.kind])}
              {node.needsUpdate && ` · ${text('Sync.outdated')}`}
            </span>
            <span className={classes.name}>{node.name}</span>
          </button>
        ))}
      </div>
    </div>
  )
}
