import { IconBox, IconFile, IconFolder, IconLock, IconUsers } from '@tabler/icons-react'
import { useMemo } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import { formatMoment, relativeTo } from '../../../platform/messages/dates.ts'
import { type Text, useText } from '../../../platform/messages/use-text.ts'
import { FileName } from '../../../ui/FileName.tsx'
import type { GridColumn } from '../../../ui/table/VirtualGrid.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { sizesIn } from '../../../ui/use-sizes.ts'
import type { EntryRow } from '../entry-row.ts'
import { EntryMenu, type EntryMenuProps } from './EntryMenu.tsx'
import { folderLabel } from './folder-label.ts'
import { privacyNames } from './privacy-names.ts'

interface ColumnsOptions {
  /** Adds a column with the folder, for a list over several folders. */
  readonly showsPath: boolean
  readonly deleted: boolean
  readonly onAction: EntryMenuProps['onAction']
}

/** Memoised, so that rows are not rendered again for nothing. */
export function useEntryColumns({ showsPath, deleted, onAction }: ColumnsOptions): readonly GridColumn<EntryRow>[] {
  const text = useText()
  const intl = useIntl()
  const now = useNow()
  return useMemo(
    () => entryColumns({ showsPath, deleted, onAction }, text, intl, now),
    [showsPath, deleted, onAction, text, intl, now],
  )
}

function entryColumns(
  { showsPath, deleted, onAction }: ColumnsOptions,
  text: Text,
  intl: IntlShape,
  now: Date,
): readonly GridColumn<EntryRow>[] {
  const sizes = sizesIn(intl)
  const relativeText = (moment: Date) => {
    const [amount, unit] = relativeTo(moment, now)
    return amount === 0 ? text('Moment.now') : intl.formatRelativeTime(amount, unit, { numeric: 'auto' })
  }
  const name: GridColumn<EntryRow> = {
    id: 'name',
    heading: text('Files.name'),
    width: 220,
    grows: true,
    sortable: true,
    renderCell: (row) => (
      <>
        <EntryIcon row={row} />
        {row.type === 'folder' ? <span>{folderLabel(text, row.entry)}</span> : <FileName name={row.entry.name} />}
        <PrivacySign row={row} />
      </>
    ),
  }
  const path: GridColumn<EntryRow> = {
    id: 'path',
    heading: text('Files.folder'),
    width: 200,
    renderCell: ({ entry }) => <span title={entry.path}>{entry.path.slice(0, entry.path.lastIndexOf('/'))}</span>,
  }
  return [
    name,
    ...(showsPath ? [path] : []),
    {
      id: 'size',
      heading: text('Files.size'),
      width: 90,
      align: 'end',
      sortable: true,
      renderCell: ({ type, entry }) => <span>{type === 'file' ? sizes.bytes(entry.size) : ''}</span>,
    },
    {
      id: 'updatedAt',
      heading: text(deleted ? 'Files.deletedAt' : 'Files.changed'),
      width: 140,
      sortable: true,
      renderCell: ({ entry }) =>
        entry.createdBy === '' && entry.productId === null ? null : (
          // No tooltip, which would cost more than the rest of the row.
          <time
            dateTime={entry.deletedAt ?? entry.updatedAt}
            title={formatMoment(new Date(entry.deletedAt ?? entry.updatedAt))}
          >
            {relativeText(new Date(entry.deletedAt ?? entry.updatedAt))}
          </time>
        ),
    },
    {
      id: 'by',
      heading: text('Files.owner'),
      width: 140,
      renderCell: ({ entry }) => <span>{entry.createdBy}</span>,
    },
    {
      id: 'actions',
      heading: text('Files.actions'),
      headingHidden: true,
      width: 56,
      align: 'end',
      renderCell: (row) => <EntryMenu row={row} deleted={deleted} onAction={onAction} />,
    },
  ]
}

function EntryIcon({ row }: { row: EntryRow }) {
  const Icon = row.type === 'file' ? IconFile : row.entry.kind === 'product' ? IconBox : IconFolder
  return <Icon aria-hidden="true" />
}

function PrivacySign({ row }: { row: EntryRow }) {
  const text = useText()
  const { privacyLevel, productId } = row.entry
  if (privacyLevel === 'Public' || productId !== null) return null
  const Icon = privacyLevel === 'Private' ? IconLock : IconUsers
  const label = text(privacyNames[privacyLevel])
  return (
    <span title={label}>
      <Icon aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
