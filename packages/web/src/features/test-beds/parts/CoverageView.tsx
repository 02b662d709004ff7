import { Alert, Anchor, Button } from '@mantine/core'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import type { Coverage } from '@sheetwright/contract/test-beds/get-coverage.ts'
import type { TestBed } from '@sheetwright/contract/test-beds/test-bed.ts'
import { IconAlertTriangle, IconCheck, IconPlus, IconTableOptions, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { textOf } from '../../../ui/input-text.ts'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { Tiles } from '../../../ui/Tiles.tsx'
import { useSaveCases } from '../mutations.ts'
import { useCoverage } from '../queries.ts'
import { useTestPaths } from '../test-paths.ts'
import classes from './CoverageView.module.css'

interface CoverageViewProps {
  readonly bed: TestBed
  readonly engine: EngineDetail
}

/** What the cases of a test bed cover of its engine, and cases to add. */
export function CoverageView({ bed, engine }: CoverageViewProps) {
  const text = useText()
  const intl = useIntl()
  const coverage = useCoverage(bed.id, engine.version.id)
  const paths = useTestPaths(bed.productId)
  if (coverage.isError) return <FailureState error={coverage.error} onRetry={() => void coverage.refetch()} />
  if (coverage.isPending) return <LoadingBlock />
  const { formulas, branches, rows, decisions, tables, looked, noOfTest, refused, revision } = coverage.data
  const share = ({ total, covered }: { total: number; covered: number }) =>
    total === 0 ? '–' : `${intl.formatNumber(covered)} / ${intl.formatNumber(total)}`
  const sheet = `${paths.product}/engines/${engine.id}/sheet`
  const link = (cell: string) => (
    <Anchor
      className="mono"
      renderRoot={(props) => (
        <Link {...props} to={sheet} search={{ cell, coverage: bed.id, version: engine.version.id }} />
      )}
    >
      {cell}
    </Anchor>
  )
  const incomplete = tables.filter(({ missing }) => missing.length > 0)
  return (
    <div className={classes.page}>
      <Tiles
        label={text('Coverage.title')}
        tiles={[
          { label: text('Coverage.formulas'), value: share(formulas) },
          { label: text('Coverage.branches'), value: share(branches) },
          { label: text('Coverage.rows'), value: share(rows) },
        ]}
      />
      <p className={classes.dim}>
        {text('Coverage.looked', { looked, noOfTest, revision })}
        {refused > 0 && ` ${text('Coverage.refused', { refused })}`}
      </p>
      <div>
        <Button
          variant="default"
          leftSection={<IconTableOptions />}
          renderRoot={(props) => (
            <Link {...props} to={sheet} search={{ coverage: bed.id, version: engine.version.id }} />
          )}
        >
          {text('Coverage.showSheet')}
        </Button>
      </div>
      <Proposals bed={bed} proposals={coverage.data.proposals} />
      {decisions.length > 0 && (
        <Panel title={text('Coverage.openBranches')}>
          <ul className={classes.list}>
            {decisions.map(({ cell, cells, function: name, condition, outcomes }) => (
              <li key={`${cell} ${name} ${condition}`}>
                {link(cell)} <span className="mono">{`${name}(${condition})`}</span>
                {cells > 1 && <span className={classes.dim}> {text('Coverage.sameFormula', { cells })}</span>}
                <div className={classes.outcomes}>
                  {outcomes.map((outcome, index) => (
                    <StatusChip
                      // oxlint-disable-next-line react/no-array-index-key -- they have no id, only their index
                      key={index}
                      tone={outcome.isCovered ? 'pass' : 'fail'}
                      icon={outcome.isCovered ? <IconCheck /> : <IconX />}
                    >
                      {outcome.text.slice(outcome.text.lastIndexOf('→'))}
                    </StatusChip>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {incomplete.length > 0 && (
        <Panel title={text('Coverage.openRows')}>
          <ul className={classes.list}>
            {incomplete.map((table) => (
              <li key={table.range}>
                {link(table.range)} {text('Coverage.hit', { covered: table.covered, rows: table.rows })}
                <div className={classes.outcomes}>
                  {table.missing.map((range) => (
                    <span key={range}>{link(range)}</span>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

function Proposals({ bed, proposals }: { readonly bed: TestBed; readonly proposals: Coverage['proposals'] }) {
  const text = useText()
  const save = useSaveCases(bed.id)
  if (proposals.length === 0) return null
  const add = () =>
    save.mutate(
      {
        ...(bed.latestTestbedVersionId === null ? {} : { testbedVersionId: bed.latestTestbedVersionId }),
        added: proposals.map(({ inputs, covers }) => ({ name: (covers[0] ?? '').slice(0, 200), inputs })),
        note: text('Coverage.addedNote'),
      },
      { onSuccess: () => toastSuccess(text('Coverage.added', { count: proposals.length })) },
    )
  return (
    <Panel
      title={text('Coverage.proposals')}
      actions={
        bed.mayEdit && (
          <Button leftSection={<IconPlus />} loading={save.isPending} onClick={add}>
            {text('Coverage.add', { count: proposals.length })}
          </Button>
        )
      }
    >
      {save.isError && (
        <Alert color="red" icon={<IconAlertTriangle />} role="alert">
          {errorText(text, save.error)}
        </Alert>
      )}
      <ul className={classes.list}>
        {proposals.map(({ inputs, covers }) => (
          <li key={JSON.stringify(inputs)} className={classes.proposal}>
            <span className="mono">
              {Object.entries(inputs)
                .map(([name, value]) => `${name} = ${textOf(value)}`)
                .join(', ')}
            </span>
            <p className={classes.dim}>{covers.join(' · ')}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
