import type { TestRun } from '@sheetwright/contract/test-beds/test-run.ts'
import type { StoredRun } from './test-run.store.ts'

/** A run as its callers see it. */
export function runAnswer(stored: StoredRun): TestRun {
  const { resultHash: _, createdById: __, setup: ___, ...run } = stored
  return run
}
