import { listBatches } from '@sheetwright/contract/execution/batches/list-batches.ts'
import { handle } from '../../../platform/http/handle.ts'
import { seenOwner } from './batch.access.ts'
import { batchDataOf, batchProgressOf } from './batch-answer.ts'
import { countChunks, recentBatches } from './batch.store.ts'

const shown = 100

export const listBatchesHandler = handle(listBatches, ({ caller, services }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const found = []
    for (const batch of await recentBatches(tx, seenOwner(caller), shown)) {
      const counts = await countChunks(tx, batch.id)
      const data = batchDataOf(batch, counts)
      found.push({ object: 'batch' as const, id: batch.id, data, ...batchProgressOf(batch, counts) })
    }
    const runs = (status: string) => status === 'created' || status === 'in_progress' || status === 'closed'
    return {
      in_progress_batches: found.filter(({ batch_status }) => runs(batch_status)),
      recent_batches: found.filter(({ batch_status }) => !runs(batch_status)),
      tenant: {
        name: caller.tenantName,
        workers_in_use: found.reduce((sum, { workers_in_use }) => sum + workers_in_use, 0),
      },
    }
  }),
)
