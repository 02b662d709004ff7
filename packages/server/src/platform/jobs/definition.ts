import type { ErrorCode } from '@sheetwright/contract/error-codes.ts'
import type { JobType } from '@sheetwright/contract/jobs/job.ts'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Services } from '../services.ts'
import type { TenantTransaction } from '../db/database.ts'

/** What a running job works with. */
export interface JobContext<Data> {
  readonly jobId: string
  readonly tenantId: string
  readonly userId: string
  readonly data: Data
  readonly services: Services
  readonly log: Logger
  /** Aborted when the job is cancelled, when another worker took it over, or when the process shuts down. */
  readonly signal: AbortSignal
  /** Tells the user how far it is (0 to 100) and what is being done now. Cheap to call often. */
  readonly progress: (percent: number, note?: string) => void
  /**
   * Ends the job with its result in the transaction that does its work: both are there or neither, at whatever moment the
   * process dies. For work that must not be done twice; nothing may follow it. Throws when the job is no longer this
   * worker's to end, so that its work is undone too.
   */
  readonly finish: (tx: TenantTransaction, result: unknown) => Promise<void>
}

/** One kind of background work. It may run again after a crash: what it does must bear being done twice. */
export interface JobDefinition {
  readonly type: JobType
  readonly schema: z.ZodType<Record<string, unknown>>
  readonly run: (context: JobContext<never>) => Promise<unknown>
}

/** Declares background work; what `run` gives back becomes the job's result. */
export function defineJob<const S extends z.ZodType<Record<string, unknown>>>(definition: {
  type: JobType
  schema: S
  run: (context: JobContext<z.output<S>>) => Promise<unknown>
}): Omit<JobDefinition, 'schema'> & { readonly schema: S } {
  return definition
}

/** Two kinds of work that go by one type, told apart by what they were asked to do. */
export function eitherJob(one: JobDefinition, other: JobDefinition): JobDefinition {
  return {
    type: one.type,
    schema: z.union([one.schema, other.schema]),
    run: (context) => (one.schema.safeParse(context.data).success ? one : other).run(context),
  }
}

/**
 * Thrown by a job for a failure that another attempt cannot mend. The message is shown to the user; a code of the contract
 * lets the page say it in the user's language.
 */
export class JobFailure extends Error {
  override readonly name = 'JobFailure'
  readonly code: ErrorCode | undefined

  constructor(message: string, code?: ErrorCode) {
    super(message)
    this.code = code
  }
}
