import { getBatchStatus } from '@sheetwright/contract/execution/batches/get-batch-status.ts'
import { handle } from '../../../platform/http/handle.ts'
import { requireBatch } from './batch.access.ts'
import { batchProgressOf } from './batch-answer.ts'
import { countChunks } from './batch.store.ts'

export const getBatchStatusHandler = handle(getBatchStatus, async ({ caller, params, services }) => {
  const progress = await services.db.inTenant(caller.tenantId, async (tx) => {
    const batch = await requireBatch(tx, caller, params.batch)
    return batchProgressOf(batch, await countChunks(tx, batch.id))
  })
  if (progress.pipeline_status === 'running') services.batches.start(caller.tenantId, params.batch)
  return progress
})
