import { z } from 'zod'
import { moment } from '../dates.ts'

/** What a run stands at. A checked one waits for its start. */
export const portfolioStatus = z
  .enum(['Checked', 'Pending', 'InProgress', 'Success', 'Fail', 'Cancelled'])
  .meta({ id: 'PortfolioStatus' })

export type PortfolioStatus = z.infer<typeof portfolioStatus>

/** How the columns of a portfolio fit an engine. */
export const portfolioColumns = z
  .object({
    columns: z
      .array(
        z.object({
          name: z.string(),
          input: z.string().nullable().describe('The input that it gives; null if it is only copied into the results'),
          example: z.string().nullable().describe('Its value in the first record'),
        }),
      )
      .describe('The columns of the file, in its order'),
    missing: z
      .array(z.object({ name: z.string(), default: z.unknown() }))
      .describe('Inputs without a column: every record is computed with the value saved in the workbook'),
  })
  .meta({ id: 'PortfolioColumns' })

export type PortfolioColumns = z.infer<typeof portfolioColumns>

export const portfolioError = z
  .object({
    row: z.int().describe('The row in the file; in Parquet, the record, counted from 1'),
    column: z.string().describe('The input or output; empty if the whole row is meant'),
    reason: z.string(),
  })
  .meta({ id: 'PortfolioError' })

export type PortfolioError = z.infer<typeof portfolioError>

/** The files that a run gives. */
export const portfolioFile = z.enum(['parquet', 'csv', 'errors'])

export type PortfolioFile = z.infer<typeof portfolioFile>

export const portfolioRun = z
  .object({
    id: z.uuid(),
    jobId: z.uuid().nullable().describe('Its background job, once it was started'),
    productId: z.uuid(),
    productName: z.string(),
    engineId: z.uuid(),
    serviceName: z.string(),
    versionId: z.uuid(),
    revision: z.string(),
    fileName: z.string(),
    fileSize: z.number(),
    keepInputs: z.boolean(),
    fit: portfolioColumns,
    status: portfolioStatus,
    progress: z.number().describe('Percent of the file'),
    failureReason: z.string().nullable(),
    records: z.int().describe('Records computed so far'),
    refused: z.int().describe('Records without results'),
    withErrors: z.int().describe('Records with results, some of which are errors'),
    firstErrors: z.array(portfolioError).describe('The first errors; the file of errors has all of them'),
    recordsPerSecond: z.number().nullable(),
    secondsLeft: z.number().nullable(),
    hasFiles: z.boolean().describe('The results can be downloaded'),
    expiresAt: moment.nullable().describe('Until when the results can be downloaded'),
    createdBy: z.string(),
    createdAt: moment,
    startedAt: moment.nullable(),
    completedAt: moment.nullable(),
  })
  .meta({ id: 'PortfolioRun' })

export type PortfolioRun = z.infer<typeof portfolioRun>

export const portfolioParams = z.strictObject({ run: z.uuid() })

/** Names of files that can be read as a portfolio end with one of these. */
export const portfolioExtensions = ['csv', 'ndjson', 'jsonl', 'xlsx', 'parquet'] as const

export const mostFirstErrors = 100

export const maxPortfolioBytes = 8 * 1024 * 1024 * 1024
