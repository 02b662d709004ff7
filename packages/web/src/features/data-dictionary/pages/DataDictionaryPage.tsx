import { Alert, Button, FileButton, Group, List } from '@mantine/core'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { DictionaryEntry } from '@sheetwright/contract/data-dictionary/dictionary-entry.ts'
import { IconAlertTriangle, IconBook, IconDownload, IconSearchOff, IconUpload } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { errorText } from '../../../platform/messages/error-text.ts'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { useAppState } from '../../../platform/store/use-app-store.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { FilterBar } from '../../../ui/page/FilterBar.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { sortFromText, sortToText } from '../../../ui/table/sort.ts'
import { useDownloadDictionary, useUploadDictionary } from '../mutations.ts'
import { useDataDictionary } from '../queries.ts'

const pageSize = 50
const sortFields = ['name', 'direction', 'type'] as const

const directionNames: Readonly<Record<DictionaryEntry['direction'], MessageId>> = {
  input: 'Tester.input',
  output: 'Interface.output',
  any: 'Dictionary.any',
}

const typeNames: Readonly<Record<DictionaryEntry['type'], MessageId>> = {
  number: 'ValueType.number',
  text: 'ValueType.text',
  boolean: 'ValueType.boolean',
  date: 'ValueType.date',
  table: 'Chart.table',
  any: 'Dictionary.any',
}

/** The meaning of names throughout the tenant. */
export function DataDictionaryPage() {
  const text = useText()
  const navigate = useNavigate()
  const { permissions } = useAppState()
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const upload = useUploadDictionary()
  const download = useDownloadDictionary()
  const page = Math.max(1, Math.trunc(Number(search['page'])) || 1)
  const sort = sortFromText(search['sort'], sortFields)
  const searchText = search['text'] ?? ''
  const sortText = sortToText(sort)
  const entries = useDataDictionary({
    page,
    pageSize,
    searchText,
    ...(sortText === undefined ? {} : { sort: sortText }),
  })

  function change(part: Readonly<Record<string, string | undefined>>) {
    const next = Object.entries({ ...search, page: undefined, ...part }).filter(([, value]) => value)
    void navigate({ to: '/admin/dictionary', search: Object.fromEntries(next), replace: 'text' in part })
  }

  const plain = (
    id: keyof DictionaryEntry,
    heading: string,
    width: number,
    shown = (entry: DictionaryEntry): string => entry[id],
  ): Column<DictionaryEntry> => ({
    id,
    heading,
    width,
    renderCell: (entry) => <span title={shown(entry)}>{shown(entry)}</span>,
  })
  const columns: Column<DictionaryEntry>[] = [
    { ...plain('name', text('Dictionary.name'), 200), sortable: true, namesRow: true },
    {
      ...plain('direction', text('Dictionary.direction'), 110, ({ direction }) => text(directionNames[direction])),
      sortable: true,
    },
    { ...plain('type', text('Dictionary.type'), 100, ({ type }) => text(typeNames[type])), sortable: true },
    plain('unit', text('Dictionary.unit'), 90),
    plain('allowed', text('Dictionary.allowed'), 160),
    { ...plain('description', text('Dictionary.description'), 260), grows: true },
  ]
  return (
    <Page
      title={text('Navigation.dataDictionary')}
      count={entries.data?.count}
      actions={
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<IconDownload />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            {text('Document.download')}
          </Button>
          {permissions.administrate && (
            <FileButton
              accept=".zip"
              onChange={(file) =>
                file !== null &&
                upload.mutate(file, {
                  onSuccess: ({ entries: count }) => toastSuccess(text('Dictionary.uploaded', { count })),
                })
              }
            >
              {(props) => (
                <Button {...props} leftSection={<IconUpload />} loading={upload.isPending}>
                  {text('Dictionary.upload')}
                </Button>
              )}
            </FileButton>
          )}
        </Group>
      }
    >
      <PageTrail
        items={[
          { label: text('Navigation.administration'), to: '/admin/explorer/home' },
          { label: text('Navigation.dataDictionary') },
        ]}
      />
      {upload.error !== null && <Problems error={upload.error} />}
      <FilterBar
        searchLabel={text('Dictionary.search')}
        search={searchText}
        onSearch={(wanted) => change({ text: wanted })}
      />
      {entries.isError ? (
        <FailureState error={entries.error} onRetry={() => void entries.refetch()} />
      ) : (
        <DataTable
          id="data-dictionary"
          label={text('Navigation.dataDictionary')}
          columns={columns}
          rows={entries.data?.items}
          rowKey={({ name }) => name}
          skeletonRows={10}
          dense
          sort={sort}
          onSortChange={(chosen) => change({ sort: sortToText(sortFromText(sortToText(chosen), sortFields)) })}
          empty={
            searchText === '' ? (
              <EmptyState icon={<IconBook />} title={text('Dictionary.empty')} text={text('Dictionary.emptyText')} />
            ) : (
              <EmptyState
                icon={<IconSearchOff />}
                title={text('Dictionary.noMatch')}
                text={text('Dictionary.noMatchText')}
              />
            )
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
    </Page>
  )
}

/** All errors of the zip, with their places. */
function Problems({ error }: { error: Error }) {
  const text = useText()
  const places = error instanceof ApiError ? error.fieldErrors : []
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={errorText(text, error)} mb="md">
      <List size="sm">
        {places.map(({ field, message }) => (
          <List.Item key={`${field} ${message}`}>
            {field}: {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
