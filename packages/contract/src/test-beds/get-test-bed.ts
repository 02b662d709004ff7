import { data, defineCall } from '../call.ts'
import { testBed, testBedParams } from './test-bed.ts'

export const getTestBed = defineCall({
  id: 'testBeds.getTestBed',
  method: 'GET',
  path: '/api/v1/testbed/get/{testbed}',
  summary: 'Read a test bed.',
  caller: 'user',
  params: testBedParams,
  output: data(testBed),
  errors: ['TESTBED_NOT_FOUND'],
})
