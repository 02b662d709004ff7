import { syncData } from '@sheetwright/contract/master-references/sync-data.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { waitForJob } from '../../platform/jobs/wait-for-job.ts'
import { requireEngine, requireVersion } from '../engines/engine.access.ts'
import { reportOf } from './sync-report.ts'
import { syncDownStream } from './sync-down-stream.job.ts'
import { insertSyncEngines } from './sync.store.ts'

export const syncDataHandler = handle(syncData, async ({ caller, params, body, services, correlationId, signal }) => {
  const { tenantId, userId } = caller
  const jobId = await services.db.inTenant(tenantId, async (tx) => {
    const engine = await requireEngine(tx, caller, params, 'write')
    const version = await requireVersion(tx, engine, params.version)
    const id = await services.jobs.enqueue(tx, syncDownStream, userId, {
      Name: engine.serviceName,
      Url: `/products/${engine.productId}/engines/${engine.id}`,
      documentId: null,
      baseVersionId: version.id,
      publish: body.publish,
      releaseNote: body.releaseNote ?? null,
      correlationId,
      actorId: userId,
      actorName: caller.displayName,
      groups: [...caller.groups],
    })
    await insertSyncEngines(tx, id, [engine.id])
    return id
  })
  const job = await waitForJob(services, { tenantId, userId, jobId }, signal)
  if (job?.status === 'Cancelled') throw new CallError('CONFLICT', 'The sync was cancelled')
  if (job?.status !== 'Success') {
    throw new CallError('SERVICE_UNAVAILABLE', 'The sync has not ended yet; it goes on in the background', undefined, 5)
  }
  const { engines } = await services.db.inTenant(tenantId, (tx) => reportOf(tx, jobId, job.data))
  const [engine] = engines
  if (engine === undefined) throw new CallError('ENGINE_NOT_FOUND', 'The engine is gone')
  return engine
})
