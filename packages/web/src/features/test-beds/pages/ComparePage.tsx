import { Alert, Anchor, Button, Group, Loader, Menu, SegmentedControl, Select, Stack, Table, Text } from '@mantine/core'
import type { ComparedCase, ComparedOutput, TestComparison } from '@sheetwright/contract/test-beds/test-comparison.ts'
import { IconAlertTriangle, IconDownload, IconEqual } from '@tabler/icons-react'
import { Link, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { Tiles } from '../../../ui/Tiles.tsx'
import { exactText } from '../../../ui/value-text.ts'
import { useSaveImpact } from '../mutations.ts'
import { isRunning, pageSize, useComparedCases, useComparison, useExplainedCase, useImpact } from '../queries.ts'
import { runStatusNames } from '../run-status-names.ts'
import { hoverText, listedText } from '../listed-text.ts'
import { useTestPaths } from '../test-paths.ts'

type Search = Readonly<Record<string, string | undefined>>

/** Two runs side by side: the changes, their size, the cases, and the causes. */
export function ComparePage() {
  const text = useText()
  const serverText = useServerText()
  const { comparisonId } = useParams({ strict: false }) as { comparisonId: string }
  const comparison = useComparison(comparisonId)
  if (comparison.isError) return <FailureState error={comparison.error} onRetry={() => void comparison.refetch()} />
  if (comparison.isPending) return <LoadingBlock />
  const { data } = comparison
  if (isRunning(data)) {
    return <EmptyState icon={<Loader />} title={text(runStatusNames[data.status])} text={text('Tests.comparing')} />
  }
  if (data.testCompareResult === null) {
    const reason = data.failureReason === null ? text(runStatusNames[data.status]) : serverText(data.failureReason)
    return <EmptyState icon={<IconAlertTriangle />} title={text('Tests.notCompared')} text={reason} />
  }
  return <LoadedComparison comparison={data} />
}

function LoadedComparison({ comparison }: { comparison: TestComparison }) {
  const text = useText()
  const intl = useIntl()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const search: Search = useSearch({ strict: false })
  const { source, target, testCompareResult: result } = comparison
  const paths = useTestPaths(target.productId)
  const outputs = result?.outputs ?? []
  const output =
    outputs.find(({ name }) => name === search['output']) ?? outputs.find(({ changed }) => changed > 0) ?? outputs[0]
  const go = (part: Search) => void navigate({ to: pathname, search: { ...search, ...part } })
  const number = (value: number | null) =>
    value === null ? '–' : intl.formatNumber(value, { maximumFractionDigits: 6 })
  const columns: Column<ComparedOutput>[] = [
    {
      id: 'name',
      heading: text('Tests.output'),
      width: 180,
      grows: true,
      namesRow: true,
      renderCell: ({ name }) => name,
    },
    { id: 'equal', heading: text('Tests.equal'), width: 96, align: 'end', renderCell: ({ equal }) => number(equal) },
    {
      id: 'changed',
      heading: text('Tests.changed'),
      width: 96,
      align: 'end',
      renderCell: ({ changed }) => number(changed),
    },
    {
      id: 'absolute',
      heading: text('Tests.largestAbsolute'),
      width: 150,
      align: 'end',
      renderCell: ({ largestAbsolute }) => <span className="mono">{number(largestAbsolute)}</span>,
    },
    {
      id: 'relative',
      heading: text('Tests.largestRelative'),
      width: 150,
      align: 'end',
      renderCell: ({ largestRelative }) => <span className="mono">{percent(intl, largestRelative)}</span>,
    },
    {
      id: 'average',
      heading: text('Tests.averageDifference'),
      width: 150,
      align: 'end',
      renderCell: ({ averageDifference }) => <span className="mono">{number(averageDifference)}</span>,
    },
  ]
  return (
    <Page
      title={text('Tests.compareOf', { source: source.revision, target: target.revision })}
      facts={
        <>
          <span>{target.testbedName}</span>
          <Anchor component={Link} inherit to={paths.run(source.id)}>
            {source.serviceName} {source.revision}
          </Anchor>
          <Anchor component={Link} inherit to={paths.run(target.id)}>
            {target.serviceName} {target.revision}
          </Anchor>
        </>
      }
    >
      <PageTrail
        items={[
          { label: text('Catalogue.title'), to: '/' },
          { label: target.productName, to: paths.product },
          { label: text('Tests.title'), to: paths.home },
          { label: target.testbedName, to: paths.bed(target.testbedId) },
          { label: text('Tests.comparison') },
        ]}
      />
      <Stack gap="md">
        <Tiles
          label={text('Tests.comparison')}
          tiles={[
            { label: text('Tests.cases'), value: number(result?.cases ?? 0) },
            { label: text('Tests.changedCases'), value: number(result?.changedCases ?? 0) },
            { label: text('Tests.onlySource'), value: result?.onlySource.join(', ') || '–' },
            { label: text('Tests.onlyTarget'), value: result?.onlyTarget.join(', ') || '–' },
          ]}
        />
        <Panel title={text('Tests.outputs')}>
          <DataTable
            id="compared-outputs"
            label={text('Tests.outputs')}
            columns={columns}
            rows={outputs}
            rowKey={({ name }) => name}
            skeletonRows={3}
            dense
            onOpen={({ name }) => go({ output: name, page: undefined })}
            empty={
              <EmptyState icon={<IconEqual />} title={text('Tests.noOutputs')} text={text('Tests.noOutputs.text')} />
            }
          />
        </Panel>
        {output !== undefined && (
          <>
            <ComparedCases comparison={comparison} output={output} search={search} onGo={go} />
            {output.isNumber && <Impact comparison={comparison} output={output} search={search} onGo={go} />}
          </>
        )}
      </Stack>
    </Page>
  )
}

interface PartProps {
  readonly comparison: TestComparison
  readonly output: ComparedOutput
  readonly search: Search
  readonly onGo: (part: Search) => void
}

/** The cases with the largest changes, each with its cause. */
function ComparedCases({ comparison, output, search, onGo }: PartProps) {
  const text = useText()
  const intl = useIntl()
  const page = Math.max(1, Number(search['page']) || 1)
  const isAll = search['cases'] === 'all'
  const cases = useComparedCases(comparison.id, output.name, !isAll, page)
  const [opened, setOpened] = useState<ComparedCase>()
  const columns: Column<ComparedCase>[] = [
    { id: 'number', heading: '#', width: 72, align: 'end', namesRow: true, renderCell: (row) => row.number },
    { id: 'name', heading: text('Tests.case'), width: 160, grows: true, renderCell: (row) => row.name },
    { id: 'segment', heading: text('Tests.segment'), width: 120, renderCell: (row) => row.segment },
    ...(['source', 'target'] as const).map(
      (side): Column<ComparedCase> => ({
        id: side,
        heading: comparison[side].revision,
        width: 140,
        align: 'end',
        renderCell: (row) => (
          <span className="mono" title={hoverText(row[side])}>
            {listedText(text, row[side])}
          </span>
        ),
      }),
    ),
    {
      id: 'difference',
      heading: text('Tests.difference'),
      width: 140,
      align: 'end',
      renderCell: (row) => (
        <span className="mono">
          {row.difference === null
            ? '–'
            : intl.formatNumber(row.difference, { signDisplay: 'exceptZero', maximumFractionDigits: 6 })}
        </span>
      ),
    },
    {
      id: 'relative',
      heading: text('Tests.relative'),
      width: 100,
      align: 'end',
      renderCell: (row) => <span className="mono">{percent(intl, row.relative)}</span>,
    },
  ]
  return (
    <Panel
      title={text('Tests.casesOf', { output: output.name })}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={text('Tests.cases')}
          data={[
            { value: 'changed', label: text('Tests.changed') },
            { value: 'all', label: text('Tests.all') },
          ]}
          value={isAll ? 'all' : 'changed'}
          onChange={(value) => onGo({ cases: value === 'all' ? 'all' : undefined, page: undefined })}
        />
      }
    >
      {output.histogram.length > 1 && (
        <Chart
          title={text('Tests.differencesOf', { output: output.name })}
          kind="bar"
          x={{ label: text('Tests.difference') }}
          y={{ label: text('Tests.cases') }}
          points={output.histogram.map(({ from }) => intl.formatNumber(from, { maximumFractionDigits: 3 }))}
          series={[{ name: text('Tests.cases'), values: output.histogram.map(({ count }) => count) }]}
        />
      )}
      {cases.isError ? (
        <FailureState error={cases.error} onRetry={() => void cases.refetch()} />
      ) : (
        <DataTable
          id="compared-cases"
          label={text('Tests.casesOf', { output: output.name })}
          columns={columns}
          rows={cases.data?.items}
          rowKey={(row) => String(row.number)}
          skeletonRows={pageSize}
          dense
          onOpen={setOpened}
          empty={<EmptyState icon={<IconEqual />} title={text('Tests.allEqual')} text={text('Tests.allEqual.text')} />}
        />
      )}
      {cases.data !== undefined && cases.data.count > pageSize && (
        <Pager
          page={page}
          pageSize={pageSize}
          count={cases.data.count}
          onChange={(next) => onGo({ page: String(next) })}
        />
      )}
      {opened !== undefined && (
        <WhyDialog comparison={comparison} compared={opened} onClose={() => setOpened(undefined)} />
      )}
    </Panel>
  )
}

/** The first cells that differ: where the two calculations diverge. */
function WhyDialog({
  comparison,
  compared,
  onClose,
}: {
  comparison: TestComparison
  compared: ComparedCase
  onClose: () => void
}) {
  const text = useText()
  const why = useExplainedCase(comparison.id, compared.number)
  return (
    <Dialog opened size="large" onClose={onClose} title={text('Tests.whyOf', { number: compared.number })}>
      {why.isError && <FailureState error={why.error} onRetry={() => void why.refetch()} />}
      {why.isPending && <LoadingBlock />}
      {why.data !== undefined && (
        <>
          <Text size="sm" mb="sm">
            {text('Tests.whyText', { count: why.data.differing })}
          </Text>
          <Table aria-label={text('Tests.firstCells')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{text('Tests.cell')}</Table.Th>
                <Table.Th>{comparison.source.revision}</Table.Th>
                <Table.Th>{comparison.target.revision}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {why.data.first.map(({ cell, source, target }) => (
                <Table.Tr key={cell}>
                  <Table.Td className="mono">{cell}</Table.Td>
                  {[source, target].map((side, index) => (
                    <Table.Td key={index === 0 ? 'source' : 'target'} className="mono">
                      {side === null ? '–' : exactText(side.value)}
                      {side?.formula != null && (
                        <Text size="xs" c="dimmed" className="mono">
                          {side.formula}
                        </Text>
                      )}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
    </Dialog>
  )
}

/** Weighted results, by segment. */
function Impact({ comparison, output, search, onGo }: PartProps) {
  const text = useText()
  const intl = useIntl()
  const segment = search['segment']
  const impact = useImpact(comparison.id, output.name, segment)
  const save = useSaveImpact(comparison.id)
  const number = (value: number) => intl.formatNumber(value, { maximumFractionDigits: 2 })
  const start = (format: 'Excel' | 'PDF') =>
    save.mutate({ output: output.name, format, ...(segment === undefined ? {} : { segment }) })
  return (
    <Panel
      title={text('Tests.impactOf', { output: output.name })}
      actions={
        <Group gap="xs">
          <Select
            size="xs"
            aria-label={text('Tests.segmentBy')}
            placeholder={text('Tests.segment')}
            clearable
            data={comparison.source.inputs}
            value={segment ?? null}
            onChange={(value) => onGo({ segment: value ?? undefined })}
          />
          <Menu position="bottom-end">
            <Menu.Target>
              <Button size="xs" variant="default" leftSection={<IconDownload />} loading={save.isPending}>
                {text('Tests.export')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => start('Excel')}>Excel</Menu.Item>
              <Menu.Item onClick={() => start('PDF')}>PDF</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      }
    >
      {impact.isError && (
        <Alert color="red" icon={<IconAlertTriangle />}>
          {text('Tests.noImpact')}
        </Alert>
      )}
      {impact.isPending && <LoadingBlock />}
      {impact.data !== undefined && (
        <>
          <Tiles
            plain
            label={text('Tests.impactOf', { output: output.name })}
            tiles={[
              { label: text('Tests.before'), value: number(impact.data.total.source) },
              { label: text('Tests.after'), value: number(impact.data.total.target) },
              { label: text('Tests.change'), value: number(impact.data.total.change) },
              { label: text('Tests.relative'), value: percent(intl, impact.data.total.relative) },
            ]}
          />
          {impact.data.histogram.length > 1 && (
            <Chart
              title={text('Tests.relativeChanges')}
              kind="bar"
              x={{ label: text('Tests.relative') }}
              y={{ label: text('Tests.cases') }}
              points={impact.data.histogram.map(({ from }) => percent(intl, from))}
              series={[{ name: text('Tests.cases'), values: impact.data.histogram.map(({ count }) => count) }]}
            />
          )}
          <Table aria-label={text('Tests.segments')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{text('Tests.segment')}</Table.Th>
                <Table.Th ta="end">{text('Tests.cases')}</Table.Th>
                <Table.Th ta="end">{text('Tests.before')}</Table.Th>
                <Table.Th ta="end">{text('Tests.after')}</Table.Th>
                <Table.Th ta="end">{text('Tests.change')}</Table.Th>
                <Table.Th ta="end">{text('Tests.relative')}</Table.Th>
                <Table.Th ta="end">{text('Tests.upDown')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {impact.data.segments.slice(0, 50).map((row) => (
                <Table.Tr key={row.name}>
                  <Table.Td>{row.name || '–'}</Table.Td>
                  <Table.Td ta="end">{number(row.cases)}</Table.Td>
                  <Table.Td ta="end">{number(row.source)}</Table.Td>
                  <Table.Td ta="end">{number(row.target)}</Table.Td>
                  <Table.Td ta="end">{number(row.change)}</Table.Td>
                  <Table.Td ta="end">{percent(intl, row.relative)}</Table.Td>
                  <Table.Td ta="end">
                    {row.up} / {row.down}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
    </Panel>
  )
}

function percent(intl: ReturnType<typeof useIntl>, value: number | null): string {
  return value === null
    ? '–'
    : intl.formatNumber(value, { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 2 })
}
