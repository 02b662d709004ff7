import { z } from 'zod'
import { defineCall } from '../call.ts'
import { nameOrId } from './engine-address.ts'
import { tenantName, withoutCredentials, executeCall } from './execute-answer.ts'

export const executePublicService = defineCall({
  id: 'execution.executePublicService',
  path: '/{tenant}/api/v3/public/folders/{folder}/services/{service}/execute',
  summary: 'Calculate with a public service of a folder, without credentials.',
  params: z.object({ tenant: tenantName, folder: nameOrId, service: nameOrId }),
  ...withoutCredentials,
  ...executeCall,
})
