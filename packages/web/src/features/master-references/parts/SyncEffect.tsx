import type { TableEffect, TestBedEffect } from '@sheetwright/contract/master-references/sync-report.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { textOf } from '../../../ui/input-text.ts'
import { useSyncEffect } from '../queries.ts'
import { CompareTable } from './CompareTable.tsx'

/** What a sync would change in one engine; nothing is saved. */
export function SyncEffect({ documentId, engineId, name }: { documentId: string; engineId: string; name: string }) {
  const text = useText()
  const effect = useSyncEffect({ documentId, engineId }, true)
  return (
    <Panel title={text('Sync.previewOf', { name })}>
      {effect.isPending && <LoadingBlock />}
      {effect.isError && <FailureState error={effect.error} onRetry={() => void effect.refetch()} />}
      {effect.data !== undefined && <EffectView effect={effect.data} />}
    </Panel>
  )
}

/** Cells and outputs before and after. */
function EffectView({ effect }: { effect: TableEffect & { readonly testBeds: readonly TestBedEffect[] } }) {
  const text = useText()
  return (
    <>
      <p>
        {text('Sync.effect', {
          outputs: effect.outputs.length,
          all: effect.outputCount,
          cells: effect.recomputedCells,
        })}
      </p>
      {effect.outputs.length > 0 && (
        <CompareTable
          label={text('Sync.outputs')}
          headings={{ name: text('Sync.output'), left: text('Master.before'), right: text('Master.after') }}
          rows={effect.outputs.map(({ name, before, after }) => ({
            key: name,
            name,
            left: textOf(before),
            right: textOf(after),
          }))}
        />
      )}
      {effect.testBeds.map(({ id, name, noOfTest, computed, changed, outputs }) => (
        <section key={id}>
          <p>{text('Sync.testBed', { name, changed, computed, all: noOfTest })}</p>
          {outputs.length > 0 && (
            <CompareTable
              label={name}
              headings={{ name: text('Sync.output'), left: text('Master.before'), right: text('Master.after') }}
              rows={outputs.map(({ name: output, cases, first, before, after }) => ({
                key: output,
                name: text('Sync.outputOfCase', { output, cases, first }),
                left: textOf(before),
                right: textOf(after),
              }))}
            />
          )}
        </section>
      ))}
      {effect.ranges.map(({ name, changedCells, differences }) => (
        <section key={name}>
          <p>{text('Sync.cells', { name, count: changedCells })}</p>
          <CompareTable
            label={name}
            headings={{ name: text('Sync.cell'), left: text('Master.before'), right: text('Master.after') }}
            rows={differences.map(({ cell, heading, engine, master }) => ({
              key: cell,
              name: `${cell} · ${heading}`,
              left: textOf(engine),
              right: textOf(master),
            }))}
          />
        </section>
      ))}
    </>
  )
}
