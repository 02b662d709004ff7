import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { useCoverage } from '../../test-beds/queries.ts'
import { firstCellOf } from '../cell-address.ts'
import { useBook, type VersionSource } from '../queries.ts'
import { useShownRun } from '../shown-run.ts'
import { useTraced } from '../use-traced.ts'
import { ExplainPanel } from './ExplainPanel.tsx'
import { RunNotice } from './RunNotice.tsx'
import { type BookMark, SheetView } from './SheetView.tsx'
import classes from './VersionSheet.module.css'

/** The workbook of a version; the selected cell is in the address. */
export function VersionSheet({ engine }: { readonly engine: EngineDetail }) {
  const text = useText()
  const navigate = useNavigate()
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const { productId: product, id, version } = engine
  const state = useShownRun(engine)
  const run = state.kind === 'call' || state.kind === 'inputs' ? state.run : undefined
  const source: VersionSource = {
    kind: 'version',
    product,
    engine: id,
    version: version.id,
    ...(run === undefined ? {} : { run }),
  }
  const { inputs, outputs } = allPorts(engine)
  const address = search['cell'] ?? outputs[0]?.cell ?? inputs[0]?.cell ?? ''
  const book = useBook(source)
  const coverage = useCoverage(search['coverage'], version.id)
  const traced = useTraced(source, firstCellOf(address), state.kind !== 'pending' && state.kind !== 'failed')
  if (state.kind === 'pending') return <LoadingBlock />
  if (state.kind === 'failed') return <FailureState error={state.error} onRetry={state.retry} />
  if (book.isPending) return <LoadingBlock />
  if (book.isError) return <FailureState error={book.error} onRetry={() => void book.refetch()} />
  const marks: BookMark[] = [
    ...inputs.map(({ name, cell }) => ({ id: `input ${name} ${cell}`, cell, tone: 'input' as const })),
    ...outputs.map(({ name, cell }) => ({ id: `output ${name} ${cell}`, cell, tone: 'output' as const })),
    ...traced,
    ...(coverage.data?.cells ?? []).map((cells) => ({
      id: `coverage ${cells.range}`,
      cell: cells.range,
      tone: cells.state,
    })),
  ]
  const open = (cell: string, replace: boolean) =>
    void navigate({ to: '.', search: { ...search, cell }, hash: true, replace })
  return (
    <div className={classes.page}>
      <div className={classes.legend}>
        <span data-tone="input">{text('Marks.inputs')}</span>
        <span data-tone="output">{text('Marks.outputs')}</span>
        <span data-tone="precedent">{text('Sheet.precedents')}</span>
        <span data-tone="dependent">{text('Sheet.dependents')}</span>
        {search['coverage'] !== undefined && (
          <>
            <span data-tone="covered">{text('Coverage.covered')}</span>
            <span data-tone="partly">{text('Coverage.partly')}</span>
            <span data-tone="uncovered">{text('Coverage.uncovered')}</span>
          </>
        )}
        <RunNotice state={state} />
      </div>
      <div className={classes.sheet}>
        <SheetView
          source={source}
          book={book.data}
          address={address}
          marks={marks}
          onAddress={(cell) => open(cell, true)}
          renderAside={() =>
            address === '' ? null : (
              <ExplainPanel
                engine={engine}
                source={source}
                cell={firstCellOf(address)}
                onCell={(cell) => open(cell, false)}
              />
            )
          }
        />
      </div>
    </div>
  )
}

function allPorts({ interface: ports }: EngineDetail) {
  return {
    inputs: [...ports.inputs, ...ports.subservices.flatMap((one) => one.inputs)],
    outputs: [...ports.outputs, ...ports.subservices.flatMap((one) => one.outputs)],
  }
}
