import { z } from 'zod'
import { data, defineCall, json, withInputs } from '../call.ts'
import { lookedAtRun, versionWorkbook } from './version-workbook.ts'

const cellValue = z.union([z.number(), z.string(), z.boolean(), z.null()])

const explainedCell = z.object({
  cell: z.string().describe('As Sheet1!B2'),
  label: z.string().optional().describe('The text beside it that names it'),
  value: cellValue,
  text: z.string().describe('As the cell shows it'),
  formula: z.string().optional().describe('Missing for a constant'),
  comment: z.string().optional().describe('What somebody noted on it'),
})

/** The explanation of one cell's value: one level; the next is requested by its cell. */
export const explainedStep = explainedCell
  .extend({
    precedents: z
      .array(
        z.discriminatedUnion('kind', [
          explainedCell.extend({ kind: z.literal('cell') }),
          z.object({ kind: z.literal('range'), range: z.string(), cells: z.int() }),
        ]),
      )
      .describe('The cells and ranges that were read'),
    notRead: z.array(z.string()).describe('Named by the formula, but not read in this run'),
    branches: z.array(
      z.object({
        function: z.string(),
        condition: z.string(),
        value: cellValue,
        taken: z.string().optional().describe('The part that was computed'),
      }),
    ),
    lookups: z.array(
      z.object({
        function: z.string(),
        looked: cellValue.describe('What was looked for'),
        range: z.string(),
        hit: z.string().optional().describe('The row or column that was found'),
        cells: z.array(explainedCell).describe('The first cells of that row or column'),
      }),
    ),
    dependents: z
      .object({ cells: z.array(explainedCell), total: z.int() })
      .describe('Cells whose formulas name it; the first 50'),
  })
  .meta({ id: 'ExplainedStep' })

export type ExplainedStep = z.infer<typeof explainedStep>

export const explainCell = defineCall({
  ...versionWorkbook,
  id: 'lookInside.explainCell',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/explain/{engine}/{version}',
  summary:
    'Explain how a cell got its value, with the inputs of a call or the defaults: formula, what it read, the branch taken and ' +
    'the row a lookup hit.',
  body: json(
    z.strictObject({
      cell: z.string().min(3).max(300).describe('As Sheet1!B2'),
      run: lookedAtRun.optional().describe('The defaults unless given'),
    }),
    withInputs,
  ),
  output: data(explainedStep),
})
