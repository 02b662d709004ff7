import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { releaseNote, versionParams } from '../engines/engine-address.ts'
import { syncEngine } from './sync-report.ts'

export const syncData = defineCall({
  id: 'masterReferences.syncData',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/syncdata/{engine}/{version}',
  summary:
    'Bring one engine up to date: a patch version of the given version with all its tables replaced by those in effect. ' +
    'Answers when it is built and proved.',
  caller: 'user',
  params: versionParams,
  body: json(z.strictObject({ publish: z.boolean().default(false), releaseNote: releaseNote.optional() }).prefault({})),
  output: data(syncEngine),
  errors: ['PRODUCT_NOT_FOUND', 'ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND', 'CONFLICT'],
})
