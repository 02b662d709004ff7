import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { nameOrId } from '../execution/engine-address.ts'
import { testRun } from './test-run.ts'
import { templateFile } from './upload-test-bed.ts'

export const uploadRegression = defineCall({
  id: 'testBeds.uploadRegression',
  method: 'POST',
  path: '/api/v1/product/{product}/regression',
  summary: 'Upload a filled template and run it against the engines that it is for, in the background.',
  caller: 'user',
  rule: { module: 'ProductRegressionTest', rule: 'RegressionTest' },
  params: z.strictObject({ product: nameOrId }),
  body: {
    kind: 'form',
    schema: z.strictObject({
      engines: z
        .string()
        .max(4000)
        .optional()
        .describe('Names or ids of engines, with commas between; the name of the file unless given'),
    }),
    files: { file: templateFile },
  },
  output: data(z.object({ runs: z.array(z.object({ testbedQueueId: z.uuid(), testRun })) })),
  errors: [
    'PRODUCT_NOT_FOUND',
    'ENGINE_NOT_FOUND',
    'NO_ACTIVE_VERSION',
    'TESTBED_REQUIRED',
    'INVALID_FILE_TYPE',
    'INVALID_TESTBED_CASES',
  ],
})
