import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { testBedParams } from './test-bed.ts'

const count = z.object({ total: z.int(), covered: z.int() })

const coverage = z
  .object({
    versionId: z.uuid().describe('The version of the engine that was looked at'),
    revision: z.string(),
    noOfTest: z.int(),
    looked: z.int().describe('Cases that were looked at: evenly spread where there are many'),
    refused: z.int().describe('Of those, cases that the engine did not take'),
    formulas: count.describe('Formula cells that outputs depend on, and those that were computed'),
    branches: count.describe('Parts of IF, IFS, CHOOSE and SWITCH, counted once for cells with the same formula'),
    rows: count.describe('Rows of tables that lookups search'),
    cells: z.array(z.object({ range: z.string(), state: z.enum(['covered', 'partly', 'uncovered']) })),
    decisions: z
      .array(
        z.object({
          cell: z.string(),
          cells: z.int().describe('Cells with the same formula'),
          formula: z.string(),
          function: z.string(),
          condition: z.string(),
          outcomes: z.array(z.object({ text: z.string(), isCovered: z.boolean() })),
        }),
      )
      .describe('Decisions of which a part was never computed; the first 200'),
    tables: z.array(
      z.object({
        range: z.string(),
        function: z.string(),
        rows: z.int(),
        covered: z.int(),
        missing: z.array(z.string()).describe('The first 20 rows that no case hit'),
      }),
    ),
    proposals: z
      .array(z.object({ inputs: z.record(z.string(), z.unknown()), covers: z.array(z.string()) }))
      .describe('Cases that exercise more'),
  })
  .meta({ id: 'TestCoverage' })

export type Coverage = z.infer<typeof coverage>

export const getCoverage = defineCall({
  id: 'testBeds.getCoverage',
  method: 'GET',
  path: '/api/v1/testbed/coverage/{testbed}',
  summary:
    'Which formula cells, branches and rows of tables the latest cases of a test bed exercise, and cases to add.',
  caller: 'user',
  params: testBedParams,
  query: z.strictObject({
    version: z.string().max(60).optional().describe('Version of the engine, by id or revision; else the one in use'),
  }),
  output: data(coverage),
  errors: [
    'TESTBED_NOT_FOUND',
    'TESTBED_VERSION_NOT_FOUND',
    'ENGINE_NOT_FOUND',
    'ENGINE_VERSION_NOT_FOUND',
    'NO_ACTIVE_VERSION',
    'CALCULATION_LIMIT_EXCEEDED',
    'SERVICE_UNAVAILABLE',
  ],
})
