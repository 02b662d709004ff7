import { z } from 'zod'
import { versionParams } from '../engines/engine-address.ts'
import { data, defineCall } from '../call.ts'
import { versionWorkbook } from './version-workbook.ts'

const cellValue = z.union([z.number(), z.string(), z.boolean(), z.null()])

const changedSide = z.object({ cell: z.string(), formula: z.string().optional(), value: cellValue })

const cellChange = z
  .object({
    kind: z.enum(['formula', 'constant', 'formulaToConstant', 'constantToFormula', 'added', 'removed']),
    sheet: z.string(),
    range: z.string().describe('In the later version; of removed cells, in the earlier one'),
    cells: z.int(),
    before: changedSide.optional().describe('The first of the cells, as it was'),
    after: changedSide.optional(),
    values: z
      .array(z.object({ cell: z.string(), before: cellValue, after: cellValue }))
      .optional()
      .describe('Of changed constants, one by one; the first 50'),
  })
  .meta({ id: 'CellChange' })

export type CellChange = z.infer<typeof cellChange>

const portChange = z
  .object({
    kind: z.enum(['input', 'output']),
    name: z.string(),
    change: z.enum(['added', 'removed', 'changed']),
    fields: z.array(
      z.object({
        field: z.enum(['shape', 'type', 'default', 'cell', 'description', 'columns', 'rows', 'validation']),
        before: z.string(),
        after: z.string(),
      }),
    ),
  })
  .meta({ id: 'PortChange' })

export type PortChange = z.infer<typeof portChange>

const outputChange = z
  .object({
    name: z.string(),
    before: cellValue.optional(),
    after: cellValue.optional(),
    afterOnEarlierDefaults: cellValue
      .optional()
      .describe('What the later version gives for the defaults of the earlier one'),
    isTable: z.boolean(),
    changedCells: z.int().describe('Of a table'),
    isChanged: z.boolean(),
  })
  .meta({ id: 'OutputChange' })

export type OutputChange = z.infer<typeof outputChange>

/** Parts of an interface beside inputs and outputs. */
const furtherPart = z.enum(['metadata', 'validations', 'solves', 'reports', 'images', 'references', 'properties'])

/** The changes between two versions. Adjacent cells that changed in the same way are one change. */
export const versionDiff = z
  .object({
    before: z.object({ id: z.uuid(), revision: z.string() }),
    after: z.object({ id: z.uuid(), revision: z.string() }),
    interface: z.array(portChange),
    outputs: z.array(outputChange).describe('On the defaults'),
    failures: z
      .array(z.object({ version: z.enum(['before', 'after']), message: z.string() }))
      .describe('Why a version, or an output of it, could not be computed'),
    sheets: z.array(
      z.object({
        name: z.string(),
        change: z.enum(['added', 'removed', 'changed']),
        rowsInserted: z.int(),
        rowsRemoved: z.int(),
        columnsInserted: z.int(),
        columnsRemoved: z.int(),
      }),
    ),
    changes: z.array(cellChange),
    omitted: z.int().describe('Groups beyond those listed'),
    changedCells: z.int(),
    names: z.array(z.object({ name: z.string(), before: z.string().optional(), after: z.string().optional() })),
    tables: z.array(
      z.object({
        name: z.string(),
        change: z.enum(['added', 'removed', 'changed']),
        before: z.string().optional(),
        after: z.string().optional(),
        rows: z.object({ before: z.int(), after: z.int() }),
        columnsAdded: z.array(z.string()),
        columnsRemoved: z.array(z.string()),
      }),
    ),
    furtherParts: z.array(furtherPart).describe('Other parts of the interface that differ'),
    isSameFile: z
      .boolean()
      .describe('False: the workbooks may also differ in what is not compared, such as formats and pictures'),
  })
  .meta({ id: 'VersionDiff' })

export const furtherParts = furtherPart.options

export type VersionDiff = z.infer<typeof versionDiff>

export const diffVersions = defineCall({
  ...versionWorkbook,
  id: 'lookInside.diffVersions',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/diff/{engine}/{version}/{against}',
  summary:
    'Compare a version with an earlier one: interface, outputs on the defaults, formulas, constants and tables. A column that ' +
    'changed is one change.',
  params: versionParams.extend({
    against: z.string().min(1).max(60).describe('Id or revision of the earlier version'),
  }),
  output: data(versionDiff),
})
