import { ActionIcon, Button, Checkbox, Tooltip } from '@mantine/core'
import { type Bookmark, bookmarkPageSize } from '@sheetwright/contract/bookmarks/bookmark.ts'
import { IconBookmark, IconPencil, IconSearchOff, IconTrash } from '@tabler/icons-react'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { FilterBar } from '../../../ui/page/FilterBar.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { sortFromText, sortToText } from '../../../ui/table/sort.ts'
import { addressToOpen } from '../bookmark-address.ts'
import { useDeleteBookmarks } from '../mutations.ts'
import { RenameBookmarkDialog } from '../parts/RenameBookmarkDialog.tsx'
import { useBookmarks } from '../queries.ts'

/** All bookmarks of the user: search, open, rename, delete several. */
export function BookmarksPage() {
  const text = useText()
  const router = useRouter()
  const navigate = useNavigate()
  const dialogs = useDialogs()
  const remove = useDeleteBookmarks()
  const address: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [renaming, setRenaming] = useState<Bookmark>()
  const name = address['name'] ?? ''
  const sort = sortFromText(address['sort'], ['name', 'created'] as const)
  const page = Math.max(1, Math.trunc(Number(address['page'] ?? 1)) || 1)
  const bookmarks = useBookmarks({ name, sort: sortToText(sort) ?? '-created', page })
  const items = bookmarks.data?.items

  function change(part: { name?: string; sort?: string | undefined; page?: number }) {
    const next = { name, sort: address['sort'], page: 1, ...part }
    void navigate({
      to: '/bookmarks',
      search: {
        name: next.name === '' ? undefined : next.name,
        sort: next.sort,
        page: next.page > 1 ? String(next.page) : undefined,
      },
      replace: 'name' in part,
    })
  }

  async function confirmDelete(ids: readonly string[]) {
    const count = ids.length
    const confirmed = await dialogs.confirm({
      title: text('Bookmark.delete.title', { count }),
      text: text('Bookmark.delete.text'),
      confirmLabel: text('Bookmark.delete.confirm', { count }),
      cancelLabel: text('Dialog.cancel'),
      destructive: true,
    })
    if (!confirmed) return
    remove.mutate(ids, {
      onSuccess: () => {
        toastSuccess(text('Bookmark.deleted', { count }))
        setChosen(chosen.filter((id) => !ids.includes(id)))
      },
    })
  }

  const columns = [
    {
      id: 'chosen',
      heading: text('Bookmark.choose'),
      headingHidden: true,
      width: 44,
      renderCell: (bookmark: Bookmark) => (
        <Checkbox
          aria-label={text('Bookmark.chooseOne', { name: bookmark.name })}
          checked={chosen.includes(bookmark.id)}
          onClick={(event) => event.stopPropagation()}
          onChange={(event) =>
            setChosen(
              event.currentTarget.checked ? [...chosen, bookmark.id] : chosen.filter((id) => id !== bookmark.id),
            )
          }
        />
      ),
    },
    {
      id: 'name',
      heading: text('Bookmark.name'),
      width: 280,
      grows: true,
      sortable: true,
      namesRow: true,
      renderCell: ({ name: shown }: Bookmark) => shown,
    },
    {
      id: 'product',
      heading: text('Template.product'),
      width: 220,
      renderCell: ({ productName }: Bookmark) => productName ?? '–',
    },
    {
      id: 'created',
      heading: text('Bookmark.created'),
      width: 180,
      sortable: true,
      renderCell: ({ createdAt }: Bookmark) => <RelativeMoment value={createdAt} />,
    },
    {
      id: 'actions',
      heading: text('Bookmark.actions'),
      headingHidden: true,
      align: 'end' as const,
      width: 90,
      renderCell: (bookmark: Bookmark) => (
        <ActionIcon.Group>
          <Tooltip label={text('Bookmark.rename')}>
            <ActionIcon
              aria-label={text('Bookmark.renameOne', { name: bookmark.name })}
              onClick={(event) => {
                event.stopPropagation()
                setRenaming(bookmark)
              }}
            >
              <IconPencil />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={text('Bookmark.delete')}>
            <ActionIcon
              aria-label={text('Bookmark.deleteOne', { name: bookmark.name })}
              onClick={(event) => {
                event.stopPropagation()
                void confirmDelete([bookmark.id])
              }}
            >
              <IconTrash />
            </ActionIcon>
          </Tooltip>
        </ActionIcon.Group>
      ),
    },
  ]
  return (
    <Page
      title={text('Bookmark.title')}
      count={bookmarks.data?.count}
      actions={
        chosen.length > 0 && (
          <Button variant="default" leftSection={<IconTrash />} onClick={() => void confirmDelete(chosen)}>
            {text('Bookmark.delete.confirm', { count: chosen.length })}
          </Button>
        )
      }
    >
      <PageTrail items={[{ label: text('Bookmark.title') }]} />
      <FilterBar searchLabel={text('Bookmark.search')} search={name} onSearch={(typed) => change({ name: typed })} />
      {bookmarks.error !== null && items === undefined ? (
        <FailureState error={bookmarks.error} onRetry={() => void bookmarks.refetch()} />
      ) : (
        <DataTable
          id="bookmarks"
          label={text('Bookmark.title')}
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
          skeletonRows={bookmarkPageSize}
          sort={sort}
          onSortChange={(next) => change({ sort: next === null ? undefined : sortToText(next) })}
          onOpen={(bookmark) => router.history.push(addressToOpen(bookmark))}
          empty={
            <EmptyState
              icon={name === '' ? <IconBookmark /> : <IconSearchOff />}
              title={text(name === '' ? 'Bookmark.empty' : 'Bookmark.noMatch')}
              text={text(name === '' ? 'Bookmark.empty.text' : 'Bookmark.noMatch.text')}
            />
          }
        />
      )}
      {bookmarks.data !== undefined && bookmarks.data.count > bookmarkPageSize && (
        <Pager
          page={page}
          pageSize={bookmarkPageSize}
          count={bookmarks.data.count}
          onChange={(next) => change({ page: next })}
        />
      )}
      {renaming !== undefined && <RenameBookmarkDialog bookmark={renaming} onClose={() => setRenaming(undefined)} />}
    </Page>
  )
}
