import { z } from 'zod'
import { defineCall } from '../call.ts'
import { nameOrId } from './engine-address.ts'
import { tenantName, withoutCredentials, executeCall } from './execute-answer.ts'

export const executePublicServiceById = defineCall({
  id: 'execution.executePublicServiceById',
  path: '/{tenant}/api/v3/public/service/{serviceId}',
  summary: 'Calculate with a public service, by its id, without credentials.',
  params: z.object({ tenant: tenantName, serviceId: nameOrId }),
  ...withoutCredentials,
  ...executeCall,
})
