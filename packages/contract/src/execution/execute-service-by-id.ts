import { z } from 'zod'
import { defineCall } from '../call.ts'
import { nameOrId } from './engine-address.ts'
import { tenantName, signedIn, executeCall } from './execute-answer.ts'

export const executeServiceById = defineCall({
  id: 'execution.executeServiceById',
  path: '/{tenant}/api/v3/service/{serviceId}',
  summary: 'Calculate with a service, by its id.',
  params: z.object({ tenant: tenantName, serviceId: nameOrId }),
  ...signedIn,
  ...executeCall,
})
