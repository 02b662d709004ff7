import { z } from 'zod'
import { defineCall } from '../call.ts'
import { nameOrId } from './engine-address.ts'
import { tenantName, withoutCredentials, executeCall } from './execute-answer.ts'

export const executePublicProxy = defineCall({
  id: 'execution.executePublicProxy',
  path: '/{tenant}/api/v3/public/proxy/{suffix}',
  summary: 'Calculate with the public service that a proxy address stands for, without credentials.',
  params: z.object({ tenant: tenantName, suffix: nameOrId }),
  ...withoutCredentials,
  ...executeCall,
})
