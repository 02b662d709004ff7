import { Alert, Anchor, Button, Menu, MultiSelect, Progress, Select, Stack, Text } from '@mantine/core'
import {
  type CaseStatus,
  caseStatuses,
  type TestResult,
  type TestRun,
} from '@sheetwright/contract/test-beds/test-run.ts'
import {
  IconAlertTriangle,
  IconBan,
  IconChecks,
  IconDownload,
  IconGitCompare,
  IconSearchOff,
  IconTrash,
} from '@tabler/icons-react'
import { Link, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { toastFailure, toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { FilterBar } from '../../../ui/page/FilterBar.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { Tiles } from '../../../ui/Tiles.tsx'
import { useCancelRun, useDeleteRun, useSaveResults } from '../mutations.ts'
import { CompareDialog } from '../parts/CompareDialog.tsx'
import { ResultDialog } from '../parts/ResultDialog.tsx'
import { CaseChip, RunChip } from '../parts/RunChips.tsx'
import { isRunning, pageSize, useRunSummary, useTestResults, useTestRun } from '../queries.ts'
import { hoverText, listedExpectation, listedText } from '../listed-text.ts'
import { useTestPaths } from '../test-paths.ts'
import { failureText } from '../../jobs/parts/failure-text.ts'
import { caseStatusNames, runKindNames } from '../test-names.ts'

type Search = Readonly<Record<string, string | undefined>>

/** One run, during the run and afterwards. */
export function TestRunPage() {
  const { runId } = useParams({ strict: false }) as { runId: string }
  const run = useTestRun(runId)
  if (run.isError) return <FailureState error={run.error} onRetry={() => void run.refetch()} />
  if (run.isPending) return <LoadingBlock />
  return <LoadedRun run={run.data} />
}

function LoadedRun({ run }: { run: TestRun }) {
  const text = useText()
  const serverText = useServerText()
  const intl = useIntl()
  const navigate = useNavigate()
  const dialogs = useDialogs()
  const paths = useTestPaths(run.productId)
  const cancel = useCancelRun()
  const remove = useDeleteRun()
  const saving = useSaveResults()
  const [comparing, setComparing] = useState(false)

  function save(format: 'CSV' | 'Excel') {
    saving.mutate(
      { run, format },
      {
        onSuccess(job) {
          if (job.status === 'Success') toastSuccess(text('Tests.saved'))
          else toastFailure(failureText(text, serverText, job) || text('Tests.notSaved'))
        },
      },
    )
  }

  async function askDelete() {
    const confirmed = await dialogs.confirm({
      title: text('Tests.deleteRun.title'),
      text: text('Tests.deleteRun.text'),
      confirmLabel: text('Tests.deleteRun'),
      cancelLabel: text('Dialog.cancel'),
      destructive: true,
    })
    if (confirmed) remove.mutate(run, { onSuccess: () => void navigate({ to: paths.bed(run.testbedId) }) })
  }

  return (
    <Page
      title={text('Tests.runOf', { name: run.testbedName })}
      status={<RunChip run={run} />}
      facts={
        <>
          <Anchor
            inherit
            renderRoot={(props) => (
              <Link {...props} to={paths.bed(run.testbedId)} search={{ version: run.testbedVersionId }} />
            )}
          >
            {text('Tests.versionNumber', { number: run.testbedVersion })}
          </Anchor>
          <span>
            {run.serviceName} {run.revision}
          </span>
          <span>{text(runKindNames[run.kind])}</span>
          <span>{run.createdBy}</span>
          <RelativeMoment value={run.createdAt} />
        </>
      }
      actions={
        isRunning(run) ? (
          <Button
            variant="default"
            leftSection={<IconBan />}
            loading={cancel.isPending}
            onClick={() => cancel.mutate(run)}
          >
            {text('Tests.cancel')}
          </Button>
        ) : (
          <>
            {run.status === 'Success' && (
              <Button leftSection={<IconGitCompare />} onClick={() => setComparing(true)}>
                {text('Tests.compare')}
              </Button>
            )}
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" leftSection={<IconDownload />} loading={saving.isPending}>
                  {text('Tests.downloadResults')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => save('CSV')}>CSV</Menu.Item>
                <Menu.Item onClick={() => save('Excel')}>Excel</Menu.Item>
              </Menu.Dropdown>
            </Menu>
            <Button variant="default" leftSection={<IconTrash />} onClick={() => void askDelete()}>
              {text('Tests.deleteRun')}
            </Button>
          </>
        )
      }
    >
      <PageTrail
        items={[
          { label: text('Catalogue.title'), to: '/' },
          { label: run.productName, to: paths.product },
          { label: text('Tests.title'), to: paths.home },
          { label: run.testbedName, to: paths.bed(run.testbedId) },
          { label: text('Tests.runNoun') },
        ]}
      />
      {run.failureReason !== null && (
        <Alert color="red" icon={<IconAlertTriangle />} role="alert" mb="md">
          {serverText(run.failureReason)}
        </Alert>
      )}
      {isRunning(run) && <RunProgress run={run} />}
      <Stack gap="md">
        <Tiles
          label={text('Tests.runNoun')}
          tiles={[
            { label: text('Tests.done'), value: `${intl.formatNumber(run.done)} / ${intl.formatNumber(run.noOfTest)}` },
            { label: text('Tests.passed'), value: intl.formatNumber(run.passed) },
            { label: text('Tests.failed'), value: intl.formatNumber(run.failed) },
            { label: text('Tests.errors'), value: intl.formatNumber(run.errors) },
            { label: text('Tests.computed'), value: intl.formatNumber(run.computed) },
            {
              label: text('Tests.rate'),
              value:
                run.casesPerSecond === null ? '–' : text('Tests.perSecond', { count: Math.round(run.casesPerSecond) }),
            },
          ]}
        />
        <Results run={run} />
        {run.status === 'Success' && <Summary run={run} />}
      </Stack>
      {comparing && (
        <CompareDialog
          run={run}
          onClose={() => setComparing(false)}
          onCompared={(id) => void navigate({ to: paths.compare(id) })}
        />
      )}
    </Page>
  )
}

function RunProgress({ run }: { run: TestRun }) {
  const text = useText()
  const left = run.secondsLeft === null ? undefined : Math.ceil(run.secondsLeft)
  return (
    <output>
      <Progress
        value={Math.max(5, (100 * run.done) / Math.max(1, run.noOfTest))}
        animated
        aria-label={text('Tests.progress')}
      />
      <Text size="sm" c="dimmed" mt={4} mb="md">
        {run.status === 'Pending'
          ? text('Tests.waiting')
          : left === undefined
            ? text('Tests.starting')
            : text('Tests.secondsLeft', { seconds: left })}
      </Text>
    </output>
  )
}

/** The results of the cases: failures are one filter away, and each row opens. */
function Results({ run }: { run: TestRun }) {
  const text = useText()
  const serverText = useServerText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const search: Search = useSearch({ strict: false })
  const page = Math.max(1, Number(search['page']) || 1)
  const status = (search['status'] ?? '').split(',').filter((one): one is CaseStatus => isStatus(one))
  const filter = { status, differing: search['differing'], search: search['search'] ?? '' }
  const results = useTestResults(run, filter, page)
  // The empty list of a run in progress says nothing about the run that has ended meanwhile.
  const isOutdated = results.isPlaceholderData && results.data?.items.length === 0
  const [opened, setOpened] = useState<TestResult>()
  const narrow = (part: Search) => void navigate({ to: pathname, search: { ...search, page: undefined, ...part } })
  const outputs = run.outputs.slice(0, 4).map(({ name }) => name)
  const columns: Column<TestResult>[] = [
    {
      id: 'number',
      heading: '#',
      width: 72,
      align: 'end',
      namesRow: true,
      renderCell: ({ number }) => <span className="mono">{number}</span>,
    },
    { id: 'case', heading: text('Tests.case'), width: 160, grows: true, renderCell: ({ name }) => name },
    { id: 'status', heading: text('Users.status'), width: 120, renderCell: (row) => <CaseChip status={row.status} /> },
    ...outputs.map(
      (name): Column<TestResult> => ({
        id: `output ${name}`,
        heading: name,
        // Beside a wrong result stands the expected one.
        width: results.data?.items.some(({ differing }) => differing.includes(name)) ? 232 : 132,
        align: 'end',
        renderCell: ({ outputs: given, expected, differing }) => (
          <span className="mono" title={hoverText(given?.[name])}>
            {listedText(text, given?.[name])}
            {differing.includes(name) && (
              <Text component="span" size="xs" c="var(--sw-fail)">
                {' '}
                ≠ {listedExpectation(text, given?.[name], expected?.[name])}
              </Text>
            )}
          </span>
        ),
      }),
    ),
    {
      id: 'message',
      heading: text('Tests.message'),
      width: 220,
      renderCell: ({ errors }) => serverText(errors[0]?.message ?? ''),
    },
  ]
  const isNarrowed = status.length > 0 || filter.differing !== undefined || filter.search !== ''
  return (
    <Panel title={text('Tests.results')}>
      <FilterBar
        searchLabel={text('Tests.searchResults')}
        search={filter.search}
        onSearch={(value) => narrow({ search: value === '' ? undefined : value })}
        filters={
          <>
            <MultiSelect
              aria-label={text('Users.status')}
              placeholder={status.length === 0 ? text('Users.status') : ''}
              data={caseStatuses.map((value) => ({ value, label: text(caseStatusNames[value]) }))}
              value={status}
              onChange={(value) => narrow({ status: value.length === 0 ? undefined : value.join(',') })}
            />
            <Select
              aria-label={text('Tests.differing')}
              placeholder={text('Tests.differing')}
              clearable
              data={run.outputs.map(({ name }) => name)}
              value={filter.differing ?? null}
              onChange={(value) => narrow({ differing: value ?? undefined })}
            />
          </>
        }
      />
      {results.isError ? (
        <FailureState error={results.error} onRetry={() => void results.refetch()} />
      ) : (
        <DataTable
          id="test-results"
          label={text('Tests.results')}
          columns={columns}
          rows={isOutdated ? undefined : results.data?.items}
          rowKey={({ number }) => String(number)}
          skeletonRows={pageSize}
          dense
          onOpen={setOpened}
          empty={
            isNarrowed ? (
              <EmptyState
                icon={<IconSearchOff />}
                title={text('Tests.noResultMatch.title')}
                text={text('Tests.noMatch.text')}
              />
            ) : (
              <EmptyState
                icon={<IconChecks />}
                title={text(isRunning(run) ? 'Tests.noResults.title' : 'Tests.endedEmpty.title')}
                text={text(isRunning(run) ? 'Tests.noResults.text' : 'Tests.endedEmpty.text')}
              />
            )
          }
        />
      )}
      {results.data !== undefined && results.data.count > pageSize && (
        <Pager
          page={page}
          pageSize={pageSize}
          count={results.data.count}
          onChange={(next) => narrow({ page: String(next) })}
        />
      )}
      {opened !== undefined && <ResultDialog run={run} result={opened} onClose={() => setOpened(undefined)} />}
    </Panel>
  )
}

function isStatus(text: string): text is CaseStatus {
  return caseStatuses.some((status) => status === text)
}

/** The distribution of one output at a time, over all cases. */
function Summary({ run }: { run: TestRun }) {
  const text = useText()
  const intl = useIntl()
  const summary = useRunSummary(run)
  const numbers = summary.data?.filter(({ histogram }) => histogram.length > 1) ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const output = numbers.find(({ name }) => name === chosen) ?? numbers[0]
  if (output === undefined) return null
  const number = (value: number | null) =>
    value === null ? '–' : intl.formatNumber(value, { maximumFractionDigits: 4 })
  return (
    <Panel
      title={text('Tests.distribution')}
      actions={
        <Select
          aria-label={text('Tests.output')}
          size="xs"
          data={numbers.map(({ name }) => name)}
          value={output.name}
          onChange={setChosen}
          allowDeselect={false}
        />
      }
    >
      <Stack gap="md">
        <Tiles
          plain
          label={output.name}
          tiles={[
            { label: text('Tests.smallest'), value: number(output.min) },
            { label: text('Tests.average'), value: number(output.average) },
            { label: text('Tests.largest'), value: number(output.max) },
            { label: text('Tests.differingCases'), value: number(output.differing) },
          ]}
        />
        <Chart
          title={output.name}
          kind="bar"
          x={{ label: output.name }}
          y={{ label: text('Tests.cases') }}
          points={output.histogram.map(({ from }) => number(from))}
          series={[{ name: text('Tests.cases'), values: output.histogram.map(({ count }) => count) }]}
        />
      </Stack>
    </Panel>
  )
}
