import type { TenantTransaction } from '../../platform/db/database.ts'
import { partsOf, type StoredRun } from './test-run.store.ts'

/** Where the results of a run lie: in one file, or in its parts while it goes on or after it was cancelled. */
export async function runFiles(tx: TenantTransaction, run: Pick<StoredRun, 'id' | 'resultHash'>): Promise<string[]> {
  if (run.resultHash !== null) return [run.resultHash]
  return (await partsOf(tx, run.id)).flatMap(({ fileHash }) => (fileHash === null ? [] : [fileHash]))
}
