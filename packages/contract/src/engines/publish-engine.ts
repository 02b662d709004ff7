import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { engineVersion } from './engine.ts'
import { effectiveDate, engineParams, releaseNote } from './engine-address.ts'
import { acknowledgement } from './publish-checks.ts'
import { versionUpgrade } from './revision.ts'

export const publishEngine = defineCall({
  id: 'engines.publishEngine',
  method: 'PUT',
  path: '/api/v1/product/{product}/engines/publish/{engine}',
  summary:
    'Publish a draft: from then on it runs within its effective dates. Later versions need a release note, and failed checks a ' +
    'reason in `acknowledge`.',
  caller: 'user',
  keyScope: 'author',
  params: engineParams,
  body: json(
    z
      .strictObject({
        version: z.string().max(60).optional().describe('Id or revision; the newest draft unless given'),
        releaseNote: releaseNote.optional(),
        versionUpgrade: versionUpgrade.optional(),
        effectiveStartDate: effectiveDate.optional(),
        effectiveEndDate: effectiveDate.optional(),
        acknowledge: acknowledgement.optional().describe('Where checks fail; `publishchecks` lists them'),
      })
      .prefault({}),
  ),
  output: data(engineVersion),
  errors: [
    'ENGINE_NOT_FOUND',
    'ENGINE_VERSION_NOT_FOUND',
    'ENGINE_NOT_PROVEN',
    'PUBLISH_CHECKS_FAILED',
    'APPROVAL_REQUIRED',
    'STATUS_CHANGE_NOT_ALLOWED',
  ],
})
