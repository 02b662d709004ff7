import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { codeOf } from '../../startup-error.ts'
import { postgresFailure } from '../db/sql-errors.ts'

/** A disk with less free space counts as full: uploads and builds need some room to end cleanly. */
export const leastFreeBytes = 64 * 1024 * 1024

/** Whether an error means a full disk, ours or the database's. */
export function isStorageFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '') || postgresFailure(error)?.code === '53100'
}

/** The folders on full disks, among those that a process writes to. */
export async function fullFolders(settings: { readonly data: string; readonly databaseUrl: string | undefined }) {
  const folders = settings.databaseUrl === undefined ? [settings.data, tmpdir()] : [tmpdir()]
  const full: string[] = []
  for (const folder of folders) {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < leastFreeBytes) full.push(folder)
  }
  return full
}
