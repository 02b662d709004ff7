import {
  type DmlDialect,
  dmlTableCounts,
  describedTable,
  sqlTable,
  type SmartLevel,
  type SqlTable,
} from '@sheetwright/contract/dml/dml.ts'
import { z } from 'zod'

/** The request to the child process that reads the tables of a workbook for a database. */
export type DmlTask =
  | { readonly kind: 'describe'; readonly folder: string }
  | {
      readonly kind: 'preview' | 'generate'
      readonly folder: string
      readonly dialect: DmlDialect
      readonly level: SmartLevel
      /** If undefined, all tables as proposed. */
      readonly tables: readonly SqlTable[] | undefined
      readonly createTables: boolean
      /** The content of tables after the last successful run, by name; the rows are in the files. */
      readonly bases: readonly { readonly table: SqlTable; readonly file: string }[]
      /** First lines of every script and of the log. */
      readonly about: readonly string[]
    }

export const dmlFiles = { workbook: 'workbook', log: 'log.txt', manifest: 'manifest.json' } as const

const refused = z.object({
  kind: z.literal('refused'),
  code: z.enum(['CORRUPT_EXCEL_FILE_FOR_TYPE1', 'INVALID_INPUT']),
  message: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string(), allowed: z.string().optional() })),
})

/** The child's answer. It is validated, because the child worked on untrusted data. */
export const dmlAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('described'), tables: z.array(describedTable) }),
  z.object({
    kind: z.literal('previewed'),
    tables: z.array(z.object({ source: z.string(), name: z.string(), rowCount: z.int(), sql: z.string() })),
    problems: z.array(z.string()),
    warnings: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('generated'),
    /** False if the data has problems: then the child wrote a log but no scripts. */
    isComplete: z.boolean(),
    problems: z.array(z.string()),
    /** In the order of execution; the undo script is the last. */
    scripts: z.array(z.string()),
    tables: z.array(z.object({ ...dmlTableCounts.shape, plan: sqlTable, file: z.string() })),
  }),
  refused,
])

export type DmlAnswer = z.infer<typeof dmlAnswer>
export type DmlRefusal = z.infer<typeof refused>
