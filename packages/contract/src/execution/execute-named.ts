import { z } from 'zod'
import { defineCall } from '../call.ts'
import { tenantName, signedIn, executeCall } from './execute-answer.ts'

export const executeNamed = defineCall({
  id: 'execution.executeNamed',
  path: '/{tenant}/api/v3/execute',
  summary: 'Calculate with the service that request_meta names by service_uri, service_id or version_id.',
  params: z.object({ tenant: tenantName }),
  ...signedIn,
  ...executeCall,
})
