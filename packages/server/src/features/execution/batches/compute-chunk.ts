import type { ChunkData } from '@sheetwright/contract/execution/batches/add-chunks.ts'
import { batchRecords } from '@sheetwright/contract/execution/batch-records.ts'
import type { ResultOf } from '@sheetwright/contract/call.ts'
import type { executeBatch } from '@sheetwright/contract/execution/execute-batch.ts'
import { CallError } from '../../../platform/http/call-error.ts'
import { receivedJson } from '../../../platform/http/received-json.ts'
import type { Execution } from '../execution.ts'
import { runBatchCall } from '../run-batch-call.ts'
import { isRecord } from '../run-records.ts'
import type { ClaimedChunk, StoredBatch } from './batch.store.ts'
import { summarise } from './summarise.ts'

export interface ComputedChunk {
  readonly result: string
  readonly failed: number
  readonly computeMs: number
}

/** Computes a chunk as one call of many records, and logs it so. Undefined if it cannot be computed now. */
export async function computeChunk(
  execution: Execution,
  tenantId: string,
  batch: StoredBatch,
  chunk: ClaimedChunk,
): Promise<ComputedChunk | undefined> {
  const { inputs, parameters, summary } = JSON.parse(chunk.input) as ChunkData
  const { request } = batch
  const records = withParameters(inputs, parameters ?? {})
  const body = {
    inputs: records,
    version_id: batch.versionId,
    version_by_timestamp: request.version_by_timestamp,
    subservice: request.subservice,
    output: request.output,
    call_purpose: request.call_purpose || 'Batch',
    source_system: request.source_system,
    correlation_id: request.correlation_id,
  }
  const call = {
    caller: batch.caller,
    body,
    services: { execution },
    correlationId: batch.id,
    bodyText: receivedJson({ batch_id: batch.id, chunk_id: chunk.id, ...body }),
    longList: undefined,
    isCounted: true,
  }
  try {
    const { text } = await runBatchCall(call, tenantId)
    const { outputs, warnings, errors, process_time } = JSON.parse(text) as ResultOf<typeof executeBatch>
    const summary_output = summarise(summary, outputs)
    return {
      result: JSON.stringify({ id: chunk.id, summary_output, outputs, warnings, errors, process_time }),
      failed: errors.filter((each) => each !== null).length,
      computeMs: process_time.reduce((sum, each) => sum + each, 0),
    }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'SERVICE_UNAVAILABLE' || error.code === 'TOO_MANY_REQUESTS') return undefined
    return failedChunk(chunk, error.message)
  }
}

/** The result of a chunk that was not computed: every record gives the reason. */
export function failedChunk({ id, records }: ClaimedChunk, message: string): ComputedChunk {
  const each = <T>(value: T) => Array.from({ length: records }, () => value)
  const failure = [{ error_category: 'Batch', error_type: 'ChunkFailed', message }]
  return {
    result: JSON.stringify({
      id,
      summary_output: null,
      outputs: each(null),
      warnings: each(null),
      errors: each(failure),
      process_time: each(0),
    }),
    failed: records,
    computeMs: 0,
  }
}

/** A record's own values take precedence over the shared ones. */
function withParameters(inputs: readonly unknown[], parameters: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (Object.keys(parameters).length === 0) return inputs
  return batchRecords(inputs).map((record: unknown) => (isRecord(record) ? { ...parameters, ...record } : record))
}
