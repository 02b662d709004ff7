import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { policyMapping } from './mapping.ts'

/** Large enough for a mapping of thousands of rules. */
export const mappingSheetBytes = 5 * 1024 * 1024

export const readMappingSheet = defineCall({
  id: 'ingenium.readMappingSheet',
  method: 'POST',
  path: '/api/v1/ingenium/mapping/sheet',
  summary:
    'Read a mapping from a workbook, as one is downloaded. Nothing is saved; what is wrong is named by sheet and row.',
  caller: 'user',
  flag: 'ShowIngeniumConfiguration',
  body: {
    kind: 'form',
    schema: z.strictObject({}),
    files: {
      file: { required: true, maxBytes: mappingSheetBytes, description: 'An .xlsx with the sheets of a mapping' },
    },
  },
  output: data(z.object({ mapping: policyMapping })),
  errors: ['INVALID_POLICY_MAPPING'],
})
