import { Autocomplete, SegmentedControl } from '@mantine/core'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { IconZoomQuestion } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { firstCellOf } from '../cell-address.ts'
import type { VersionSource } from '../queries.ts'
import { useShownRun } from '../shown-run.ts'
import { ExplainGraph } from './ExplainGraph.tsx'
import { ExplainTree } from './ExplainTree.tsx'
import classes from './ExplainView.module.css'
import { RunNotice } from './RunNotice.tsx'

/** The explanation of a result, as a tree or a graph; cell, run and view are in the address. */
export function ExplainView({ engine }: { readonly engine: EngineDetail }) {
  const text = useText()
  const navigate = useNavigate()
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const state = useShownRun(engine)
  const { outputs, subservices } = engine.interface
  const all = [...outputs, ...subservices.flatMap((one) => one.outputs)]
  const cell = firstCellOf(search['cell'] ?? all[0]?.cell ?? '')
  const view = search['view'] === 'graph' ? 'graph' : 'tree'
  const go = (changes: Record<string, string | undefined>, replace = false) =>
    void navigate({ to: '.', search: { ...search, ...changes }, hash: true, replace })
  if (state.kind === 'pending') return <LoadingBlock />
  if (state.kind === 'failed') return <FailureState error={state.error} onRetry={state.retry} />
  const source: VersionSource = {
    kind: 'version',
    product: engine.productId,
    engine: engine.id,
    version: engine.version.id,
    ...(state.kind === 'defaults' ? {} : { run: state.run }),
  }
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <CellChoice
          key={cell}
          cell={cell}
          choices={all.map((port) => ({ cell: firstCellOf(port.cell), name: port.name }))}
          onCell={(next) => go({ cell: next })}
        />
        <SegmentedControl
          size="xs"
          aria-label={text('Explain.view')}
          data={[
            { value: 'tree', label: text('Explain.tree') },
            { value: 'graph', label: text('Explain.graph') },
          ]}
          value={view}
          onChange={(value) => go({ view: value === 'graph' ? 'graph' : undefined }, true)}
        />
        <RunNotice state={state} />
      </div>
      {cell === '' ? (
        <EmptyState icon={<IconZoomQuestion />} title={text('Explain.none.title')} text={text('Explain.none.text')} />
      ) : view === 'tree' ? (
        <ExplainTree key={cell} engine={engine} source={source} cell={cell} />
      ) : (
        <ExplainGraph key={cell} engine={engine} source={source} cell={cell} />
      )}
    </div>
  )
}

interface CellChoiceProps {
  readonly cell: string
  readonly choices: readonly { readonly cell: string; readonly name: string }[]
  readonly onCell: (cell: string) => void
}

/** Chooses an output by name, or any cell by address. */
function CellChoice({ cell, choices, onCell }: CellChoiceProps) {
  const text = useText()
  const known = choices.find((each) => each.cell === cell)
  const [typed, setTyped] = useState(known?.name ?? cell)
  const take = (value: string) => {
    const next = choices.find(({ name }) => name === value)?.cell ?? value.trim()
    if (next.includes('!') && next !== cell) onCell(next)
  }
  return (
    <Autocomplete
      label={text('Explain.cell')}
      description={known === undefined ? undefined : cell}
      data={[...new Set(choices.map(({ name }) => name))]}
      value={typed}
      onChange={setTyped}
      onOptionSubmit={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take(typed)
      }}
    />
  )
}
