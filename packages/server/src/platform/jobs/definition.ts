import type { ErrorCode } from '@sheetwright/contract/error-codes.ts'
import type { JobType } from '@sheetwright/contract/jobs/job.ts'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Services } from '../services.ts'
import type { TenantTransaction } from '../db/database.ts'

/** The context of a running job. */
export interface JobContext<Data> {
  readonly jobId: string
  readonly tenantId: string
  readonly userId: string
  readonly data: Data
  readonly services: Services
  readonly log: Logger
  /** Aborted when the job is cancelled, taken over by another worker, or the process shuts down. */
  readonly signal: AbortSignal
  /** Reports progress (0 to 100) and the current step to the user. Cheap to call often. */
  readonly progress: (percent: number, note?: string) => void
  /**
   * Ends the job with its result in the transaction that does its work: both are committed or neither, even if the
   * process dies. For work that must not be done twice; nothing may follow it. Throws if the worker no longer holds the
   * job, so that its work is rolled back too.
   */
  readonly finish: (tx: TenantTransaction, result: unknown) => Promise<void>
}

/** One kind of background job. It may run again after a crash, so it must be idempotent. */
export interface JobDefinition {
  readonly type: JobType
  readonly schema: z.ZodType<Record<string, unknown>>
  readonly run: (context: JobContext<never>) => Promise<unknown>
}

/** Declares a background job; the return value of `run` becomes the job's result. */
export function defineJob<const S extends z.ZodType<Record<string, unknown>>>(definition: {
  type: JobType
  schema: S
  run: (context: JobContext<z.output<S>>) => Promise<unknown>
}): Omit<JobDefinition, 'schema'> & { readonly schema: S } {
  return definition
}

/** Two kinds of jobs under one type, distinguished by their request. */
export function eitherJob(one: JobDefinition, other: JobDefinition): JobDefinition {
  return {
    type: one.type,
    schema: z.union([one.schema, other.schema]),
    run: (context) => (one.schema.safeParse(context.data).success ? one : other).run(context),
  }
}

/**
 * Thrown by a job for a failure that a retry cannot fix. The message is shown to the user; a code of the contract lets
 * the page say it in the user's language.
 */
export class JobFailure extends Error {
  override readonly name = 'JobFailure'
  readonly code: ErrorCode | undefined

  constructor(message: string, code?: ErrorCode) {
    super(message)
    this.code = code
  }
}
