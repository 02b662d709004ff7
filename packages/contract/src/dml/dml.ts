import { z } from 'zod'
import { moment } from '../dates.ts'

/** How often an open page polls the progress of a run. */
export const dmlPollMillis = 3_000

export const dmlDialect = z.enum(['postgres', 'mssql', 'oracle', 'mysql']).meta({ id: 'DmlDialect' })

export type DmlDialect = z.infer<typeof dmlDialect>

/** Replaces the product if the tables come from a master reference document. */
export const masterReferencePlace = 'master-reference'

export const dmlProduct = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .describe(`Id or name of the product, or "${masterReferencePlace}" for a master reference document`)

export const dmlEngine = z.string().trim().min(1).max(120).describe('Id or name of the engine or of the document')

export const dmlVersion = z.string().trim().min(1).max(60).describe('Id or revision of a version')

/** 0: plain inserts; 1: upserts by key; 2: only changes since the last successful run, including deletions. */
export const smartLevel = z.union([z.literal(0), z.literal(1), z.literal(2)])

export type SmartLevel = z.infer<typeof smartLevel>

export const sqlColumnTypes = ['text', 'integer', 'decimal', 'float', 'boolean', 'date', 'datetime', 'time'] as const

export const sqlColumnType = z.enum(sqlColumnTypes).meta({ id: 'SqlColumnType' })

export type SqlColumnType = z.infer<typeof sqlColumnType>

/** The longest identifier that all these databases accept. */
export const longestName = 128

const sqlName = z.string().trim().min(1).max(longestName)

export const sqlColumn = z
  .strictObject({
    heading: z.string().max(32_767).describe('The heading in the workbook'),
    name: sqlName.describe('The name in the database'),
    type: sqlColumnType,
    length: z.int().min(1).max(1_000_000_000).nullable().describe('Of a text; null for as long as the database takes'),
    precision: z.int().min(1).max(38).nullable().describe('Digits of a decimal'),
    scale: z.int().min(0).max(38).nullable().describe('Digits of a decimal behind the point'),
    nullable: z.boolean(),
  })
  .refine(({ type, precision, scale }) => type !== 'decimal' || (precision ?? 0) >= (scale ?? 0), {
    path: ['scale'],
    message: 'must not be larger than the precision',
  })
  .meta({ id: 'SqlColumn' })

export type SqlColumn = z.infer<typeof sqlColumn>

/** How one table of the workbook is written. */
export const sqlTable = z
  .strictObject({
    source: z.string().min(1).max(300).describe('Name of the table in the workbook; Xref_ before that of a reference'),
    name: sqlName,
    columns: z.array(sqlColumn).min(1).max(1_000),
    key: z.array(sqlName).max(16).describe('Names of the columns that tell rows apart'),
  })
  .meta({ id: 'SqlTable' })

export type SqlTable = z.infer<typeof sqlTable>

export const dmlOptions = z
  .strictObject({
    version: dmlVersion.optional().describe('The one in use unless given'),
    tables: z.array(sqlTable).min(1).max(500).optional().describe('All tables as they are proposed unless given'),
    createTables: z.boolean().default(false).describe('Write CREATE TABLE too'),
  })
  .check(({ value, issues }) => {
    const refuse = (path: (string | number)[], message: string) =>
      issues.push({ code: 'custom', input: value, path, message })
    const tableNames = new Set<string>()
    for (const [index, table] of (value.tables ?? []).entries()) {
      if (tableNames.has(table.name.toLowerCase()))
        refuse(['tables', index, 'name'], 'is the name of another table too')
      tableNames.add(table.name.toLowerCase())
      const names = new Set<string>()
      for (const [place, { name }] of table.columns.entries()) {
        if (names.has(name.toLowerCase())) {
          refuse(['tables', index, 'columns', place, 'name'], 'is the name of another column too')
        }
        names.add(name.toLowerCase())
      }
      for (const [place, name] of table.key.entries()) {
        const column = table.columns.find((one) => one.name === name)
        const path = ['tables', index, 'key', place]
        if (column === undefined) refuse(path, 'is no column of the table')
        else if (column.nullable) refuse(path, 'is a column that may be empty')
        else if (column.type === 'text' && (column.length === null || column.length > longestKeyText)) {
          refuse(path, `is a text that may be longer than ${longestKeyText} characters`)
        }
      }
    }
  })

/** Databases do not index longer texts. */
export const longestKeyText = 400

export type DmlOptions = z.infer<typeof dmlOptions>

/** A table of a workbook with its proposed settings. */
export const describedTable = z
  .object({
    ...sqlTable.shape,
    kind: z.enum(['reference', 'table']).describe('Declared as Xref_, or an Excel table'),
    cell: z.string().describe('Where it lies, as Sheet1!A1:C11'),
    rowCount: z.int(),
    hasKey: z.boolean().describe('False where no columns tell all rows apart'),
  })
  .meta({ id: 'DescribedTable' })

export type DescribedTable = z.infer<typeof describedTable>

export const dmlTableCounts = z
  .object({
    source: z.string(),
    name: z.string(),
    rows: z.int().describe('In the workbook'),
    inserted: z.int(),
    upserted: z.int(),
    deleted: z.int(),
    unchanged: z.int(),
  })
  .meta({ id: 'DmlTableCounts' })

export type DmlTableCounts = z.infer<typeof dmlTableCounts>

export const dmlRun = z
  .object({
    id: z.uuid(),
    queueId: z.uuid().describe('The job'),
    source: z.object({
      kind: z.enum(['engine', 'masterReference']),
      id: z.uuid(),
      name: z.string(),
      productId: z.uuid().nullable(),
      productName: z.string().nullable(),
      revision: z.string(),
    }),
    dialect: dmlDialect,
    smartLevel,
    createTables: z.boolean(),
    status: z.enum(['Pending', 'InProgress', 'Success', 'Fail', 'Cancelled']),
    progress: z.number(),
    failureReason: z.string().nullable(),
    comparedWith: z.uuid().nullable().describe('The run that level 2 compared with'),
    tables: z.array(dmlTableCounts),
    downloadFileName: z.string().nullable(),
    logFileName: z.string().nullable(),
    createdAt: moment,
    completedAt: moment.nullable(),
    createdBy: z.string(),
  })
  .meta({ id: 'DmlRun' })

export type DmlRun = z.infer<typeof dmlRun>
