import { Anchor, Button, Group, SegmentedControl, TextInput } from '@mantine/core'
import type { Lineage, LineageNode } from '@sheetwright/contract/lineage/get-lineage.ts'
import { IconDownload, IconSearch, IconSitemap } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useDownloads } from '../../../platform/downloads/downloads.ts'
import { csvBlob } from '../../../ui/csv.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { kindNames } from '../parts/kind-names.ts'
import { LineageGraph } from '../parts/LineageGraph.tsx'
import { type LineageStart, useLineage } from '../queries.ts'

type Search = Readonly<Record<string, string | undefined>>

/** What depends on a table, a field or an engine, and the sources of an engine: as a graph and as a table. */
export function LineagePage() {
  const text = useText()
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const start = startOf(search)
  const lineage = useLineage(start)
  const [field, setField] = useState(search['kind'] === 'field' ? (search['id'] ?? '') : '')
  const isTable = search['view'] === 'table'

  function change(part: Search) {
    void navigate({ to: '/lineage', search: { ...search, ...part } })
  }

  function findField(event: FormEvent) {
    event.preventDefault()
    if (field.trim() !== '') change({ kind: 'field', id: field.trim(), range: undefined })
  }

  return (
    <Page
      title={text('Lineage.title')}
      count={lineage.data?.nodes.length}
      actions={lineage.data !== undefined && <ExportButton lineage={lineage.data} />}
    >
      <PageTrail items={[{ label: text('Navigation.masterData'), to: '/master' }, { label: text('Lineage.title') }]} />
      <Group justify="space-between" mb="md" align="flex-end">
        <form onSubmit={findField}>
          <Group gap="sm" align="flex-end">
            <TextInput
              label={text('Lineage.fieldLabel')}
              value={field}
              onChange={(event) => setField(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" leftSection={<IconSearch />}>
              {text('Lineage.find')}
            </Button>
          </Group>
        </form>
        <SegmentedControl
          aria-label={text('Lineage.view')}
          data={[
            { value: 'graph', label: text('Lineage.graph') },
            { value: 'table', label: text('Lineage.table') },
          ]}
          value={isTable ? 'table' : 'graph'}
          onChange={(view) => change({ view: view === 'table' ? 'table' : undefined })}
        />
      </Group>
      {start === undefined && (
        <EmptyState icon={<IconSitemap />} title={text('Lineage.empty.title')} text={text('Lineage.empty.text')} />
      )}
      {start !== undefined && lineage.isPending && <LoadingBlock />}
      {lineage.isError && <FailureState error={lineage.error} onRetry={() => void lineage.refetch()} />}
      {lineage.data !== undefined &&
        (isTable ? (
          <NodeTable lineage={lineage.data} />
        ) : (
          <LineageGraph
            key={`${search['kind']} ${search['id']}`}
            lineage={lineage.data}
            onOpen={(link) => void navigate({ href: link })}
          />
        ))}
    </Page>
  )
}

function startOf({ kind, id, range }: Search): LineageStart | undefined {
  if (id === undefined) return undefined
  if (kind === 'master' || kind === 'engine' || kind === 'field') return { kind, id }
  return kind === 'range' && range !== undefined ? { kind, id, range } : undefined
}

function NodeTable({ lineage }: { lineage: Lineage }) {
  const text = useText()
  const names = new Map(lineage.nodes.map(({ id, name }) => [id, name]))
  const linked = (node: LineageNode, from: 'from' | 'to', to: 'from' | 'to') =>
    lineage.edges
      .filter((edge) => edge[from] === node.id)
      .map((edge) => names.get(edge[to]))
      .join(', ')
  const columns: Column<LineageNode>[] = [
    { id: 'kind', heading: text('Lineage.kind'), width: 130, renderCell: ({ kind }) => text(kindNames[kind]) },
    {
      id: 'name',
      heading: text('Master.name'),
      width: 240,
      grows: true,
      namesRow: true,
      renderCell: ({ name, link }) =>
        link === null ? name : <Anchor renderRoot={(props) => <Link {...props} to={link} />}>{name}</Anchor>,
    },
    { id: 'detail', heading: text('Lineage.detail'), width: 160, renderCell: ({ detail }) => detail },
    { id: 'from', heading: text('Lineage.comesFrom'), width: 240, renderCell: (node) => linked(node, 'to', 'from') },
    { id: 'to', heading: text('Lineage.leadsTo'), width: 240, renderCell: (node) => linked(node, 'from', 'to') },
  ]
  return (
    <DataTable
      id="lineage"
      label={text('Lineage.title')}
      columns={columns}
      rows={lineage.nodes}
      rowKey={({ id }) => id}
      skeletonRows={5}
      empty={<EmptyState icon={<IconSitemap />} title={text('Lineage.none.title')} text={text('Lineage.none.text')} />}
    />
  )
}

function ExportButton({ lineage }: { lineage: Lineage }) {
  const text = useText()
  const downloads = useDownloads()

  function save() {
    const names = new Map(lineage.nodes.map((node) => [node.id, node]))
    const rows = lineage.edges.flatMap(({ from, to }) => {
      const [start, end] = [names.get(from), names.get(to)]
      return start === undefined || end === undefined
        ? []
        : [[start.kind, start.name, start.detail, end.kind, end.name, end.detail]]
    })
    const headings = ['From kind', 'From', 'From detail', 'To kind', 'To', 'To detail']
    const blob = csvBlob([headings, ...rows])
    void downloads.save(() => Promise.resolve({ blob, fileName: 'lineage.csv' }), 'lineage.csv')
  }

  return (
    <Button variant="default" leftSection={<IconDownload />} onClick={save}>
      {text('Lineage.export')}
    </Button>
  )
}
