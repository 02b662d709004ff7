import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { AbsoluteMoment } from '../../../ui/Moment.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { IconHistory } from '@tabler/icons-react'
import type { TesterRun } from '../run.ts'

export interface RunHistoryProps {
  readonly runs: readonly TesterRun[]
  readonly onOpen: (run: TesterRun) => void
}

/** The stored runs, newest first; opening one restores its inputs. */
export function RunHistory({ runs, onOpen }: RunHistoryProps) {
  const text = useText()
  const columns: Column<TesterRun>[] = [
    {
      id: 'at',
      heading: text('Tester.at'),
      width: 220,
      namesRow: true,
      renderCell: (run) => <AbsoluteMoment value={run.at} />,
    },
    {
      id: 'revision',
      heading: text('Tester.revision'),
      width: 100,
      renderCell: (run) => <span className="mono">{run.revision}</span>,
    },
    {
      id: 'outcome',
      heading: text('Tester.outcome'),
      width: 200,
      grows: true,
      renderCell: (run) =>
        run.errors.length > 0
          ? text('Tester.errors', { count: run.errors.length })
          : text('Tester.outputCount', { count: Object.keys(run.outputs).length }),
    },
    {
      id: 'millis',
      heading: text('Tester.time'),
      width: 110,
      align: 'end',
      renderCell: (run) => text('Tester.millis', { millis: run.millis }),
    },
    {
      id: 'open',
      heading: text('Tester.reopen'),
      headingHidden: true,
      align: 'end',
      width: 140,
      renderCell: (run) => (
        <Button size="compact-xs" variant="default" leftSection={<IconArrowBackUp />} onClick={() => onOpen(run)}>
          {text('Tester.reopen')}
        </Button>
      ),
    },
  ]
  return (
    <DataTable
      id="tester-runs"
      label={text('Tester.history')}
      columns={columns}
      rows={runs}
      rowKey={(run) => run.callId}
      skeletonRows={3}
      dense
      onOpen={onOpen}
      empty={
        <EmptyState icon={<IconHistory />} title={text('Tester.noRuns.title')} text={text('Tester.noRuns.text')} />
      }
    />
  )
}
