import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { testBed, testBedName } from './test-bed.ts'
import { tolerances } from './test-run.ts'

export const saveTestBed = defineCall({
  id: 'testBeds.saveTestBed',
  method: 'POST',
  path: '/api/v1/testbed/save',
  summary: 'Make an empty test bed of an engine, or change name, description and tolerances of one.',
  caller: 'user',
  body: json(
    z.strictObject({
      testbedId: z.uuid().optional().describe('The one to change'),
      engineId: z.uuid().optional().describe('Of a new one'),
      name: testBedName,
      description: z.string().trim().max(2000).default(''),
      tolerances: tolerances.default({}),
    }),
  ),
  output: data(testBed),
  errors: ['TESTBED_NOT_FOUND', 'TESTBED_REQUIRED', 'TESTBED_ALREADY_EXISTS', 'ENGINE_NOT_FOUND'],
})
