import { z } from 'zod'
import { moment } from '../../dates.ts'
import { orEmpty, transactionDate } from '../request.ts'

const words = (longest: number) => z.string().trim().max(longest).nullish()

const tenant = z.string().min(1).max(63)

export const tenantParams = z.object({ tenant })

export const batchParams = z.object({ tenant, batch: z.uuid() })

/** Who may use batches: the same callers as for execute. */
export const batchCallers = { caller: 'user', keyScope: 'execute' } as const

/** Maximum bytes of waiting chunks, and of results not yet fetched, in one batch. */
export const batchBufferBytes = 64 * 1024 * 1024

/** Settings of every chunk of a batch. Other fields, which tune the servers of other services, are ignored. */
export const batchRequest = z
  .object({
    service: words(600).describe('folder/service, folder/service[1.2.3], or an id'),
    version_id: orEmpty(z.uuid()),
    version_by_timestamp: orEmpty(transactionDate),
    subservice: words(250),
    output: z.union([z.array(z.string().max(250)).max(1000), z.string().max(20_000)]).nullish(),
    call_purpose: words(120),
    source_system: words(120),
    correlation_id: words(200),
    unique_record_key: z.union([z.array(z.string().max(250)).max(100), z.string().max(2000)]).nullish(),
    acceptable_error_percentage: z.number().min(0).max(100).nullish(),
  })
  .meta({ id: 'BatchRequest' })

export type BatchRequest = z.output<typeof batchRequest>

export const batchStatus = z.enum(['created', 'in_progress', 'closed', 'completed', 'cancelled']).meta({
  id: 'BatchStatus',
  description: 'A closed batch takes no more chunks; it is completed when all results were fetched',
})

export const batchData = z
  .object({
    service_id: z.uuid(),
    version_id: z.uuid(),
    version: z.string(),
    compiler_version: z.string(),
    correlation_id: z.string(),
    source_system: z.string(),
    unique_record_key: z.string().nullable(),
    response_timestamp: moment,
    batch_status: batchStatus,
    created_by: z.string(),
    created_timestamp: moment,
    updated_timestamp: moment,
    service_uri: z.string(),
  })
  .meta({ id: 'BatchData' })

/** Progress of a batch. */
export const batchProgress = z
  .object({
    request_timestamp: moment,
    batch_status: batchStatus,
    pipeline_status: z.enum(['idle', 'running']),
    input_buffer_used_bytes: z.int(),
    input_buffer_remaining_bytes: z.int(),
    output_buffer_used_bytes: z.int(),
    output_buffer_remaining_bytes: z.int(),
    records_available: z.int().describe('Computed and not fetched yet'),
    compute_time_ms: z.number(),
    records_completed: z.int(),
    record_submitted: z.int(),
    chunks_submitted: z.int(),
    chunks_completed: z.int(),
    chunks_available: z.int(),
    workers_in_use: z.int(),
  })
  .meta({ id: 'BatchProgress' })
