import { addChunks } from '@sheetwright/contract/execution/batches/add-chunks.ts'
import { batchBufferBytes } from '@sheetwright/contract/execution/batches/batch.ts'
import { CallError } from '../../../platform/http/call-error.ts'
import { handle } from '../../../platform/http/handle.ts'
import { requireEngineToRun } from '../../engines/engine.access.ts'
import { receivedJson } from '../../../platform/http/received-json.ts'
import { requireOpenBatch } from './batch.access.ts'
import { batchProgressOf } from './batch-answer.ts'
import { countChunks, insertChunks } from './batch.store.ts'

export const addChunksHandler = handle(addChunks, async ({ caller, params, body, services, tellLimit }) => {
  const chunks = body.chunks.map(({ id, data }) => ({
    id,
    records: Array.isArray(data.inputs[0]) ? data.inputs.length - 1 : data.inputs.length,
    input: receivedJson(data),
  }))
  const progress = await services.db.inTenant(caller.tenantId, async (tx) => {
    const batch = await requireOpenBatch(tx, caller, params.batch)
    // Chunks are computed with the permissions that the caller had when the batch began.
    await requireEngineToRun(tx, caller, { id: batch.engineId })
    await services.callLimits.takeEngine(caller.tenantId, caller, batch.engineId, tellLimit)
    const { waitingBytes } = await countChunks(tx, batch.id)
    // One post is always accepted, however large, so that any chunk can be sent.
    if (waitingBytes >= batchBufferBytes) {
      throw new CallError('TOO_MANY_REQUESTS', 'The input buffer of the batch is full: send more later', undefined, 5)
    }
    const other = await insertChunks(tx, batch.id, chunks)
    if (other !== undefined) throw sentOtherwise(other, chunks[other]?.id)
    return batchProgressOf(batch, await countChunks(tx, batch.id))
  })
  services.batches.start(caller.tenantId, params.batch)
  return progress
})

/** Results of the one chunk would be taken for those of the other. */
function sentOtherwise(index: number, id = ''): CallError {
  return new CallError('INVALID_INPUT', `The batch has a chunk "${id}" with other records. Nothing was added.`, [
    { field: `body.chunks.${index}.id`, message: 'is that of a chunk with other records', allowed: 'an id of its own' },
  ])
}
