import { ActionIcon, Alert, Button, Group, Menu, Select, Table } from '@mantine/core'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import type { TestBed, TestBedVersion } from '@sheetwright/contract/test-beds/test-bed.ts'
import {
  IconAlertTriangle,
  IconDots,
  IconDownload,
  IconFlask,
  IconPlayerPlay,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { EditableGrid } from '../../../ui/grid/EditableGrid.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { PageTabs } from '../../../ui/navigation/PageTabs.tsx'
import { FilterBar } from '../../../ui/page/FilterBar.tsx'
import { NumberTextInput } from '../../../ui/NumberTextInput.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { useEngine, useEngineVersions } from '../../engines/queries.ts'
import { caseColumns, changesOf, rowsOf } from '../case-rows.ts'
import { useDeleteTestBed, useQueueRun, useSaveCaseFile, useSaveCases, useSaveTestBed } from '../mutations.ts'
import { CoverageView } from '../parts/CoverageView.tsx'
import { RunTable } from '../parts/RunTable.tsx'
import { UploadTestBedDialog } from '../parts/UploadTestBedDialog.tsx'
import { pageSize, useTestBed, useTestBedVersions, useTestCases, useTestRuns } from '../queries.ts'
import { useTestPaths } from '../test-paths.ts'
import { versionSourceNames } from '../test-names.ts'

type Search = Readonly<Record<string, string | undefined>>

/** One test bed: its cases as a grid, its versions, its runs. */
export function TestBedPage() {
  const { testbedId } = useParams({ strict: false }) as { testbedId: string }
  const bed = useTestBed(testbedId)
  if (bed.isError) return <FailureState error={bed.error} onRetry={() => void bed.refetch()} />
  if (bed.isPending) return <LoadingBlock />
  return <TestBedOfEngine bed={bed.data} />
}

function TestBedOfEngine({ bed }: { bed: TestBed }) {
  const engine = useEngine(bed.productId, bed.engineId)
  if (engine.isError) return <FailureState error={engine.error} onRetry={() => void engine.refetch()} />
  if (engine.isPending) return <LoadingBlock />
  return <LoadedTestBed bed={bed} engine={engine.data} />
}

function LoadedTestBed({ bed, engine }: { bed: TestBed; engine: EngineDetail }) {
  const text = useText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const dialogs = useDialogs()
  const search: Search = useSearch({ strict: false })
  const paths = useTestPaths(bed.productId)
  const versions = useTestBedVersions(bed.id)
  const remove = useDeleteTestBed()
  const saveFile = useSaveCaseFile()
  const [dialog, setDialog] = useState<'upload' | 'run' | 'tolerances'>()
  const version = versions.data?.find(({ id }) => id === search['version']) ?? versions.data?.[0]
  const tab = ['versions', 'runs', 'coverage'].find((id) => id === search['tab']) ?? 'cases'

  async function askDelete() {
    const confirmed = await dialogs.confirm({
      title: text('Tests.delete.title'),
      text: text('Tests.delete.text', { name: bed.name }),
      confirmLabel: text('Tests.delete.confirm', { name: bed.name }),
      cancelLabel: text('Dialog.cancel'),
      destructive: true,
    })
    if (confirmed) remove.mutate(bed, { onSuccess: () => void navigate({ to: paths.home }) })
  }

  return (
    <Page
      title={bed.name}
      count={version?.noOfTest}
      facts={
        <>
          <span>{bed.serviceName}</span>
          {version !== undefined && <span>{text('Tests.versionNumber', { number: version.number })}</span>}
          <span>
            {text('Product.updated')} <RelativeMoment value={bed.updatedAt} />
          </span>
        </>
      }
      actions={
        <>
          <Button leftSection={<IconPlayerPlay />} disabled={version === undefined} onClick={() => setDialog('run')}>
            {text('Tests.run')}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label={text('Tests.more')}>
                <IconDots />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {version !== undefined && (
                <Menu.Item leftSection={<IconDownload />} onClick={() => saveFile.mutate(version)}>
                  {text('Tests.download')}
                </Menu.Item>
              )}
              {bed.mayEdit && (
                <>
                  <Menu.Item leftSection={<IconUpload />} onClick={() => setDialog('upload')}>
                    {text('Tests.uploadNext')}
                  </Menu.Item>
                  <Menu.Item leftSection={<IconFlask />} onClick={() => setDialog('tolerances')}>
                    {text('Tests.tolerances')}
                  </Menu.Item>
                  <Menu.Item leftSection={<IconTrash />} color="red" onClick={() => void askDelete()}>
                    {text('Tests.delete')}
                  </Menu.Item>
                </>
              )}
            </Menu.Dropdown>
          </Menu>
        </>
      }
    >
      <PageTrail
        items={[
          { label: text('Catalogue.title'), to: '/' },
          { label: bed.productName, to: paths.product },
          { label: text('Tests.title'), to: paths.home },
          { label: bed.name },
        ]}
      />
      <PageTabs
        label={bed.name}
        tabs={[
          {
            id: 'cases',
            label: text('Tests.cases'),
            content: <Cases key={version?.id} bed={bed} version={version} engine={engine} search={search} />,
          },
          {
            id: 'versions',
            label: text('Tests.versions'),
            count: versions.data?.length ?? 0,
            content: (
              <Versions
                versions={versions.data}
                onOpen={({ id }) => void navigate({ to: pathname, search: { version: id } })}
              />
            ),
          },
          { id: 'runs', label: text('Tests.runs'), content: <Runs bed={bed} search={search} /> },
          ...(version !== undefined && (engine.mayLeave || engine.access !== 'view')
            ? [{ id: 'coverage', label: text('Coverage.title'), content: <CoverageView bed={bed} engine={engine} /> }]
            : []),
        ]}
        current={tab}
        onChange={(id) =>
          void navigate({ to: pathname, search: { version: search['version'], tab: id === 'cases' ? undefined : id } })
        }
      />
      {dialog === 'upload' && (
        <UploadTestBedDialog
          productId={bed.productId}
          testBed={bed}
          onClose={() => setDialog(undefined)}
          onUploaded={() => {
            setDialog(undefined)
            void navigate({ to: pathname, search: {} })
          }}
        />
      )}
      {dialog === 'run' && version !== undefined && (
        <RunDialog bed={bed} version={version} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'tolerances' && <TolerancesDialog bed={bed} engine={engine} onClose={() => setDialog(undefined)} />}
    </Page>
  )
}

interface CasesProps {
  readonly bed: TestBed
  readonly version: TestBedVersion | undefined
  readonly engine: EngineDetail
  readonly search: Search
}

const shownCases = 25

/** A page of cases as a grid. Saving changes creates the next version. */
function Cases({ bed, version, engine, search }: CasesProps) {
  const text = useText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const page = Math.max(1, Number(search['page']) || 1)
  const wanted = search['search'] ?? ''
  const cases = useTestCases(bed.id, version?.id, wanted, page, shownCases)
  const save = useSaveCases(bed.id)
  const [edited, setEdited] = useState<string[][]>()
  const guard = useLeaveGuard(edited !== undefined)
  const isLatest = version === undefined || version.id === bed.latestTestbedVersionId
  const columns = caseColumns(engine.interface, {
    name: text('Tests.case'),
    weight: text('Tests.weight'),
    segment: text('Tests.segment'),
    expected: (output) => text('Tests.expectedOf', { output }),
    rows: (count) => text('Port.rows', { count }),
  })
  if (cases.isError) return <FailureState error={cases.error} onRetry={() => void cases.refetch()} />
  if (version !== undefined && cases.data === undefined) return <LoadingBlock />
  const items = cases.data?.items ?? []
  const rows = edited ?? rowsOf(items, columns)
  const go = (next: Search) => void navigate({ to: pathname, search: { ...search, ...next } })

  function submit() {
    const changes = changesOf(items, rows, columns)
    save.mutate(
      { ...(version === undefined ? {} : { testbedVersionId: version.id }), ...changes },
      {
        onSuccess({ number }) {
          guard.release()
          setEdited(undefined)
          toastSuccess(text('Tests.savedVersion', { number }))
          go({ version: undefined })
        },
      },
    )
  }

  return (
    <>
      <FilterBar
        searchLabel={text('Tests.searchCases')}
        search={wanted}
        onSearch={(value) => go({ search: value === '' ? undefined : value, page: undefined })}
        views={
          edited !== undefined && (
            <Group gap="xs">
              <Button variant="default" onClick={() => setEdited(undefined)}>
                {text('Tests.discard')}
              </Button>
              <Button loading={save.isPending} onClick={submit}>
                {text('Tests.saveVersion', { number: (version?.number ?? 0) + 1 })}
              </Button>
            </Group>
          )
        }
      />
      {save.isError && (
        <Alert color="red" icon={<IconAlertTriangle />} role="alert" mb="sm">
          {errorText(text, save.error)}
        </Alert>
      )}
      {!isLatest && (
        <Alert mb="sm" icon={<IconAlertTriangle />}>
          {text('Tests.oldVersion', { number: version.number })}
        </Alert>
      )}
      <EditableGrid
        label={text('Tests.cases')}
        columns={columns}
        rows={rows}
        numberFrom={(page - 1) * shownCases + 1}
        maxRows={bed.mayEdit && isLatest ? 1000 : rows.length}
        readOnly={!bed.mayEdit || !isLatest}
        onChange={setEdited}
      />
      {edited === undefined && cases.data !== undefined && cases.data.count > shownCases && (
        <Pager
          page={page}
          pageSize={shownCases}
          count={cases.data.count}
          onChange={(next) => go({ page: String(next) })}
        />
      )}
    </>
  )
}

function Versions({
  versions,
  onOpen,
}: {
  versions: readonly TestBedVersion[] | undefined
  onOpen: (version: TestBedVersion) => void
}) {
  const text = useText()
  const columns: Column<TestBedVersion>[] = [
    { id: 'number', heading: text('Tests.version'), width: 88, namesRow: true, renderCell: ({ number }) => number },
    {
      id: 'source',
      heading: text('Tests.source'),
      width: 140,
      renderCell: ({ source }) => text(versionSourceNames[source]),
    },
    { id: 'cases', heading: text('Tests.cases'), width: 92, align: 'end', renderCell: ({ noOfTest }) => noOfTest },
    {
      id: 'note',
      heading: text('Tests.note'),
      width: 200,
      grows: true,
      renderCell: ({ note, fileName }) => note || fileName || '',
    },
    { id: 'by', heading: text('Tests.createdBy'), width: 160, renderCell: ({ createdBy }) => createdBy },
    {
      id: 'at',
      heading: text('Tests.updated'),
      width: 148,
      renderCell: ({ createdAt }) => <RelativeMoment value={createdAt} />,
    },
  ]
  return (
    <DataTable
      id="test-bed-versions"
      label={text('Tests.versions')}
      columns={columns}
      rows={versions}
      rowKey={({ id }) => id}
      skeletonRows={3}
      onOpen={onOpen}
      empty={<EmptyState icon={<IconFlask />} title={text('Tests.noCases.title')} text={text('Tests.noCases.text')} />}
    />
  )
}

function Runs({ bed, search }: { bed: TestBed; search: Search }) {
  const text = useText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const paths = useTestPaths(bed.productId)
  const page = Math.max(1, Number(search['page']) || 1)
  const runs = useTestRuns({ testbedId: bed.id }, page)
  if (runs.isError) return <FailureState error={runs.error} onRetry={() => void runs.refetch()} />
  return (
    <>
      <RunTable
        id="test-bed-runs"
        runs={runs.data?.items}
        onOpen={({ id }) => void navigate({ to: paths.run(id) })}
        empty={
          <EmptyState icon={<IconPlayerPlay />} title={text('Tests.noRuns.title')} text={text('Tests.noRuns.text')} />
        }
      />
      {runs.data !== undefined && runs.data.count > pageSize && (
        <Pager
          page={page}
          pageSize={pageSize}
          count={runs.data.count}
          onChange={(next) => void navigate({ to: pathname, search: { ...search, page: String(next) } })}
        />
      )}
    </>
  )
}

/** The version of the engine that computes the cases. */
function RunDialog({ bed, version, onClose }: { bed: TestBed; version: TestBedVersion; onClose: () => void }) {
  const text = useText()
  const navigate = useNavigate()
  const paths = useTestPaths(bed.productId)
  const versions = useEngineVersions(bed.productId, bed.engineId)
  const queue = useQueueRun()
  const [chosen, setChosen] = useState<string | null>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    const body = { testbedId: bed.id, testbedVersionId: version.id, ...(chosen === null ? {} : { version: chosen }) }
    queue.mutate(body, { onSuccess: ({ testRun }) => void navigate({ to: paths.run(testRun.id) }) })
  }

  return (
    <FormDialog
      title={text('Tests.runOf', { name: bed.name })}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('Tests.runCases', { count: version.noOfTest })}
      submitting={queue.isPending}
      failure={queue.error}
    >
      <Select
        label={text('Tests.engineVersion')}
        placeholder={text('Tests.versionInUse')}
        clearable
        data={
          versions.data?.map(({ id, revision, state }) => ({
            value: id,
            label: `${revision} · ${text(`VersionState.${state}`)}`,
          })) ?? []
        }
        value={chosen}
        onChange={setChosen}
      />
    </FormDialog>
  )
}

interface TypedTolerance {
  readonly absolute: number | string
  readonly relative: number | string
}

function toleranceOf({ absolute, relative }: TypedTolerance) {
  return { absolute: Number(absolute) || 0, relative: Number(relative) || 0 }
}

function TolerancesDialog({ bed, engine, onClose }: { bed: TestBed; engine: EngineDetail; onClose: () => void }) {
  const text = useText()
  const save = useSaveTestBed()
  // What is typed stays as it is: a 0 put into an emptied field would become a digit of the next number.
  const [values, setValues] = useState<Readonly<Record<string, TypedTolerance>>>(bed.tolerances)
  const outputs = engine.interface.outputs.map(({ name }) => name)
  // An unreadable tolerance must not be saved as none.
  const areNumbers = Object.values(values)
    .flatMap(({ absolute, relative }) => [absolute, relative])
    .every((typed) => typed === '' || typeof typed === 'number')

  function change(name: string, field: keyof TypedTolerance, value: number | string) {
    const before = values[name] ?? { absolute: 0, relative: 0 }
    setValues({ ...values, [name]: { ...before, [field]: value } })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const tolerances = Object.fromEntries(
      Object.entries(values)
        .map(([name, typed]) => [name, toleranceOf(typed)] as const)
        .filter(([, { absolute, relative }]) => absolute > 0 || relative > 0),
    )
    save.mutate({ testbedId: bed.id, name: bed.name, description: bed.description, tolerances }, { onSuccess: onClose })
  }

  return (
    <FormDialog
      title={text('Tests.tolerances')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('Tests.saveTolerances')}
      submitting={save.isPending}
      submitDisabled={!areNumbers}
      failure={save.error}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text('Tests.output')}</Table.Th>
            <Table.Th>{text('Tests.absolute')}</Table.Th>
            <Table.Th>{text('Tests.relative')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {outputs.map((name) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>
                <NumberTextInput
                  aria-label={text('Tests.absoluteOf', { output: name })}
                  min={0}
                  value={values[name]?.absolute ?? 0}
                  onChange={(value) => change(name, 'absolute', value)}
                />
              </Table.Td>
              <Table.Td>
                <NumberTextInput
                  aria-label={text('Tests.relativeOf', { output: name })}
                  min={0}
                  max={1}
                  step={0.001}
                  value={values[name]?.relative ?? 0}
                  onChange={(value) => change(name, 'relative', value)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </FormDialog>
  )
}
