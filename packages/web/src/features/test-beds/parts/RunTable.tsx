import type { TestRun } from '@sheetwright/contract/test-beds/test-run.ts'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../platform/messages/use-text.ts'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { NameAndDetail } from '../../../ui/NameAndDetail.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { isRunning, pageSize } from '../queries.ts'
import { RunChip } from './RunChips.tsx'
import { runKindNames } from '../test-names.ts'

export interface RunTableProps {
  readonly id: string
  readonly runs: readonly TestRun[] | undefined
  readonly onOpen: (run: TestRun) => void
  readonly empty: ReactNode
}

/** Runs with their outcomes. */
export function RunTable({ id, runs, onOpen, empty }: RunTableProps) {
  const text = useText()
  const intl = useIntl()
  const number = (value: number) => <span className="mono">{intl.formatNumber(value)}</span>
  const columns: Column<TestRun>[] = [
    {
      id: 'testbed',
      heading: text('Tests.testBed'),
      width: 150,
      grows: true,
      namesRow: true,
      renderCell: (run) => (
        <NameAndDetail
          name={`${run.testbedName} · ${run.testbedVersion}`}
          detail={`${run.serviceName} ${run.revision}`}
        />
      ),
    },
    { id: 'kind', heading: text('Tests.kind'), width: 76, renderCell: (run) => text(runKindNames[run.kind]) },
    { id: 'status', heading: text('Users.status'), width: 128, renderCell: (run) => <RunChip run={run} /> },
    {
      id: 'cases',
      heading: text('Tests.cases'),
      width: 92,
      align: 'end',
      renderCell: (run) =>
        isRunning(run) ? (
          <span className="mono">
            {intl.formatNumber(run.done)} / {intl.formatNumber(run.noOfTest)}
          </span>
        ) : (
          number(run.noOfTest)
        ),
    },
    { id: 'passed', heading: text('Tests.passed'), width: 68, align: 'end', renderCell: (run) => number(run.passed) },
    { id: 'failed', heading: text('Tests.failed'), width: 68, align: 'end', renderCell: (run) => number(run.failed) },
    { id: 'errors', heading: text('Tests.errors'), width: 68, align: 'end', renderCell: (run) => number(run.errors) },
    {
      id: 'started',
      heading: text('Tests.started'),
      width: 128,
      renderCell: (run) => <RelativeMoment value={run.createdAt} />,
    },
  ]
  return (
    <DataTable
      id={id}
      label={text('Tests.runs')}
      columns={columns}
      rows={runs}
      rowKey={(run) => run.id}
      skeletonRows={pageSize}
      onOpen={onOpen}
      empty={empty}
    />
  )
}
