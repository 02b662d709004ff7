import { Button, Select, TextInput } from '@mantine/core'
import { IconDownload, IconSearchOff } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { AbsoluteMoment } from '../../../ui/Moment.tsx'
import { FilterBar } from '../../../ui/page/FilterBar.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { sortFromText, sortToText } from '../../../ui/table/sort.ts'
import { DayRangeInput } from '../../../ui/DayRangeInput.tsx'
import { auditSentence } from '../audit-sentence.ts'
import { AuditEntryDialog } from '../parts/AuditEntryDialog.tsx'
import { type AuditEntry, useAudit, useExportAudit } from '../queries.ts'

const pageSize = 20
const sortFields = ['at', 'actor', 'action'] as const
const kinds = [
  { value: 'product', label: 'AuditKind.product' },
  { value: 'engine', label: 'AuditKind.engine' },
  { value: 'user', label: 'AuditKind.user' },
  { value: 'userGroup', label: 'AuditKind.userGroup' },
  { value: 'apiKey', label: 'AuditKind.apiKey' },
  { value: 'mail', label: 'Outbox.title' },
  { value: 'category', label: 'AuditKind.category' },
] as const
const isDay = /^\d{4}-\d{2}-\d{2}$/

type Search = Readonly<Record<string, string | undefined>>

/** Who changed what and when. Entries cannot be changed or removed. */
export function AuditPage() {
  const text = useText()
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const [opened, setOpened] = useState<AuditEntry>()
  const exporting = useExportAudit()
  const page = Math.max(1, Math.trunc(Number(search['page'])) || 1)
  const sort = sortFromText(search['sort'], sortFields)
  const sortText = sortToText(sort)
  const days = dayFilters(search)
  const type = kinds.find(({ value }) => value === search['type'])?.value
  const { actor, entity } = search
  const filter = {
    ...(actor ? { actor } : {}),
    ...(entity ? { entityName: entity } : {}),
    ...(type === undefined ? {} : { entityType: type }),
    ...days,
  }
  const entries = useAudit({
    page,
    pageSize,
    ...(sortText === undefined ? {} : { sort: sortText }),
    search: Object.entries(filter).map(([field, value]) => ({ field: field as keyof typeof filter, value })),
  })

  function change(part: Search) {
    const next = Object.entries({ ...search, page: undefined, ...part }).filter(([, value]) => value)
    void navigate({
      to: '/admin/audit',
      search: Object.fromEntries(next),
      replace: 'actor' in part || 'entity' in part,
    })
  }

  function searchEntity(words: string) {
    if (words !== (entity ?? '')) change({ entity: words })
  }

  const columns: Column<AuditEntry>[] = [
    {
      id: 'at',
      heading: text('Audit.at'),
      width: 184,
      sortable: true,
      namesRow: true,
      renderCell: (entry) => <AbsoluteMoment value={entry.at} />,
    },
    {
      id: 'action',
      heading: text('Audit.happened'),
      width: 320,
      grows: true,
      sortable: true,
      renderCell: (entry) => auditSentence(text, entry),
    },
    {
      id: 'hash',
      heading: text('Audit.hash'),
      width: 104,
      renderCell: (entry) => <span className="mono">{entry.hash.slice(0, 10)}</span>,
    },
  ]
  return (
    <Page
      title={text('Navigation.audit')}
      count={entries.data?.count}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate(filter)}
        >
          {text('Audit.export')}
        </Button>
      }
    >
      <PageTrail
        items={[
          { label: text('Navigation.administration'), to: '/admin/explorer/home' },
          { label: text('Navigation.audit') },
        ]}
      />
      <FilterBar
        searchLabel={text('Audit.search')}
        search={search['actor'] ?? ''}
        onSearch={(words) => change({ actor: words })}
        filters={
          <>
            <TextInput
              aria-label={text('Audit.entityName')}
              placeholder={text('Audit.entityName')}
              key={entity ?? ''}
              defaultValue={entity ?? ''}
              onBlur={(event) => searchEntity(event.currentTarget.value.trim())}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !event.nativeEvent.isComposing)
                  searchEntity(event.currentTarget.value.trim())
              }}
            />
            <Select
              aria-label={text('Audit.kind')}
              placeholder={text('Audit.anyKind')}
              data={kinds.map(({ value, label }) => ({ value, label: text(label) }))}
              value={type ?? null}
              onChange={(chosen) => change({ type: chosen ?? undefined })}
              clearable
              clearButtonProps={{ 'aria-label': text('FilterBar.clear') }}
            />
            <DayRangeInput from={days.from} to={days.to} onChange={change} />
          </>
        }
      />
      {entries.isError ? (
        <FailureState error={entries.error} onRetry={() => void entries.refetch()} />
      ) : (
        <DataTable
          id="audit"
          label={text('Navigation.audit')}
          columns={columns}
          rows={entries.data?.items}
          rowKey={(entry) => String(entry.number)}
          skeletonRows={10}
          dense
          sort={sort}
          onSortChange={(chosen) => change({ sort: sortToText(sortFromText(sortToText(chosen), sortFields)) })}
          onOpen={setOpened}
          empty={
            <EmptyState
              icon={<IconSearchOff />}
              title={text('Audit.noMatch.title')}
              text={text('Audit.noMatch.text')}
            />
          }
        />
      )}
      {entries.data !== undefined && entries.data.count > pageSize && (
        <Pager
          page={page}
          pageSize={pageSize}
          count={entries.data.count}
          onChange={(next) => change({ page: String(next) })}
        />
      )}
      {opened !== undefined && <AuditEntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  )
}

function dayFilters(search: Search): { from?: string; to?: string } {
  const { from, to } = search
  return {
    ...(from !== undefined && isDay.test(from) ? { from } : {}),
    ...(to !== undefined && isDay.test(to) ? { to } : {}),
  }
}
