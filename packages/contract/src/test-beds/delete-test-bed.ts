import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { testBedParams } from './test-bed.ts'

export const deleteTestBed = defineCall({
  id: 'testBeds.deleteTestBed',
  method: 'DELETE',
  path: '/api/v1/testbed/delete/{testbed}',
  summary: 'Delete a test bed with its versions and runs.',
  caller: 'user',
  params: testBedParams,
  output: data(z.null()),
  errors: ['TESTBED_NOT_FOUND', 'TESTBED_REQUIRED', 'CONFLICT'],
})
