import { z } from 'zod'
import { defineCall } from '../call.ts'
import { nameOrId } from './engine-address.ts'
import { tenantName, signedIn, executeCall } from './execute-answer.ts'

export const executeProxy = defineCall({
  id: 'execution.executeProxy',
  path: '/{tenant}/api/v3/proxy/{suffix}',
  summary: 'Calculate with the service that a proxy address stands for.',
  params: z.object({ tenant: tenantName, suffix: nameOrId }),
  ...signedIn,
  ...executeCall,
})
