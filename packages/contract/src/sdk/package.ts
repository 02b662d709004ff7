import { z } from 'zod'
import { moment } from '../dates.ts'
import { jobStatus } from '../jobs/job.ts'

/** Package formats of an engine. */
export const packageKinds = [
  'jssheet',
  'typescript',
  'python',
  'sql-bigquery',
  'sql-snowflake',
  'sql-postgresql',
  'http-typescript',
  'http-python',
] as const

export const packageKind = z
  .enum(packageKinds)
  .describe(
    'jssheet: the compiled engine as one JavaScript module. typescript, python: packages that compute on their own. ' +
      'sql-bigquery, sql-snowflake, sql-postgresql: a function for the database (plv8 in PostgreSQL). ' +
      'http-typescript, http-python: clients that call the server',
  )
  .meta({ id: 'PackageKind' })

export type PackageKind = z.infer<typeof packageKind>

/** A package of an engine's version, finished or in progress. */
export const enginePackage = z
  .object({
    id: z.uuid(),
    kind: packageKind,
    engineId: z.uuid(),
    versionId: z.uuid(),
    revision: z.string(),
    jobId: z.uuid().nullable().describe('The job that makes it; null once jobs of that time are forgotten'),
    status: jobStatus,
    progress: z.number(),
    failureReason: z.string().nullable(),
    fileName: z.string().nullable(),
    fileSize: z.int().nullable(),
    downloadSDKUrl: z.string().nullable().describe('Where it is downloaded, once it is made'),
    createdBy: z.string(),
    createdAt: moment,
  })
  .meta({ id: 'EnginePackage' })

export type EnginePackage = z.infer<typeof enginePackage>
