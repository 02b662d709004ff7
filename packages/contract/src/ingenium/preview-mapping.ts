import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { jsonText } from '../engines/engine-upload.ts'
import { policyMapping } from './mapping.ts'

/** The part of an extract that a preview reads. */
export const previewBytes = 1024 * 1024
export const previewRecords = 10

export const previewMapping = defineCall({
  id: 'ingenium.previewMapping',
  method: 'POST',
  path: '/api/v1/ingenium/preview',
  summary: 'Run the first records of an extract through a mapping and its engine, and show every step.',
  caller: 'user',
  flag: 'ShowIngeniumConfiguration',
  body: {
    kind: 'form',
    schema: z.strictObject({ engineId: z.uuid(), mapping: jsonText.pipe(policyMapping).describe('JSON') }),
    files: { file: { required: true, maxBytes: previewBytes, description: 'The beginning of a policy extract' } },
  },
  output: data(
    z.object({
      records: z.array(
        z.object({
          record: z.int(),
          line: z.int(),
          fields: z.record(z.string(), z.string()),
          inputs: z.record(z.string(), z.unknown()),
          outputs: z.record(z.string(), z.unknown()).nullable(),
          result: z.record(z.string(), z.string()).nullable(),
          rejected: z.string().nullable().describe('Why the record would be rejected'),
        }),
      ),
      problem: z.string().nullable().describe('Why no further record can be read'),
    }),
  ),
  errors: ['ENGINE_NOT_FOUND', 'NO_ACTIVE_VERSION', 'INVALID_POLICY_MAPPING'],
})
