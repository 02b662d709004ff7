import { z } from 'zod'
import { revision } from '../engines/revision.ts'
import { documentAddress, rangeName, referenceColumn, referenceRowsPageSize } from './master-reference.ts'

export const rowValue = z.union([z.number(), z.string(), z.boolean(), z.null()])

export type RowValue = z.infer<typeof rowValue>

export const filterOperators = [
  'equals',
  'notEquals',
  'contains',
  'startsWith',
  'less',
  'lessOrEqual',
  'greater',
  'greaterOrEqual',
  'blank',
  'notBlank',
] as const

export type FilterOperator = (typeof filterOperators)[number]

const rowFilter = z
  .strictObject({
    column: z.string().min(1).max(255),
    operator: z.enum(filterOperators).default('equals'),
    value: rowValue.optional(),
  })
  .meta({ id: 'RowFilter' })

export type RowFilter = z.infer<typeof rowFilter>

/** The requested rows of a range. */
export const rowsRequest = z.strictObject({
  documentId: documentAddress,
  range: rangeName,
  page: z.int().min(1).default(1),
  pageSize: z.int().min(1).max(1000).default(referenceRowsPageSize),
  sort: z
    .union([z.string().max(255), z.array(z.string().max(255)).max(5)])
    .optional()
    .describe('Headings, with - before one for descending; the order of the workbook unless given'),
  filter: z.array(rowFilter).max(20).default([]).describe('Every filter has to match'),
})

export type RowsRequest = z.infer<typeof rowsRequest>

export const referenceRows = z
  .object({
    documentId: z.uuid(),
    versionId: z.uuid(),
    revision,
    range: z.string(),
    columns: z.array(referenceColumn),
    rows: z.array(z.record(z.string(), rowValue)).describe('By heading; dates as YYYY-MM-DD, times as hh:mm:ss'),
    rowNumbers: z.array(z.int()).describe('Of the rows, from 1 below the headings'),
    count: z.int().describe('Of the rows that match'),
    page: z.int(),
    pageSize: z.int(),
  })
  .meta({ id: 'ReferenceRows' })

export type ReferenceRows = z.infer<typeof referenceRows>
