import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { requireComparison, type SeenComparison } from './comparison.access.ts'
import type { ComparedRun } from './compared-result.store.ts'
import { runFiles } from './run-files.ts'

/** The two runs of a comparison with their result files. */
export async function comparedRuns(
  tx: TenantTransaction,
  caller: UserIdentity,
  id: string,
): Promise<SeenComparison & { readonly runs: readonly [ComparedRun, ComparedRun] }> {
  const seen = await requireComparison(tx, caller, id)
  const { source, target } = seen
  const runOf = async (run: typeof source): Promise<ComparedRun> => ({
    files: await runFiles(tx, run),
    setup: run.setup,
  })
  return { ...seen, runs: [await runOf(source), await runOf(target)] }
}

export function noSuchOutput(output: string): CallError {
  return new CallError('INVALID_INPUT', `The runs do not both have a fitting output "${output}"`, [
    { field: 'body.output', message: `is "${output}"`, allowed: 'an output of both runs' },
  ])
}
