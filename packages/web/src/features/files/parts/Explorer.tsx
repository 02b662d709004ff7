import { Button, FileButton, Group, Menu } from '@mantine/core'
import type { FileEntry, Folder } from '@sheetwright/contract/files/file-entry.ts'
import {
  IconChevronDown,
  IconFileZip,
  IconFolderOff,
  IconFolderPlus,
  IconFolderUp,
  IconSearchOff,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type DragEvent, type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useFileDrop } from '../../../ui/file-drop.ts'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { FilterBar } from '../../../ui/page/FilterBar.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { VirtualGrid } from '../../../ui/table/VirtualGrid.tsx'
import { chosenFiles, type DroppedFile, droppedFiles } from '../dropped-files.ts'
import { type EntryRow, isChangeable } from '../entry-row.ts'
import { explorerHome, explorerSearch, type ExplorerState, folderAddress } from '../explorer-state.ts'
import { useUnpackZip } from '../mutations.ts'
import { pageOf, useFolder, useRows } from '../queries.ts'
import { BulkBar } from './BulkBar.tsx'
import { DetailsDialog, NewFolderDialog, PlaceDialog } from './EntryDialogs.tsx'
import { FileLinksDialog } from '../../visitors/parts/FileLinksDialog.tsx'
import type { EntryAction } from './EntryMenu.tsx'
import classes from './Explorer.module.css'
import { FilePane } from './FilePane.tsx'
import { folderLabel } from './folder-label.ts'
import { FolderTree } from './FolderTree.tsx'
import { UploadPanel } from './UploadPanel.tsx'
import { useEntryActions } from './use-entry-actions.ts'
import { useEntryColumns } from './use-entry-columns.tsx'
import { useUploadQueue } from './use-upload-queue.ts'

const nothing: ReadonlyMap<string, EntryRow> = new Map()

type Opened =
  | { readonly kind: 'folder' }
  | { readonly kind: 'details' | 'links'; readonly row: EntryRow }
  | { readonly kind: 'move' | 'copy'; readonly rows: readonly EntryRow[] }

/** Folders on the left, the content of the open one in the middle, the previewed file on the right. */
export function Explorer({ state }: { state: ExplorerState }) {
  const folder = useFolder(state.path, state.sort)
  if (folder.isPending) return <LoadingBlock />
  if (folder.isError) return <FailureState error={folder.error} onRetry={() => void folder.refetch()} />
  return <Loaded state={state} folder={folder.data.folder} parents={folder.data.parents} />
}

interface LoadedProps {
  readonly state: ExplorerState
  readonly folder: Folder
  readonly parents: readonly { readonly id: string; readonly name: string; readonly path: string }[]
}

function Loaded({ state, folder, parents }: LoadedProps) {
  const text = useText()
  const navigate = useNavigate()
  const { queue, list } = useUploadQueue()
  const unpack = useUnpackZip()
  const [opened, setOpened] = useState<Opened>()
  const [selection, setSelection] = useState({ of: '', rows: nothing })
  const [range, setRange] = useState({ from: 0, to: 50 })
  const rows = useRows(state, range.from, range.to)
  const actions = useEntryActions()
  const folderInput = useRef<HTMLInputElement>(null)
  const zipInput = useRef<HTMLInputElement>(null)
  const own = folder.kind === 'folder' || folder.path === '/files'
  const takesFiles = own || (folder.kind === 'section' && folder.access !== 'view')
  const listed = `${state.path} ${state.text} ${state.deleted}`
  const selected = selection.of === listed ? selection.rows : nothing
  const select = (wanted: ReadonlyMap<string, EntryRow>) => setSelection({ of: listed, rows: wanted })
  // Updates only when other pages of rows come into view; the grid scrolls by itself.
  const noteRange = useCallback(
    (from: number, to: number) =>
      setRange((known) =>
        pageOf(known.from) === pageOf(from) && pageOf(known.to) === pageOf(to) ? known : { from, to },
      ),
    [],
  )

  function go(path: string, last?: `file:${string}` | 'folder:edit', part: Partial<ExplorerState> = {}) {
    void navigate({
      to: folderAddress(path, last),
      search: explorerSearch({ ...state, text: '', deleted: false, ...part }),
    })
  }

  function change(part: Partial<ExplorerState>) {
    void navigate({
      to: folderAddress(state.path),
      search: explorerSearch({ ...state, ...part }),
      replace: 'text' in part,
    })
  }

  function open(row: EntryRow) {
    if (state.deleted) return
    if (row.type === 'folder') return go(row.entry.path)
    const { entry } = row
    const parent = entry.path.slice(0, entry.path.lastIndexOf('/'))
    if (entry.productId !== null) {
      const section = parent.slice(parent.lastIndexOf('/') + 1)
      void navigate({
        to: '/products/$productId/documents/$subsection',
        params: { productId: entry.productId, subsection: section },
        search: { open: entry.id },
      })
      return
    }
    go(parent, `file:${entry.id}`, { text: state.text })
  }

  function act(action: EntryAction, targets: readonly EntryRow[]) {
    const [first] = targets
    if (first === undefined) return
    if (action === 'details' || action === 'links') setOpened({ kind: action, row: first })
    else if (action === 'move' || action === 'copy') setOpened({ kind: action, rows: targets })
    else void actions[action](targets, () => select(nothing))
  }

  const latestAct = useRef(act)
  useLayoutEffect(() => {
    latestAct.current = act
  })
  const onEntryAction = useCallback<typeof act>((action, targets) => latestAct.current(action, targets), [])

  function press(event: KeyboardEvent, row: EntryRow): boolean {
    const targets = selected.size > 0 ? [...selected.values()] : [row]
    if (event.key === 'Backspace' && parents.length > 0) {
      go(parents.at(-1)?.path ?? state.path)
      return true
    }
    if (!targets.every(isChangeable)) return false
    if (event.key === 'Delete') act(state.deleted ? 'undelete' : 'delete', targets)
    else if (event.key === 'F2') act('details', [row])
    else return false
    return true
  }

  function add(files: readonly DroppedFile[]) {
    queue.add({ folderId: folder.id, productId: folder.productId ?? undefined }, files)
  }

  function unpackZip(file: File) {
    unpack.mutate(
      { file, folderId: folder.id },
      { onSuccess: () => toastSuccess(text('Files.unpacking', { name: file.name })) },
    )
  }

  const drop = useFileDrop(takesFiles ? () => undefined : undefined)
  const handlers = {
    ...drop.handlers,
    onDrop(event: DragEvent) {
      drop.handlers.onDrop(event)
      // Unreadable entries among the dropped files are skipped.
      if (takesFiles) droppedFiles(event.dataTransfer).then(add, () => undefined)
    },
  }
  const columns = useEntryColumns({
    showsPath: state.text !== '' || state.deleted,
    deleted: state.deleted,
    onAction: onEntryAction,
  })
  const count = rows.count ?? 0
  const crumbs = [
    { label: text('Navigation.administration'), to: explorerHome },
    ...parents.map(({ name, path }, index) => ({
      label: index === 0 ? folderLabel(text, { name, kind: path === '/products' ? 'products' : 'root' }) : name,
      to: folderAddress(path),
    })),
    { label: folderLabel(text, folder) },
  ]
  const title = folderLabel(text, folder)
  return (
    <Page
      title={title}
      count={rows.count}
      actions={
        takesFiles && (
          <Group gap="sm">
            {own && (
              <Button variant="default" leftSection={<IconFolderPlus />} onClick={() => setOpened({ kind: 'folder' })}>
                {text('Files.newFolder')}
              </Button>
            )}
            <Button.Group>
              <FileButton multiple onChange={(files) => add(files.map((file) => ({ file, path: '' })))}>
                {(props) => (
                  <Button {...props} leftSection={<IconUpload />}>
                    {text('Files.upload')}
                  </Button>
                )}
              </FileButton>
              {own && (
                <Menu position="bottom-end">
                  <Menu.Target>
                    <Button px="xs" aria-label={text('Files.uploadMore')}>
                      <IconChevronDown />
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item leftSection={<IconFolderUp />} onClick={() => folderInput.current?.click()}>
                      {text('Files.uploadFolder')}
                    </Menu.Item>
                    <Menu.Item leftSection={<IconFileZip />} onClick={() => zipInput.current?.click()}>
                      {text('Files.unpackZip')}
                    </Menu.Item>
                  </Menu.Dropdown>
                </Menu>
              )}
            </Button.Group>
            <input
              ref={folderInput}
              type="file"
              hidden
              multiple
              aria-label={text('Files.uploadFolder')}
              {...{ webkitdirectory: '' }}
              onChange={(event) => {
                add(chosenFiles(Array.from(event.currentTarget.files ?? [])))
                event.currentTarget.value = ''
              }}
            />
            <input
              ref={zipInput}
              type="file"
              hidden
              accept=".zip"
              aria-label={text('Files.unpackZip')}
              onChange={(event) => {
                const [file] = event.currentTarget.files ?? []
                event.currentTarget.value = ''
                if (file !== undefined) unpackZip(file)
              }}
            />
          </Group>
        )
      }
    >
      <PageTrail items={crumbs} />
      <UploadPanel queue={queue} list={list} />
      <FilterBar
        searchLabel={text('Files.search')}
        search={state.text}
        onSearch={(wanted) => change({ text: wanted })}
        filters={
          <Button
            variant="default"
            leftSection={<IconTrash />}
            aria-pressed={state.deleted}
            onClick={() => change({ deleted: !state.deleted })}
          >
            {text('Files.deleted')}
          </Button>
        }
      />
      <div className={classes.columns} data-pane={state.file !== undefined || undefined}>
        <FolderTree label={text('Files.tree')} path={state.path} onOpen={({ path }) => go(path)} />
        <div className={classes.list} data-over={drop.over || undefined} {...handlers}>
          <BulkBar
            selected={[...selected.values()]}
            deleted={state.deleted}
            onAction={act}
            onClear={() => select(nothing)}
          />
          {rows.error !== null && <FailureState error={rows.error} onRetry={rows.retry} />}
          {rows.error === null && rows.count === undefined && <LoadingBlock />}
          {rows.error === null && rows.count === 0 && <Nothing state={state} own={own} />}
          {rows.error === null && count > 0 && (
            <VirtualGrid
              key={listed}
              label={title}
              columns={columns}
              count={count}
              rowAt={rows.rowAt}
              rowId={({ entry }) => entry.id}
              rowName={({ entry }) => text('Files.select', { name: entry.name })}
              selectHeading={text('Files.selection')}
              onRange={noteRange}
              sort={state.sort}
              onSort={(sort) => change({ sort: sort as ExplorerState['sort'] })}
              selected={selected}
              onSelect={select}
              onOpen={open}
              onKey={press}
            />
          )}
        </div>
        {state.file !== undefined && (
          <FilePane
            key={state.file}
            id={state.file}
            onClose={() => go(state.path, undefined, { text: state.text })}
            onEdit={(file: FileEntry) => setOpened({ kind: 'details', row: { type: 'file', entry: file } })}
            onLinks={(file: FileEntry) => setOpened({ kind: 'links', row: { type: 'file', entry: file } })}
          />
        )}
      </div>
      {opened?.kind === 'folder' && <NewFolderDialog path={state.path} onClose={() => setOpened(undefined)} />}
      {opened?.kind === 'details' && <DetailsDialog row={opened.row} onClose={() => setOpened(undefined)} />}
      {opened?.kind === 'links' && <FileLinksDialog file={opened.row.entry} onClose={() => setOpened(undefined)} />}
      {(opened?.kind === 'move' || opened?.kind === 'copy') && (
        <PlaceDialog
          rows={opened.rows}
          action={opened.kind}
          path={state.path}
          onClose={() => {
            select(nothing)
            setOpened(undefined)
          }}
        />
      )}
      {state.edits && folder.kind === 'folder' && (
        <DetailsDialog row={{ type: 'folder', entry: folder }} onClose={() => go(state.path)} />
      )}
    </Page>
  )
}

function Nothing({ state, own }: { state: ExplorerState; own: boolean }) {
  const text = useText()
  if (state.deleted) {
    return <EmptyState icon={<IconTrash />} title={text('Files.noneDeleted')} text={text('Files.deletedRule')} />
  }
  if (state.text !== '') {
    return <EmptyState icon={<IconSearchOff />} title={text('Files.noMatch')} text={text('Files.noMatchText')} />
  }
  return (
    <EmptyState
      icon={<IconFolderOff />}
      title={text('Files.empty')}
      text={text(own ? 'Files.emptyText' : 'Files.emptyProduct')}
    />
  )
}
