import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { versionParams } from '../engines/engine-address.ts'
import { publishRequest } from './publish-gate.ts'

export const decidePublishing = defineCall({
  id: 'testBeds.decidePublishing',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/publishrequest/{engine}/{version}/decide',
  summary: 'Approve or reject a request to publish; nobody decides their own.',
  caller: 'user',
  params: versionParams,
  body: json(z.strictObject({ approve: z.boolean(), comment: z.string().trim().max(4000).default('') })),
  output: data(publishRequest),
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND', 'PERMISSION_DENIED', 'CONFLICT'],
})
