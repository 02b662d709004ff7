import type { TenantTransaction } from '../../platform/db/database.ts'
import { partsOf, type StoredRun } from './test-run.store.ts'

/** The files of a run's results: its parts, or the one file that an earlier release made of them. */
export async function runFiles(tx: TenantTransaction, run: Pick<StoredRun, 'id' | 'resultHash'>): Promise<string[]> {
  if (run.resultHash !== null) return [run.resultHash]
  return (await partsOf(tx, run.id)).flatMap(({ fileHash }) => (fileHash === null ? [] : [fileHash]))
}
