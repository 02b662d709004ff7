import { z } from 'zod'
import { defineCall, json, list } from '../call.ts'
import { testBedVersionParams, testCase } from './test-bed.ts'

export const listTestCases = defineCall({
  id: 'testBeds.listTestCases',
  method: 'POST',
  path: '/api/v1/testbed/items/{testbed}/{version}',
  summary: 'Read cases of a version of a test bed, a page at a time.',
  caller: 'user',
  params: testBedVersionParams,
  body: json(
    z
      .strictObject({
        page: z.int().min(1).default(1),
        pageSize: z.int().min(1).max(1000).default(10),
        search: z.string().max(200).default('').describe('A text that the case contains'),
      })
      .prefault({}),
  ),
  output: list(testCase),
  errors: ['TESTBED_NOT_FOUND', 'TESTBED_VERSION_NOT_FOUND'],
})
