import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { mostUploadBytes, testBedName, testBedVersion } from './test-bed.ts'

/** A filled template, as every call takes it. */
export const templateFile = {
  required: true,
  maxBytes: mostUploadBytes,
  description: 'A filled template: .xlsx, .xls, .xlsb, .xlsm or .csv',
} as const

export const uploadTestBed = defineCall({
  id: 'testBeds.uploadTestBed',
  method: 'POST',
  path: '/api/v1/testbed/upload',
  summary: 'Upload a filled template as a new test bed of an engine, or as the next version of one.',
  caller: 'user',
  body: {
    kind: 'form',
    schema: z.strictObject({
      testbedId: z.uuid().optional().describe('The one that gets another version'),
      engineId: z.uuid().optional().describe('Of a new one'),
      name: testBedName.optional().describe('Of a new one; the name of the file unless given'),
      note: z.string().trim().max(500).default(''),
    }),
    files: { file: templateFile },
  },
  output: data(
    z.object({
      testbedId: z.uuid(),
      testbedVersionId: z.uuid(),
      noOfTest: z.int(),
      version: testBedVersion,
    }),
  ),
  errors: [
    'TESTBED_NOT_FOUND',
    'TESTBED_REQUIRED',
    'TESTBED_ALREADY_EXISTS',
    'ENGINE_NOT_FOUND',
    'NO_ACTIVE_VERSION',
    'INVALID_FILE_TYPE',
    'INVALID_TESTBED_CASES',
  ],
})
