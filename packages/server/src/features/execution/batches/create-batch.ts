import { createBatch } from '@sheetwright/contract/execution/batches/create-batch.ts'
import { handle } from '../../../platform/http/handle.ts'
import { targetOf } from '../run-batch-call.ts'
import { wantedVersion } from '../run-meta.ts'
import { findEngineById } from '../../engines/engine.store.ts'
import { ownerOf } from './batch.access.ts'
import { batchDataOf } from './batch-answer.ts'
import { countChunks, insertBatch } from './batch.store.ts'

export const createBatchHandler = handle(createBatch, async ({ caller, body, services, correlationId }) => {
  const { db, execution } = services
  const { tenantId } = caller
  const { target, revision } = targetOf(body)
  const wanted = { version_id: body.version_id, version: revision, transaction_date: body.version_by_timestamp }
  const { version } = await execution.directory.choose(tenantId, caller, target, wantedVersion(wanted))
  const { compilerVersion } = await execution.engines.get(tenantId, version)
  return db.inTenant(tenantId, async (tx) => {
    const engine = await findEngineById(tx, caller, version.engineId)
    const owner = ownerOf(caller)
    const batch = await insertBatch(tx, {
      engineId: version.engineId,
      versionId: version.id,
      serviceUri:
        engine === undefined ? version.engineId : `${engine.productName}/${engine.serviceName}[${version.revision}]`,
      revision: version.revision,
      compilerVersion,
      request: { ...body, correlation_id: body.correlation_id || correlationId },
      caller,
      ownerKind: owner.kind,
      ownerId: owner.id,
      createdBy: caller.kind === 'user' ? caller.displayName : caller.keyName,
    })
    return { object: 'batch' as const, id: batch.id, data: batchDataOf(batch, await countChunks(tx, batch.id)) }
  })
})
