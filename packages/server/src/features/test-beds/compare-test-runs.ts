import { compareTestRuns } from '@sheetwright/contract/test-beds/compare-test-runs.ts'
import type { BodyOf } from '@sheetwright/contract/call.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { handle } from '../../platform/http/handle.ts'
import type { Services } from '../../services.ts'
import { requireEngineById } from '../engines/engine.access.ts'
import { beginRun } from './begin-run.ts'
import { compareRuns } from './compare-runs.job.ts'
import { requireComparison } from './comparison.access.ts'
import { interfaceOf, meantVersion } from './engine-interface.ts'
import { requireRun, requireTestBed, requireTestBedVersion } from './test-bed.access.ts'
import { insertComparison, latestRunOf } from './test-comparison.store.ts'

type Body = BodyOf<typeof compareTestRuns>
type OverTestBed = Extract<Body, { testbedId: string }>

export const compareTestRunsHandler = handle(compareTestRuns, ({ caller, body, services }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const { sourceTestRunId: sourceRunId, targetTestRunId: targetRunId } =
      'testbedId' in body ? await runsOver(tx, services, caller, body) : body
    const source = await requireRun(tx, caller, sourceRunId, 'read')
    await requireRun(tx, caller, targetRunId, 'read')
    const id = newId()
    const jobId = await services.jobs.enqueue(tx, compareRuns, caller.userId, {
      Name: source.testbedName,
      Url: `/products/${source.productId}/testcenter/compare/${id}`,
      SourceTestRunId: sourceRunId,
      TargetTestRunId: targetRunId,
      comparisonId: id,
    })
    await insertComparison(tx, { id, sourceRunId, targetRunId, jobId, createdBy: caller.userId })
    return { taskQueueId: jobId, comparison: (await requireComparison(tx, caller, id)).answer }
  }),
)

/** The runs of both sides: existing ones, else new ones, queued before the comparison that waits for them. */
async function runsOver(
  tx: TenantTransaction,
  { files, jobs }: Services,
  caller: UserIdentity,
  body: OverTestBed,
): Promise<{ sourceTestRunId: string; targetTestRunId: string }> {
  const testBed = await requireTestBed(tx, caller, body.testbedId, 'execute')
  const cases = await requireTestBedVersion(tx, testBed, body.testbedVersionId)
  const runOf = async (side: OverTestBed['source']): Promise<string> => {
    const engine = await requireEngineById(tx, caller, side.engineId ?? testBed.engineId, 'execute')
    const version = await meantVersion(tx, engine, side.version)
    const known = await latestRunOf(tx, cases.id, version.id)
    if (known !== undefined) return known
    const ports = await interfaceOf(files, caller.tenantId, version)
    const order = { testBed, cases, engine, version, ports, kind: 'test', userId: caller.userId } as const
    return (await beginRun(tx, jobs, order)).runId
  }
  return { sourceTestRunId: await runOf(body.source), targetTestRunId: await runOf(body.target) }
}
