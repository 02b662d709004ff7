import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { type BookSource, useBook } from '../queries.ts'
import { ExplainPanel } from './ExplainPanel.tsx'
import { type BookMark, SheetView } from './SheetView.tsx'
import classes from './VersionSheet.module.css'

/** The workbook of a version; the selected cell is in the address. */
export function VersionSheet({ engine }: { readonly engine: EngineDetail }) {
  const text = useText()
  const navigate = useNavigate()
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const { productId: product, id, version } = engine
  const source: Extract<BookSource, { kind: 'version' }> = { kind: 'version', product, engine: id, version: version.id }
  const book = useBook(source)
  if (book.isPending) return <LoadingBlock />
  if (book.isError) return <FailureState error={book.error} onRetry={() => void book.refetch()} />
  const { inputs, outputs } = allPorts(engine)
  const marks: BookMark[] = [
    ...inputs.map(({ name, cell }) => ({ id: `input ${name} ${cell}`, cell, tone: 'input' as const })),
    ...outputs.map(({ name, cell }) => ({ id: `output ${name} ${cell}`, cell, tone: 'output' as const })),
  ]
  const address = search['cell'] ?? outputs[0]?.cell ?? inputs[0]?.cell ?? ''
  const open = (cell: string, replace: boolean) => void navigate({ to: '.', search: { ...search, cell }, replace })
  return (
    <div className={classes.page}>
      <p className={classes.legend}>
        <span data-tone="input">{text('Marks.inputs')}</span>
        <span data-tone="output">{text('Marks.outputs')}</span>
      </p>
      <div className={classes.sheet}>
        <SheetView
          source={source}
          book={book.data}
          address={address}
          marks={marks}
          onAddress={(cell) => open(cell, true)}
          renderAside={() =>
            address === '' ? null : (
              <ExplainPanel source={source} cell={firstCellOf(address)} onCell={(cell) => open(cell, false)} />
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

/** Of a block, the cell in its first corner. */
function firstCellOf(address: string): string {
  const colon = address.indexOf(':', address.lastIndexOf('!'))
  return colon < 0 ? address : address.slice(0, colon)
}
