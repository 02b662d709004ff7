import { z } from 'zod'
import { defineCall } from '../call.ts'
import { tenantName, withoutCredentials, executeCall } from './execute-answer.ts'

export const executePublicNamed = defineCall({
  id: 'execution.executePublicNamed',
  path: '/{tenant}/api/v3/public/execute',
  summary: 'Calculate with the public service that request_meta names, without credentials.',
  params: z.object({ tenant: tenantName }),
  ...withoutCredentials,
  ...executeCall,
})
