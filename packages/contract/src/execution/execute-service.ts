import { z } from 'zod'
import { defineCall } from '../call.ts'
import { nameOrId } from './engine-address.ts'
import { tenantName, signedIn, executeCall } from './execute-answer.ts'

export const executeService = defineCall({
  id: 'execution.executeService',
  path: '/{tenant}/api/v3/folders/{folder}/services/{service}/execute',
  summary: 'Calculate with a service of a folder.',
  params: z.object({ tenant: tenantName, folder: nameOrId, service: nameOrId }),
  ...signedIn,
  ...executeCall,
})
