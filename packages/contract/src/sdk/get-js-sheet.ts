import { z } from 'zod'
import { defineCall, json } from '../call.ts'
import { engineParams } from '../engines/engine-address.ts'

export const getJsSheet = defineCall({
  id: 'sdk.getJsSheet',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/getjssheetengine/{engine}',
  summary: 'Download the JS sheet that was made of a version last: one ECMAScript module without imports.',
  caller: 'user',
  keyScope: 'author',
  flag: 'ShowSDKGenerator',
  params: engineParams,
  body: json(
    z
      .strictObject({
        version: z.string().min(1).max(60).optional().describe('Id or revision; by default the one that runs'),
      })
      .default({}),
  ),
  output: { kind: 'file', contentType: 'text/javascript' },
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND', 'FILE_NOT_FOUND'],
})
