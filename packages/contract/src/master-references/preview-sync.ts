import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { documentAddress, versionAddress } from './master-reference.ts'
import { tableEffect, testBedEffect } from './sync-report.ts'

export const previewSync = defineCall({
  id: 'masterReferences.previewSync',
  method: 'POST',
  path: '/api/MasterReference/PreviewSync',
  summary:
    'What the tables of a master would change in one engine: cells, and the outputs on the defaults and on its test beds. Nothing is made.',
  caller: 'user',
  body: json(
    z.strictObject({
      documentId: documentAddress,
      version: versionAddress.optional().describe('The version in effect unless given; drafts can be tried too'),
      engineId: z.uuid(),
    }),
  ),
  output: data(
    tableEffect.extend({ testBeds: z.array(testBedEffect).describe('Of the engine, as far as there is time') }),
  ),
  errors: [
    'MASTER_REFERENCE_NOT_FOUND',
    'MASTER_REFERENCE_VERSION_NOT_FOUND',
    'ENGINE_NOT_FOUND',
    'REFERENCE_RANGE_ERROR',
    'ENGINE_BUILD_LIMIT_EXCEEDED',
  ],
})
