import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { versionParams } from './engine-address.ts'
import { iteration } from './iteration.ts'

export const iterateVersion = defineCall({
  id: 'engines.iterateVersion',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/iteration/{engine}/{version}',
  summary:
    "Make a new draft of a version's workbook that computes cells which need their own value with this iteration. Later " +
    'versions of the engine keep it until another one is given. Answers at once, as `startadd` does.',
  caller: 'user',
  keyScope: 'author',
  rule: { module: 'ProductEngine', rule: 'Add' },
  params: versionParams,
  body: json(
    z.strictObject({
      iteration: iteration.nullable().describe('Null leaves it to the file and its saved values again'),
    }),
  ),
  output: data(z.object({ jobId: z.uuid(), originalFileDocumentId: z.uuid(), versionId: z.uuid() })),
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND', 'RULE_VALIDATION_FAILED'],
})
