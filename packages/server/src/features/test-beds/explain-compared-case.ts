import { explainComparedCase } from '@sheetwright/contract/test-beds/explain-compared-case.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { handle } from '../../platform/http/handle.ts'
import type { Services } from '../../services.ts'
import { assertMayLeave, requireEngineById } from '../engines/engine.access.ts'
import { findRunnable, type RunnableVersion } from '../engines/engine-version.store.ts'
import { tracedRun } from '../execution/run-cases.access.ts'
import { comparedRuns } from './compared-runs.ts'
import { firstDifferences } from './first-differences.ts'
import { readResults } from './test-result.store.ts'
import type { StoredRun } from './test-run.store.ts'

export const explainComparedCaseHandler = handle(explainComparedCase, async ({ caller, params, body, services }) => {
  const { db, testResults } = services
  const { tenantId } = caller
  const { runs, source, target } = await db.inTenant(tenantId, (tx) => comparedRuns(tx, caller, params.comparison))
  const [result] = await readResults(testResults, { tenantId, files: runs[0].files }, [body.number])
  if (result === undefined) throw new CallError('CONFLICT', `The run has no case ${body.number}`)
  const trace = async (run: StoredRun) => {
    const version = await versionOf(services, caller, run)
    const { at, seed } = run.setup
    return tracedRun(services.execution, tenantId, version, result.inputs, { at, seed })
  }
  return firstDifferences(await trace(source), await trace(target))
})

/** The answer shows workbook cells, which only editors may see unless the workbook may be handed out. */
async function versionOf({ db }: Services, caller: UserIdentity, run: StoredRun): Promise<RunnableVersion> {
  return db.inTenant(caller.tenantId, async (tx) => {
    assertMayLeave(await requireEngineById(tx, caller, run.engineId, 'read'))
    const { engineId, versionId } = run
    const found = await findRunnable(tx, { engineId, versionId, at: new Date(run.setup.at), mayEdit: true })
    if (found.kind === 'version' || found.kind === 'inactive') return found.version
    throw new CallError('CONFLICT', 'The version of the engine is gone')
  })
}
