import { Button } from '@mantine/core'
import {
  type MasterReference,
  masterReferencePageSize,
} from '@sheetwright/contract/master-references/master-reference.ts'
import { IconDatabase, IconRefreshAlert, IconSearchOff, IconUpload } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { NameAndDetail } from '../../../ui/NameAndDetail.tsx'
import { FilterBar } from '../../../ui/page/FilterBar.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { sortFromText, sortToText } from '../../../ui/table/sort.ts'
import { AddMasterDialog } from '../parts/AddMasterDialog.tsx'
import { MasterState } from '../parts/MasterState.tsx'
import { useMasterReferences } from '../queries.ts'

const sorts = ['serviceName', 'updated', 'created'] as const

/** Tables that engines copy from: every document with its ranges and the engines that use it. */
export function MasterPage() {
  const text = useText()
  const navigate = useNavigate()
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const [adding, setAdding] = useState(false)
  const page = Math.max(1, Number(search['page']) || 1)
  const sort = sortFromText(search['sort'], sorts)
  const filter = { text: search['text'] ?? '', needsSync: search['needsSync'] === 'true' }
  const documents = useMasterReferences(filter, sortToText(sort), page)
  const isNarrowed = filter.text !== '' || filter.needsSync

  function change(part: Readonly<Record<string, string | undefined>>) {
    void navigate({ to: '/master', search: { ...search, page: undefined, ...part } })
  }

  if (documents.isError) return <FailureState error={documents.error} onRetry={() => void documents.refetch()} />
  const columns: Column<MasterReference>[] = [
    {
      id: 'serviceName',
      heading: text('Master.name'),
      width: 240,
      grows: true,
      namesRow: true,
      sortable: true,
      renderCell: ({ serviceName, owner }) => <NameAndDetail name={serviceName} detail={owner} />,
    },
    {
      id: 'ranges',
      heading: text('Master.ranges'),
      width: 220,
      renderCell: ({ referenceList }) => referenceList.join(', '),
    },
    { id: 'state', heading: text('Master.state'), width: 160, renderCell: (document) => <MasterState of={document} /> },
    {
      id: 'engines',
      heading: text('Master.engines'),
      width: 190,
      renderCell: ({ downStreamEngines, referenceUpdateRequired }) =>
        referenceUpdateRequired > 0 ? (
          <StatusChip tone="attention" icon={<IconRefreshAlert />}>
            {text('Master.outdated', { count: referenceUpdateRequired, all: downStreamEngines.length })}
          </StatusChip>
        ) : (
          <span className="mono">{downStreamEngines.length}</span>
        ),
    },
    {
      id: 'updated',
      heading: text('Master.updated'),
      width: 130,
      sortable: true,
      renderCell: ({ lastModifiedDate }) => <RelativeMoment value={lastModifiedDate} short />,
    },
  ]
  const add = (
    <Button leftSection={<IconUpload />} onClick={() => setAdding(true)}>
      {text('Master.add')}
    </Button>
  )
  return (
    <Page title={text('Navigation.masterData')} count={documents.data?.count} actions={add}>
      <PageTrail items={[{ label: text('Navigation.masterData') }]} />
      <FilterBar
        searchLabel={text('Master.search')}
        search={filter.text}
        onSearch={(wanted) => change({ text: wanted === '' ? undefined : wanted })}
        filters={
          <Button
            variant="default"
            leftSection={<IconRefreshAlert />}
            aria-pressed={filter.needsSync}
            onClick={() => change({ needsSync: filter.needsSync ? undefined : 'true' })}
          >
            {text('Master.needsSync')}
          </Button>
        }
      />
      <DataTable
        id="master-references"
        label={text('Navigation.masterData')}
        columns={columns}
        rows={documents.data?.items}
        rowKey={({ id }) => id}
        skeletonRows={6}
        sort={sort}
        onSortChange={(next) => change({ sort: sortToText(next) })}
        onOpen={({ id }) => void navigate({ to: `/master/${id}` })}
        empty={
          isNarrowed ? (
            <EmptyState
              icon={<IconSearchOff />}
              title={text('Master.noMatch.title')}
              text={text('Master.noMatch.text')}
            />
          ) : (
            <EmptyState
              icon={<IconDatabase />}
              title={text('Master.empty.title')}
              text={text('Master.empty.text')}
              action={add}
            />
          )
        }
      />
      {documents.data !== undefined && documents.data.count > masterReferencePageSize && (
        <Pager
          page={page}
          pageSize={masterReferencePageSize}
          count={documents.data.count}
          onChange={(next) => change({ page: String(next) })}
        />
      )}
      {adding && (
        <AddMasterDialog
          onClose={() => setAdding(false)}
          onAdded={({ documentId }) => void navigate({ to: `/master/${documentId}` })}
        />
      )}
    </Page>
  )
}
