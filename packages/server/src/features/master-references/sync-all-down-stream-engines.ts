import { accessRanks } from '@sheetwright/contract/permissions/access-level.ts'
import { syncAllDownStreamEngines } from '@sheetwright/contract/master-references/sync-all-down-stream-engines.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { downStreamEngines } from './engine-reference.store.ts'
import { requireDocument } from './master-reference.access.ts'
import { syncDownStream } from './sync-down-stream.job.ts'
import { insertSyncEngines } from './sync.store.ts'

export const syncAllDownStreamEnginesHandler = handle(
  syncAllDownStreamEngines,
  ({ caller, body, services, correlationId }) =>
    services.db.inTenant(caller.tenantId, async (tx) => {
      const document = await requireDocument(tx, body.documentId)
      const below = await downStreamEngines(tx, caller, [document.id])
      const editable = below.filter(({ rank }) => (rank ?? 0) >= accessRanks.edit)
      const wanted = body.engineIds === undefined ? undefined : new Set(body.engineIds)
      const strange = body.engineIds?.find((id) => !editable.some(({ engineId }) => engineId === id))
      if (strange !== undefined) {
        throw new CallError(
          'ENGINE_NOT_FOUND',
          `The engine ${strange} does not use the document, or you may not change it`,
        )
      }
      const engines = editable.filter(
        ({ engineId, referenceUpdateRequired }) => wanted?.has(engineId) ?? referenceUpdateRequired,
      )
      const jobId = await services.jobs.enqueue(tx, syncDownStream, caller.userId, {
        Name: document.serviceName,
        Url: `/master/${document.id}/sync`,
        documentId: document.id,
        baseVersionId: null,
        publish: body.publish,
        releaseNote: body.releaseNote ?? null,
        correlationId,
        actorId: caller.userId,
        actorName: caller.displayName,
        groups: [...caller.groups],
      })
      await insertSyncEngines(
        tx,
        jobId,
        engines.map(({ engineId }) => engineId),
      )
      return { jobId, engines: engines.length }
    }),
)
