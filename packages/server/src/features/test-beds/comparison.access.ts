import type { TestComparison } from '@sheetwright/contract/test-beds/test-comparison.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { runAnswer } from './run-answer.ts'
import { findComparison } from './test-comparison.store.ts'
import { findRun, type StoredRun } from './test-run.store.ts'

export interface SeenComparison {
  readonly answer: TestComparison
  readonly source: StoredRun
  readonly target: StoredRun
}

/** A comparison whose two runs the caller sees. */
export async function requireComparison(
  tx: TenantTransaction,
  caller: UserIdentity,
  id: string,
): Promise<SeenComparison> {
  const found = await findComparison(tx, id)
  const source = found && (await findRun(tx, caller, found.sourceRunId))
  const target = found && (await findRun(tx, caller, found.targetRunId))
  if (found === undefined || source === undefined || target === undefined) {
    throw new CallError('TESTCOMPARISON_NOT_FOUND', `There is no comparison "${id}"`)
  }
  const { jobId, status, failureReason, createdBy, createdAt, summary } = found
  return {
    answer: {
      id,
      taskQueueId: jobId,
      status,
      failureReason,
      createdBy,
      createdAt: createdAt.toISOString(),
      source: runAnswer(source),
      target: runAnswer(target),
      testCompareResult: summary,
    },
    source,
    target,
  }
}
