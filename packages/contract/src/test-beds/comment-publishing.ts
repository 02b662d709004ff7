import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { versionParams } from '../engines/engine-address.ts'
import { publishRequest } from './publish-gate.ts'

export const commentPublishing = defineCall({
  id: 'testBeds.commentPublishing',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/publishrequest/{engine}/{version}/comment',
  summary: 'Write a comment to a request to publish.',
  caller: 'user',
  params: versionParams,
  body: json(z.strictObject({ comment: z.string().trim().min(1).max(4000) })),
  output: data(publishRequest),
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND', 'CONFLICT'],
})
