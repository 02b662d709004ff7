import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { versionParams } from '../engines/engine-address.ts'
import { publishRequest } from './publish-gate.ts'

export const requestPublishing = defineCall({
  id: 'testBeds.requestPublishing',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/publishrequest/{engine}/{version}',
  summary: 'Ask another person to approve publishing a version.',
  caller: 'user',
  params: versionParams,
  body: json(z.strictObject({ note: z.string().trim().min(1).max(4000) })),
  output: data(publishRequest),
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND', 'STATUS_CHANGE_NOT_ALLOWED', 'CONFLICT'],
})
