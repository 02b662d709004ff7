import { z } from 'zod'
import { moment } from '../dates.ts'

export const policyRun = z
  .object({
    id: z.uuid(),
    taskQueueId: z.uuid(),
    mappingId: z.uuid(),
    mappingName: z.string(),
    mappingNumber: z.int(),
    productId: z.uuid(),
    productName: z.string(),
    engineId: z.uuid(),
    serviceName: z.string(),
    revision: z.string(),
    fileName: z.string(),
    fileSize: z.number(),
    taskQueue: z.object({
      progress: z.number(),
      status: z.enum(['Pending', 'InProgress', 'Success', 'FAILED', 'Cancelled']),
    }),
    failureReason: z.string().nullable(),
    read: z.int().describe('Records; read = written + rejected'),
    written: z.int(),
    rejected: z.int(),
    recordsPerSecond: z.number().nullable(),
    secondsLeft: z.number().nullable(),
    hasFiles: z.boolean(),
    createdBy: z.string(),
    createdAt: moment,
    startedAt: moment.nullable(),
    completedAt: moment.nullable(),
  })
  .meta({ id: 'PolicyRun' })

export type PolicyRun = z.infer<typeof policyRun>

export const policyLogLine = z
  .object({
    record: z.int().describe('Counted from 1'),
    line: z.int().describe('Where it begins in the extract; of a file without lines, the record'),
    key: z.string(),
    status: z.enum(['written', 'rejected']),
    message: z.string(),
  })
  .meta({ id: 'PolicyLogLine' })

export type PolicyLogLine = z.infer<typeof policyLogLine>

/** The request of a log page; the response repeats it, so that responses to older requests are dropped. */
export const logRequest = z
  .strictObject({
    run: z.uuid(),
    page: z.int().min(1).default(1),
    pageSize: z.int().min(1).max(500).default(50),
    status: z.enum(['written', 'rejected']).nullable().default(null),
    search: z.string().max(200).default(''),
  })
  .meta({ id: 'PolicyLogRequest' })

export type LogRequest = z.infer<typeof logRequest>
