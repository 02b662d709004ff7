import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import type { ExplainedStep } from '@sheetwright/contract/look-inside/explain-cell.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { type Graph, type GraphNode, layOut } from '../graph-layout.ts'
import { useExplanations, type VersionSource } from '../queries.ts'
import classes from './ExplainGraph.module.css'
import { ExplainPanel } from './ExplainPanel.tsx'

export interface ExplainGraphProps {
  readonly engine: EngineDetail
  readonly source: VersionSource
  readonly cell: string
}

const box = { width: 190, height: 52, gapX: 64, gapY: 12 } as const

function placeOf({ level, place }: GraphNode) {
  return { x: level * (box.width + box.gapX), y: place * (box.height + box.gapY) }
}

/**
 * A result on the left, its precedents to the right, expanded one level at a time. Arrow keys move, Enter expands; the
 * panel beside it explains the chosen cell in words.
 */
export function ExplainGraph({ engine, source, cell }: ExplainGraphProps) {
  const [opened, setOpened] = useState<readonly string[]>([cell])
  const [chosen, setChosen] = useState(cell)
  const frame = useRef<HTMLDivElement>(null)
  const answers = useExplanations(source, opened)
  const failed = answers.find(({ isError }) => isError)
  if (failed?.error) return <FailureState error={failed.error} onRetry={() => void failed.refetch()} />
  const steps = new Map<string, ExplainedStep>()
  answers.forEach(({ data }, index) => {
    const id = opened[index]
    if (data && id !== undefined) steps.set(id, data)
  })
  if (!steps.has(cell)) return <LoadingBlock />
  const graph = layOut(cell, steps)
  const open = (id: string) => setOpened((list) => (list.includes(id) ? list : [...list, id]))
  const choose = (id: string) => {
    setChosen(id)
    frame.current?.querySelector<HTMLButtonElement>(`[data-id="${CSS.escape(id)}"]`)?.focus()
  }
  const walk = (event: KeyboardEvent, node: GraphNode) => {
    const next = neighbour(graph, node, event.key)
    if (event.key === 'ArrowRight' && node.canOpen) open(node.id)
    if (next === undefined) return
    event.preventDefault()
    choose(next)
  }
  const size = {
    width: graph.levels * (box.width + box.gapX),
    height: graph.tallest * (box.height + box.gapY),
  }
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  return (
    <div className={classes.page}>
      <div ref={frame} className={classes.frame}>
        <div className={classes.drawing} style={size}>
          <svg className={classes.lines} width={size.width} height={size.height} aria-hidden="true">
            {graph.edges.flatMap(({ from, to }) => {
              const [one, two] = [byId.get(from), byId.get(to)]
              return one && two ? [<path key={`${from} ${to}`} d={lineOf(one, two)} className={classes.line} />] : []
            })}
          </svg>
          {graph.nodes.map((node) => {
            const { x, y } = placeOf(node)
            return (
              <button
                key={node.id}
                type="button"
                data-id={node.id}
                data-chosen={node.id === chosen || undefined}
                aria-pressed={node.id === chosen}
                tabIndex={node.id === chosen ? 0 : -1}
                className={classes.node}
                style={{ left: x, top: y, width: box.width, height: box.height }}
                onClick={() => {
                  setChosen(node.id)
                  if (node.canOpen) open(node.id)
                }}
                onKeyDown={(event) => walk(event, node)}
              >
                <span className={classes.label}>
                  <span className="mono">{node.id}</span> {node.label}
                </span>{' '}
                <span className={`mono ${classes.value}`}>
                  {node.text}
                  {node.canOpen && !opened.includes(node.id) && <span aria-hidden> ›</span>}
                </span>
              </button>
            )
          })}
        </div>
      </div>
      {isCell(chosen) && (
        <ExplainPanel engine={engine} source={source} cell={chosen} onCell={(next) => byId.has(next) && choose(next)} />
      )}
    </div>
  )
}

function isCell(id: string): boolean {
  return !id.slice(id.lastIndexOf('!') + 1).includes(':')
}

function lineOf(from: GraphNode, to: GraphNode): string {
  const [a, b] = [placeOf(from), placeOf(to)]
  const [x1, y1, x2, y2] = [a.x + box.width, a.y + box.height / 2, b.x, b.y + box.height / 2]
  const middle = (x1 + x2) / 2
  return `M ${x1} ${y1} C ${middle} ${y1}, ${middle} ${y2}, ${x2} ${y2}`
}

/** The target of an arrow key. */
function neighbour({ nodes, edges }: Graph, node: GraphNode, key: string): string | undefined {
  switch (key) {
    case 'ArrowRight':
      return edges.find(({ from }) => from === node.id)?.to
    case 'ArrowLeft':
      return edges.find(({ to }) => to === node.id)?.from
    case 'ArrowDown':
      return nodes.find(({ level, place }) => level === node.level && place === node.place + 1)?.id
    case 'ArrowUp':
      return nodes.find(({ level, place }) => level === node.level && place === node.place - 1)?.id
    default:
      return undefined
  }
}
