import { defineCall, list } from '../call.ts'
import { testBedParams, testBedVersion } from './test-bed.ts'

export const getTestBedVersions = defineCall({
  id: 'testBeds.getTestBedVersions',
  method: 'GET',
  path: '/api/v1/testbed/versions/{testbed}',
  summary: 'List the versions of a test bed, the latest first.',
  caller: 'user',
  params: testBedParams,
  output: list(testBedVersion),
  errors: ['TESTBED_NOT_FOUND'],
})
