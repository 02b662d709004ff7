import { Alert, Stack, Text } from '@mantine/core'
import type { PortfolioColumns } from '@sheetwright/contract/portfolios/portfolio-run.ts'
import { IconArrowRight, IconCopy, IconInfoCircle } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'

type FitColumn = PortfolioColumns['columns'][number]

/** Which columns are inputs, which are only copied, and which inputs have none. */
export function PortfolioFit({ fit }: { fit: PortfolioColumns }) {
  const text = useText()
  const columns: Column<FitColumn>[] = [
    {
      id: 'name',
      heading: text('Portfolio.column'),
      width: 200,
      grows: true,
      namesRow: true,
      renderCell: ({ name }) => name,
    },
    {
      id: 'input',
      heading: text('Portfolio.becomes'),
      width: 260,
      grows: true,
      renderCell: ({ input }) =>
        input === null ? (
          <StatusChip tone="neutral" icon={<IconCopy />}>
            {text('Portfolio.copied')}
          </StatusChip>
        ) : (
          <StatusChip tone="pass" icon={<IconArrowRight />}>
            {text('Portfolio.input', { name: input })}
          </StatusChip>
        ),
    },
    {
      id: 'example',
      heading: text('Portfolio.example'),
      width: 180,
      grows: true,
      renderCell: ({ example }) => example,
    },
  ]
  const missing = fit.missing.map(({ name }) => name)
  return (
    <Stack gap="md">
      {missing.length > 0 && (
        <Alert variant="light" icon={<IconInfoCircle />} title={text('Portfolio.missing', { count: missing.length })}>
          <Text size="sm">{missing.join(', ')}</Text>
        </Alert>
      )}
      <DataTable
        id="portfolio-fit"
        label={text('Portfolio.fit')}
        dense
        columns={columns}
        rows={fit.columns}
        rowKey={({ name }) => name}
        skeletonRows={3}
        empty={null}
      />
    </Stack>
  )
}
