import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { codeOf } from '../../startup-error.ts'
import { postgresFailure } from '../db/sql-errors.ts'

/** Below this, a disk counts as full: uploads and builds need some room to end in order. */
export const leastFreeBytes = 64 * 1024 * 1024

/** Whether a failure says that a disk is full, ours or that of the database. */
export function isStorageFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '') || postgresFailure(error)?.code === '53100'
}

/** The folders, of those that a process writes to, whose disk is full. */
export async function fullFolders(settings: { readonly data: string; readonly databaseUrl: string | undefined }) {
  const folders = settings.databaseUrl === undefined ? [settings.data, tmpdir()] : [tmpdir()]
  const full: string[] = []
  for (const folder of folders) {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < leastFreeBytes) full.push(folder)
  }
  return full
}
