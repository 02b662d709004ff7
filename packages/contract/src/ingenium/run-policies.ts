import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { policyRun } from './policy-run.ts'
import { ordinalText } from '../ordinal.ts'

export const mostExtractBytes = 8 * 1024 * 1024 * 1024

export const runPolicies = defineCall({
  id: 'ingenium.runPolicies',
  method: 'POST',
  path: '/api/v1/ingenium/run',
  summary: 'Compute every record of a policy extract with an engine, in the background.',
  caller: 'user',
  flag: 'ShowIngeniumConfiguration',
  body: {
    kind: 'form',
    schema: z.strictObject({
      mappingId: z.uuid(),
      mappingNumber: ordinalText.optional().describe('The latest unless given'),
      version: z
        .string()
        .max(60)
        .optional()
        .describe('Id or revision of the version of the engine; the one in use unless given'),
    }),
    files: { file: { required: true, maxBytes: mostExtractBytes, description: 'A policy extract' } },
  },
  output: data(z.object({ taskQueueId: z.uuid(), run: policyRun })),
  errors: [
    'POLICY_MAPPING_NOT_FOUND',
    'ENGINE_NOT_FOUND',
    'ENGINE_VERSION_NOT_FOUND',
    'NO_ACTIVE_VERSION',
    'INVALID_POLICY_MAPPING',
  ],
})
