import { Anchor } from '@mantine/core'
import type { CheckedEngine } from '@sheetwright/contract/master-api/check-engines.ts'
import { isBreaking } from '@sheetwright/contract/master-api/master-api-definition.ts'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconMathFunction } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { useCheckedEngines } from '../queries.ts'
import { ApiProblems } from './ApiProblems.tsx'

interface EnginesCheckProps {
  readonly product: string
  /** The address of the product's pages. */
  readonly home: string
  readonly version: number
}

/** Checks every engine of the product against a version. */
export function EnginesCheck({ product, home, version }: EnginesCheckProps) {
  const text = useText()
  const checked = useCheckedEngines(product, version)
  if (checked.isError) return <FailureState error={checked.error} onRetry={() => void checked.refetch()} />
  const columns: Column<CheckedEngine>[] = [
    {
      id: 'engine',
      heading: text('MasterApi.engine'),
      width: 240,
      namesRow: true,
      renderCell: ({ engineId, serviceName }) => (
        <Anchor component={Link} to={`${home}/engines/${engineId}`}>
          {serviceName}
        </Anchor>
      ),
    },
    { id: 'revision', heading: text('MasterApi.revision'), width: 110, renderCell: ({ revision }) => revision ?? '' },
    {
      id: 'outcome',
      heading: text('MasterApi.outcome'),
      width: 160,
      renderCell: ({ problems }) => <Outcome problems={problems} />,
    },
    {
      id: 'problems',
      heading: text('MasterApi.problems'),
      width: 420,
      grows: true,
      renderCell: ({ problems }) => problems.length > 0 && <ApiProblems problems={problems} />,
    },
  ]
  return (
    <DataTable
      id="master-api-engines"
      label={text('MasterApi.engines')}
      columns={columns}
      rows={checked.data}
      rowKey={({ engineId }) => engineId}
      skeletonRows={3}
      empty={
        <EmptyState
          icon={<IconMathFunction />}
          title={text('MasterApi.noEngines')}
          text={text('MasterApi.noEnginesText')}
        />
      }
    />
  )
}

function Outcome({ problems }: Pick<CheckedEngine, 'problems'>) {
  const text = useText()
  if (problems.some(isBreaking)) {
    return (
      <StatusChip tone="fail" icon={<IconCircleX />}>
        {text('MasterApi.doesNotFit')}
      </StatusChip>
    )
  }
  if (problems.length > 0) {
    return (
      <StatusChip tone="attention" icon={<IconAlertTriangle />}>
        {text('MasterApi.fitsWithNotes')}
      </StatusChip>
    )
  }
  return (
    <StatusChip tone="pass" icon={<IconCircleCheck />}>
      {text('MasterApi.fits')}
    </StatusChip>
  )
}
