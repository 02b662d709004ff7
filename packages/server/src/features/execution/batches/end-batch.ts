import { endBatch } from '@sheetwright/contract/execution/batches/end-batch.ts'
import { handle } from '../../../platform/http/handle.ts'
import { requireOpenBatch } from './batch.access.ts'
import { batchProgressOf } from './batch-answer.ts'
import { countChunks, setBatchState } from './batch.store.ts'

export const endBatchHandler = handle(endBatch, ({ caller, params, body, services }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const batch = await requireOpenBatch(tx, caller, params.batch)
    await setBatchState(tx, batch.id, body.batch_status)
    const meta = batchProgressOf({ ...batch, state: body.batch_status }, await countChunks(tx, batch.id))
    return { object: 'batch' as const, id: batch.id, meta }
  }),
)
