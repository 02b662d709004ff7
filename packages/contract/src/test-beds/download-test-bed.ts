import { defineCall } from '../call.ts'
import { testBedVersionParams } from './test-bed.ts'

export const downloadTestBed = defineCall({
  id: 'testBeds.downloadTestBed',
  method: 'GET',
  path: '/api/v1/testbed/download/{testbed}/{version}',
  summary: 'Download the cases of a version as a workbook that can be uploaded again.',
  caller: 'user',
  params: testBedVersionParams,
  output: { kind: 'file', contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  errors: ['TESTBED_NOT_FOUND', 'TESTBED_VERSION_NOT_FOUND'],
})
