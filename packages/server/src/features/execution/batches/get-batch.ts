import { getBatch } from '@sheetwright/contract/execution/batches/get-batch.ts'
import { handle } from '../../../platform/http/handle.ts'
import { requireBatch } from './batch.access.ts'
import { batchDataOf } from './batch-answer.ts'
import { countChunks } from './batch.store.ts'

export const getBatchHandler = handle(getBatch, ({ caller, params, services }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const batch = await requireBatch(tx, caller, params.batch)
    const counts = await countChunks(tx, batch.id)
    const summary = {
      chunks: {
        submitted: counts.chunks,
        retried: counts.chunksRetried,
        completed: counts.chunksDone,
        failed: counts.chunksFailed,
      },
      records: {
        submitted: counts.records,
        retried: counts.recordsRetried,
        completed: counts.recordsDone,
        failed: counts.recordsFailed,
      },
      input_size_bytes: counts.inputBytes,
      output_size_bytes: counts.outputBytes,
      compute_time_ms: counts.computeMs,
      elapsed_time_ms: batch.updatedAt.getTime() - batch.createdAt.getTime(),
    }
    const data = { ...batchDataOf(batch, counts), summary, configuration: batch.request }
    return { object: 'batch' as const, id: batch.id, data }
  }),
)
