import { z } from 'zod'
import { moment } from '../dates.ts'

/** All background job types. A worker knows each by its definition. */
export const jobTypes = [
  'UploadFolder',
  'DownloadFolder',
  'DownloadLogs',
  'TestbedResultCSV',
  'TestbedResultExcel',
  'JsSheetGenerate',
  'TestRunComparer',
  'GenerateTestCases',
  'IngeniumAdapter',
  'ComputePortfolio',
  'CompileEngine',
  'ProveEngine',
  'CloneProduct',
  'DeleteFolder',
  'SyncDownstream',
  'TestRun',
  'DmlGenerate',
  'ExportAudit',
  'ApiDocumentation',
  'SeedDemo',
] as const

export const jobType = z.enum(jobTypes).meta({ id: 'JobType' })

export type JobType = z.infer<typeof jobType>

export const jobStatus = z.enum(['Pending', 'InProgress', 'Success', 'Fail', 'Cancelled']).meta({ id: 'JobStatus' })

export type JobStatus = z.infer<typeof jobStatus>

/** A background job as its user sees it. */
export const job = z
  .object({
    id: z.uuid(),
    type: jobType,
    status: jobStatus,
    progress: z.number().min(0).max(100),
    note: z.string().nullable().describe('What is being done right now'),
    createdAt: moment,
    completedAt: moment.nullable(),
    data: z.record(z.string(), z.unknown()).describe('What the job was asked to do: Name, Url and the like'),
    result: z.unknown().describe('For downloads, the Url of the file; null until the job succeeded'),
    failureReason: z.string().nullable(),
    failureCode: z.string().nullable().describe('A code of the error catalogue, where the reason has one'),
    resultExpiresAt: moment.nullable().describe('Until when the file that it made can be downloaded'),
    userId: z.string(),
  })
  .meta({ id: 'BackgroundJob' })

export type Job = z.infer<typeof job>

/** Jobs that can be repeated from their original request. */
export const retryableJobTypes: ReadonlySet<JobType> = new Set([
  'UploadFolder',
  'DownloadFolder',
  'DownloadLogs',
  'DeleteFolder',
  'TestbedResultCSV',
  'TestbedResultExcel',
])

/** How often an open page polls the jobs when it receives no live events. */
export const jobPollMillis = { idle: 60_000, running: 5_000 } as const

/** Jobs that succeed faster than this are not shown in the popover, unless their result is only there. */
export const shownAfterMillis = 2_000
