import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { comparisonParams } from './test-comparison.ts'
import { ordinal } from '../ordinal.ts'

const cellValue = z.union([z.number(), z.string(), z.boolean(), z.null()])

const side = z.object({ value: cellValue, formula: z.string().nullable().describe('Null for a constant') }).nullable()

export const explainComparedCase = defineCall({
  id: 'testBeds.explainComparedCase',
  method: 'POST',
  path: '/api/v1/testrun/explain/{comparison}',
  summary: 'Say why a case differs: the first cells in the calculation that differ between the two versions.',
  caller: 'user',
  params: comparisonParams,
  body: json(z.strictObject({ number: ordinal })),
  output: data(
    z.object({
      differing: z.int().describe('Cells that differ in all'),
      first: z
        .array(z.object({ cell: z.string(), source: side, target: side }))
        .describe('Cells that differ although everything they read is the same'),
    }),
  ),
  errors: ['TESTCOMPARISON_NOT_FOUND', 'CONFLICT'],
})
