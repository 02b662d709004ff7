import type { ResultOf } from '@sheetwright/contract/call.ts'
import { takeChunkResults } from '@sheetwright/contract/execution/batches/take-chunk-results.ts'
import { CallError } from '../../../platform/http/call-error.ts'
import { handle } from '../../../platform/http/handle.ts'
import { JsonText } from '../../../platform/http/json-text.ts'
import { requireBatch } from './batch.access.ts'
import { batchProgressOf } from './batch-answer.ts'
import { countChunks, takeResults } from './batch.store.ts'

export const takeChunkResultsHandler = handle(takeChunkResults, async ({ caller, params, query, services }) => {
  const { results, progress } = await services.db.inTenant(caller.tenantId, async (tx) => {
    const batch = await requireBatch(tx, caller, params.batch)
    if (batch.state === 'cancelled') throw new CallError('BATCH_ENDED', 'The batch is cancelled: it has no results')
    const taken = await takeResults(tx, batch.id, query.max_chunks)
    return { results: taken, progress: batchProgressOf(batch, await countChunks(tx, batch.id)) }
  })
  if (progress.pipeline_status === 'running') services.batches.start(caller.tenantId, params.batch)
  // Results are stored as JSON and sent unchanged.
  const data = results.map(({ result }) => result).join(',')
  return JsonText.written<ResultOf<typeof takeChunkResults>>(`{"data":[${data}],"status":${JSON.stringify(progress)}}`)
})
