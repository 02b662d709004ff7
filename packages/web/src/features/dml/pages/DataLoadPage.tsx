import { Accordion, Alert, Button, Checkbox, Group, List, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import {
  type DescribedTable,
  type DmlDialect,
  dmlDialect,
  type DmlOptions,
  type DmlRun,
  masterReferencePlace,
  type SmartLevel,
  smartLevel,
} from '@sheetwright/contract/dml/dml.ts'
import { IconDatabase, IconDatabaseExport, IconEye } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { EngineSelect } from '../../engines/parts/EngineSelect.tsx'
import { useMasterReferences } from '../../master-references/queries.ts'
import { useGenerate } from '../mutations.ts'
import { DmlRunChip } from '../parts/DmlRunChip.tsx'
import { DmlRunPanel } from '../parts/DmlRunPanel.tsx'
import { TableEditor } from '../parts/TableEditor.tsx'
import { dmlPageSize, type DmlSource, useDmlRuns, usePreview, useTables } from '../queries.ts'

const dialectNames: Readonly<Record<DmlDialect, string>> = {
  postgres: 'PostgreSQL',
  mssql: 'SQL Server',
  oracle: 'Oracle',
  mysql: 'MySQL',
}
const levelTexts: Readonly<Record<SmartLevel, MessageId>> = {
  0: 'DataLoad.levelAll.about',
  1: 'DataLoad.levelMerge.about',
  2: 'DataLoad.levelChanges.about',
}

type Search = Readonly<Record<string, string | undefined>>

/** Exports the tables of a workbook as scripts for a database. */
export function DataLoadPage() {
  const text = useText()
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const { product, engine, run } = search
  const dialect = dmlDialect.catch('postgres').parse(search['dialect'])
  const level = smartLevel.catch(0).parse(Number(search['level'] ?? 0))
  const isMaster = product === masterReferencePlace || search['from'] === 'master'
  const source = product === undefined || engine === undefined ? undefined : { product, engine }

  function change(part: Search) {
    const next = Object.entries({ ...search, ...part }).filter(([, value]) => value !== undefined && value !== '')
    void navigate({ to: '/tools/data-load', search: Object.fromEntries(next) })
  }

  return (
    <Page title={text('DataLoad.title')} facts={<span>{text('DataLoad.about')}</span>}>
      <PageTrail items={[{ label: text('DataLoad.title') }]} />
      <Stack gap="lg">
        {run !== undefined && <DmlRunPanel id={run} onClear={() => change({ run: undefined })} />}
        <Panel title={text('DataLoad.source')}>
          <Stack gap="md" maw={720}>
            <Stack gap="sm">
              <SegmentedControl
                aria-label={text('DataLoad.from')}
                value={isMaster ? 'master' : 'engine'}
                onChange={(from) => change({ from, product: undefined, engine: undefined })}
                data={[
                  { value: 'engine', label: text('DataLoad.fromEngine') },
                  { value: 'master', label: text('DataLoad.fromMaster') },
                ]}
              />
              {isMaster ? (
                <MasterSelect value={engine} onChange={(id) => change({ product: masterReferencePlace, engine: id })} />
              ) : (
                <EngineSelect
                  label={text('DataLoad.engine')}
                  value={source}
                  onChange={(chosen) => change({ ...chosen })}
                />
              )}
              <Select
                label={text('DataLoad.dialect')}
                allowDeselect={false}
                data={dmlDialect.options.map((value) => ({ value, label: dialectNames[value] }))}
                value={dialect}
                onChange={(value) => change({ dialect: value ?? undefined })}
              />
            </Stack>
            <Stack gap="sm">
              <SegmentedControl
                aria-label={text('DataLoad.level')}
                value={String(level)}
                onChange={(value) => change({ level: value })}
                data={[
                  { value: '0', label: text('DataLoad.levelAll') },
                  { value: '1', label: text('DataLoad.levelMerge') },
                  { value: '2', label: text('DataLoad.levelChanges') },
                ]}
              />
              <Text size="sm" c="dimmed">
                {text(levelTexts[level])}
              </Text>
            </Stack>
          </Stack>
        </Panel>
        {source !== undefined && (
          <Tables
            key={`${source.product}/${source.engine}`}
            source={source}
            dialect={dialect}
            level={level}
            onRun={(id) => change({ run: id })}
          />
        )}
        <Runs page={Math.max(1, Math.trunc(Number(search['page'])) || 1)} change={change} />
      </Stack>
    </Page>
  )
}

function MasterSelect({ value, onChange }: { value: string | undefined; onChange: (id: string) => void }) {
  const text = useText()
  const documents = useMasterReferences({ text: '', needsSync: false }, undefined, 1)
  return (
    <Select
      label={text('DataLoad.document')}
      placeholder={text('DataLoad.chooseDocument')}
      nothingFoundMessage={text('DataLoad.noDocument')}
      searchable
      data={(documents.data?.items ?? []).map(({ id, serviceName }) => ({ value: id, label: serviceName }))}
      value={value ?? null}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  )
}

interface TablesProps {
  readonly source: DmlSource
  readonly dialect: DmlDialect
  readonly level: SmartLevel
  readonly onRun: (id: string) => void
}

function Tables({ source, dialect, level, onRun }: TablesProps) {
  const text = useText()
  const serverText = useServerText()
  const described = useTables(source)
  const generate = useGenerate()
  const [changed, setChanged] = useState<Readonly<Record<string, DescribedTable>>>({})
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [createTables, setCreateTables] = useState(false)
  const [previewed, setPreviewed] = useState<string>()
  const tables = (described.data?.tables ?? []).map((table) => changed[table.source] ?? table)
  const chosen = tables.filter((table) => !left.has(table.source))
  const options: DmlOptions = {
    tables: chosen.map(({ source: from, name, columns, key }) => ({ source: from, name, columns, key })),
    createTables,
  }
  const state = JSON.stringify({ dialect, level, options })
  const preview = usePreview(previewed === undefined ? undefined : previewOf(source, previewed))
  if (described.isError) return <FailureState error={described.error} onRetry={() => void described.refetch()} />
  if (described.isPending) return <LoadingBlock />
  if (tables.length === 0)
    return (
      <EmptyState icon={<IconDatabase />} title={text('DataLoad.noTables')} text={text('DataLoad.noTables.text')} />
    )
  const keyless = level > 0 ? chosen.filter(({ key }) => key.length === 0) : []
  return (
    <Panel
      title={text('DataLoad.tables', { count: tables.length })}
      actions={
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<IconEye />}
            loading={preview.isFetching}
            disabled={chosen.length === 0}
            onClick={() => setPreviewed(state)}
          >
            {text('DataLoad.preview')}
          </Button>
          <Button
            leftSection={<IconDatabaseExport />}
            loading={generate.isPending}
            disabled={chosen.length === 0 || keyless.length > 0}
            onClick={() =>
              generate.mutate({ ...source, dialect, level, options }, { onSuccess: ({ run }) => onRun(run.id) })
            }
          >
            {text('DataLoad.generate')}
          </Button>
        </Group>
      }
    >
      <Stack gap="md">
        {generate.error !== null && <Refusal error={generate.error} />}
        {keyless.length > 0 && (
          <Alert color="yellow">
            {text('DataLoad.needsKey', { names: keyless.map((table) => table.source).join(', ') })}
          </Alert>
        )}
        <Checkbox
          label={text('DataLoad.createTables')}
          checked={createTables}
          onChange={(event) => setCreateTables(event.currentTarget.checked)}
        />
        <Accordion variant="separated" multiple>
          {tables.map((table) => (
            <Accordion.Item key={table.source} value={table.source}>
              <Group wrap="nowrap" gap={0}>
                <Checkbox
                  ml="md"
                  aria-label={text('DataLoad.include', { name: table.source })}
                  checked={!left.has(table.source)}
                  onChange={(event) => {
                    const next = new Set(left)
                    if (event.currentTarget.checked) next.delete(table.source)
                    else next.add(table.source)
                    setLeft(next)
                  }}
                />
                <Accordion.Control>
                  <Group gap="md">
                    <Text fw={600}>{table.source}</Text>
                    <Text size="sm" c="dimmed">
                      {text('DataLoad.tableFacts', {
                        rows: table.rowCount,
                        columns: table.columns.length,
                        cell: table.cell,
                      })}
                    </Text>
                    <Text size="sm" c="dimmed">
                      {table.key.length === 0
                        ? text('DataLoad.noKey')
                        : text('DataLoad.keyOf', { key: table.key.join(', ') })}
                    </Text>
                  </Group>
                </Accordion.Control>
              </Group>
              <Accordion.Panel>
                <TableEditor table={table} onChange={(next) => setChanged({ ...changed, [table.source]: next })} />
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
        {preview.isError && <Refusal error={preview.error} />}
        {preview.data !== undefined && previewed !== undefined && (
          <Stack gap="sm" aria-busy={preview.isFetching}>
            {preview.data.problems.length > 0 && (
              <Alert color="red" title={text('DataLoad.problems')}>
                <List size="sm">
                  {preview.data.problems.map((problem) => (
                    <List.Item key={problem}>{serverText(problem)}</List.Item>
                  ))}
                </List>
              </Alert>
            )}
            {preview.data.warnings.length > 0 && (
              <Alert color="yellow">
                <List size="sm">
                  {preview.data.warnings.map((warning) => (
                    <List.Item key={warning}>{serverText(warning)}</List.Item>
                  ))}
                </List>
              </Alert>
            )}
            {preview.data.tables.map((table) => (
              <CodeBlock key={table.source} title={table.name} code={table.sql} />
            ))}
          </Stack>
        )}
      </Stack>
    </Panel>
  )
}

function previewOf(source: DmlSource, state: string) {
  const { dialect, level, options } = JSON.parse(state) as {
    dialect: DmlDialect
    level: SmartLevel
    options: DmlOptions
  }
  return { ...source, dialect, body: { smartLevel: level, options } }
}

/** The errors, by field. */
function Refusal({ error }: { error: Error }) {
  const text = useText()
  const fields = error instanceof ApiError ? (error.fieldErrors ?? []) : []
  return (
    <Alert color="red" title={errorText(text, error)}>
      <List size="sm">
        {fields.map(({ field, message }) => (
          <List.Item key={field}>{`${field}: ${message}`}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

function Runs({ page, change }: { page: number; change: (part: Search) => void }) {
  const text = useText()
  const runs = useDmlRuns(page)
  const columns: Column<DmlRun>[] = [
    {
      id: 'source',
      heading: text('DataLoad.source'),
      width: 240,
      grows: true,
      namesRow: true,
      renderCell: ({ source }) => `${source.name} ${source.revision}`,
    },
    {
      id: 'dialect',
      heading: text('DataLoad.dialect'),
      width: 120,
      renderCell: ({ dialect }) => dialectNames[dialect],
    },
    { id: 'level', heading: text('DataLoad.level'), width: 90, align: 'end', renderCell: (run) => run.smartLevel },
    {
      id: 'status',
      heading: text('DataLoad.state'),
      width: 130,
      renderCell: ({ status }) => <DmlRunChip status={status} />,
    },
    { id: 'by', heading: text('DataLoad.by'), width: 160, renderCell: ({ createdBy }) => createdBy },
    {
      id: 'at',
      heading: text('DataLoad.at'),
      width: 150,
      renderCell: ({ createdAt }) => <RelativeMoment value={createdAt} />,
    },
  ]
  if (runs.isError) return <FailureState error={runs.error} onRetry={() => void runs.refetch()} />
  return (
    <Panel title={text('DataLoad.runs')}>
      <DataTable
        id="dml-runs"
        label={text('DataLoad.runs')}
        dense
        columns={columns}
        rows={runs.data?.items}
        rowKey={({ id }) => id}
        skeletonRows={3}
        onOpen={({ id }) => change({ run: id })}
        empty={
          <EmptyState icon={<IconDatabase />} title={text('DataLoad.noRuns')} text={text('DataLoad.noRuns.text')} />
        }
      />
      <Pager
        page={page}
        pageSize={dmlPageSize}
        count={runs.data?.count ?? 0}
        onChange={(next) => change({ page: String(next) })}
      />
    </Panel>
  )
}
