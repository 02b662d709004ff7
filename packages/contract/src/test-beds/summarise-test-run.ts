import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { runParams } from './get-test-run.ts'

const outputSummary = z
  .object({
    name: z.string(),
    isNumber: z.boolean(),
    differing: z.int(),
    numbers: z.int().describe('Cases that gave a number'),
    min: z.number().nullable(),
    max: z.number().nullable(),
    average: z.number().nullable(),
    histogram: z.array(z.object({ from: z.number(), to: z.number(), count: z.int() })),
  })
  .meta({ id: 'TestOutputSummary' })

export const summariseTestRun = defineCall({
  id: 'testBeds.summariseTestRun',
  method: 'GET',
  path: '/api/v1/testrun/summary/{run}',
  summary: 'Per output of a run: how many cases differ, smallest, largest, average and distribution of its numbers.',
  caller: 'user',
  params: runParams,
  output: data(z.object({ outputs: z.array(outputSummary) })),
  errors: ['TESTRUN_NOT_FOUND'],
})
