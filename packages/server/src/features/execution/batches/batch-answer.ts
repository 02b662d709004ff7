import { batchBufferBytes } from '@sheetwright/contract/execution/batches/batch.ts'
import type { BatchCounts, StoredBatch } from './batch.store.ts'

function statusOf({ state }: StoredBatch, counts: BatchCounts) {
  if (state === 'cancelled') return 'cancelled'
  const isFetched = counts.open === 0 && counts.chunksAvailable === 0
  if (state === 'closed') return isFetched ? 'completed' : 'closed'
  return counts.chunks === 0 ? 'created' : 'in_progress'
}

export function batchDataOf(batch: StoredBatch, counts: BatchCounts) {
  const { unique_record_key: key, source_system, correlation_id } = batch.request
  return {
    service_id: batch.engineId,
    version_id: batch.versionId,
    version: batch.revision,
    compiler_version: batch.compilerVersion,
    correlation_id: correlation_id ?? '',
    source_system: source_system ?? '',
    unique_record_key: Array.isArray(key) ? key.join(',') : (key ?? null),
    response_timestamp: new Date().toISOString(),
    batch_status: statusOf(batch, counts),
    created_by: batch.createdBy,
    created_timestamp: batch.createdAt.toISOString(),
    updated_timestamp: batch.updatedAt.toISOString(),
    service_uri: batch.serviceUri,
  } as const
}

export function batchProgressOf(batch: StoredBatch, counts: BatchCounts) {
  return {
    request_timestamp: new Date().toISOString(),
    batch_status: statusOf(batch, counts),
    pipeline_status: batch.state !== 'cancelled' && counts.open > 0 ? 'running' : 'idle',
    input_buffer_used_bytes: counts.waitingBytes,
    input_buffer_remaining_bytes: Math.max(0, batchBufferBytes - counts.waitingBytes),
    output_buffer_used_bytes: counts.availableBytes,
    output_buffer_remaining_bytes: Math.max(0, batchBufferBytes - counts.availableBytes),
    records_available: counts.recordsAvailable,
    compute_time_ms: counts.computeMs,
    records_completed: counts.recordsDone,
    record_submitted: counts.records,
    chunks_submitted: counts.chunks,
    chunks_completed: counts.chunksDone,
    chunks_available: counts.chunksAvailable,
    workers_in_use: counts.running,
  } as const
}
