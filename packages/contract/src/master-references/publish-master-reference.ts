import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { effectiveDate, releaseNote } from '../engines/engine-address.ts'
import { dateRelation } from './date-relation.ts'
import { documentAddress, downStreamLink, masterReferenceVersion, versionAddress } from './master-reference.ts'

export const publishMasterReference = defineCall({
  id: 'masterReferences.publishMasterReference',
  method: 'POST',
  path: '/api/MasterReference/publish',
  summary:
    'Publish a version, or give a published one other effective dates. Engines whose copy differs from the version in effect ' +
    'are marked `referenceUpdateRequired`; nothing of them changes.',
  caller: 'user',
  body: json(
    z.strictObject({
      documentId: documentAddress,
      version: versionAddress.optional().describe('The newest draft unless given'),
      releaseNote: releaseNote.optional(),
      effectiveStartDate: effectiveDate.optional(),
      effectiveEndDate: effectiveDate.optional(),
    }),
  ),
  output: data(
    z.object({
      version: masterReferenceVersion,
      referenceUpdateRequired: z.int().describe('Engines whose copy differs from the version in effect'),
      dateWarnings: z
        .array(z.object({ engine: downStreamLink, relation: dateRelation }))
        .describe('Engines whose effective dates do not lie inside those of the master'),
    }),
  ),
  errors: ['MASTER_REFERENCE_NOT_FOUND', 'MASTER_REFERENCE_VERSION_NOT_FOUND'],
})
