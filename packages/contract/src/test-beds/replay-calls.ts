import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { day } from '../dates.ts'
import { testBedName } from './test-bed.ts'
import { testRun } from './test-run.ts'

export const replayCalls = defineCall({
  id: 'testBeds.replayCalls',
  method: 'POST',
  path: '/api/v1/testbedqueue/replay',
  summary: 'Run the calls of some time again on a version: what would those callers have got.',
  caller: 'user',
  body: json(
    z.strictObject({
      engineId: z.uuid(),
      version: z
        .string()
        .max(60)
        .optional()
        .describe('Id or revision of the candidate; the version in use unless given'),
      name: testBedName.optional(),
      from: day.optional(),
      to: day.optional(),
      search: z.string().max(200).optional(),
      errorsOnly: z.boolean().default(false),
      most: z.int().min(1).max(100_000).default(10_000),
      sample: z.number().min(0).max(1).default(1).describe('The share of the calls that is taken'),
    }),
  ),
  output: data(z.object({ testbedQueueId: z.uuid(), testRun })),
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND', 'NO_ACTIVE_VERSION', 'TESTBED_REQUIRED', 'CALL_NOT_FOUND'],
})
