import type { SentBody } from '@sheetwright/contract/call.ts'
import { copyEntry } from '@sheetwright/contract/files/copy-entry.ts'
import { createFolder } from '@sheetwright/contract/files/create-folder.ts'
import { deleteFile } from '@sheetwright/contract/files/delete-file.ts'
import { deleteFolder } from '@sheetwright/contract/files/delete-folder.ts'
import { downloadFile } from '@sheetwright/contract/files/download-file.ts'
import { downloadFileVersion } from '@sheetwright/contract/files/download-file-version.ts'
import { downloadFolder } from '@sheetwright/contract/files/download-folder.ts'
import { restoreFileVersion } from '@sheetwright/contract/files/restore-file-version.ts'
import { undeleteEntry } from '@sheetwright/contract/files/undelete-entry.ts'
import { updateFile } from '@sheetwright/contract/files/update-file.ts'
import { updateFolder } from '@sheetwright/contract/files/update-folder.ts'
import { uploadFolder } from '@sheetwright/contract/files/upload-folder.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useDownloads } from '../../platform/downloads/downloads.ts'
import { jobKeys, waitForJob } from '../jobs/queries.ts'
import type { EntryRow } from './entry-row.ts'
import { fileKeys } from './queries.ts'

/** Forms show their failures, so no toast is shown. */
const inForm = { announced: false } as const

export function useRefreshFiles() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: fileKeys.all })
}

export function useCreateFolder() {
  const api = useApi()
  const refresh = useRefreshFiles()
  return useMutation({
    mutationFn: (body: SentBody<typeof createFolder>) => api.call(createFolder, { body }),
    onSuccess: refresh,
    meta: inForm,
  })
}

export function useChangeEntry() {
  const api = useApi()
  const refresh = useRefreshFiles()
  return useMutation({
    mutationFn: async ({
      row,
      change,
    }: {
      row: EntryRow
      change: SentBody<typeof updateFolder>
    }): Promise<EntryRow> => {
      const params = { id: row.entry.id }
      return row.type === 'folder'
        ? { type: 'folder', entry: await api.call(updateFolder, { params, body: change }) }
        : { type: 'file', entry: await api.call(updateFile, { params, body: change }) }
    },
    onSuccess: refresh,
    meta: inForm,
  })
}

/** Moves or copies several entries; stops at the first failure. */
export function usePlaceEntries() {
  const api = useApi()
  const refresh = useRefreshFiles()
  return useMutation({
    mutationFn: async (wish: { rows: readonly EntryRow[]; folderId: string; action: 'move' | 'copy' }) => {
      for (const { type, entry } of wish.rows) {
        const params = { id: entry.id }
        const body = { folderId: wish.folderId }
        if (wish.action === 'copy') await api.call(copyEntry, { params, body })
        else if (type === 'folder') await api.call(updateFolder, { params, body })
        else await api.call(updateFile, { params, body })
      }
    },
    onSettled: refresh,
    meta: inForm,
  })
}

/** Deletes several entries and waits for the background jobs of folders with content. */
export function useDeleteEntries() {
  const api = useApi()
  const queries = useQueryClient()
  const refresh = useRefreshFiles()
  return useMutation({
    mutationFn: async (rows: readonly EntryRow[]) => {
      for (const { type, entry } of rows) {
        const params = { id: entry.id }
        if (type === 'file') {
          await api.call(deleteFile, { params })
          continue
        }
        const { jobId } = await api.call(deleteFolder, { params, query: { force: 'true' } })
        if (jobId === null) continue
        void queries.invalidateQueries({ queryKey: jobKeys.all })
        await waitForJob(api, jobId)
      }
    },
    onSettled: refresh,
  })
}

export function useUndeleteEntries() {
  const api = useApi()
  const refresh = useRefreshFiles()
  return useMutation({
    mutationFn: async (rows: readonly EntryRow[]) => {
      for (const { entry } of rows) await api.call(undeleteEntry, { params: { id: entry.id } })
    },
    onSettled: refresh,
  })
}

/** Packs folders and files in a background job; the jobs popover offers the zip. */
export function usePackEntries() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ rows, name }: { rows: readonly EntryRow[]; name: string }) =>
      api.call(downloadFolder, { body: { name, folders: rows.map(({ entry }) => entry.id) } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: jobKeys.all }),
  })
}

/** Unpacks a zip in a background job. */
export function useUnpackZip() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ file, folderId }: { file: File; folderId: string }) =>
      api.call(uploadFolder, { body: { FolderId: folderId }, files: { File: file } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: jobKeys.all }),
  })
}

export function useSaveFile() {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    mutationFn: ({ id, name, version }: { id: string; name: string; version?: number }) =>
      downloads.save(
        () =>
          version === undefined
            ? api.call(downloadFile, { params: { id } })
            : api.call(downloadFileVersion, { params: { id, version } }),
        name,
      ),
  })
}

export function useRestoreVersion() {
  const api = useApi()
  const refresh = useRefreshFiles()
  return useMutation({
    mutationFn: ({ id, version }: { id: string; version: number }) =>
      api.call(restoreFileVersion, { params: { id, version } }),
    onSuccess: refresh,
  })
}
