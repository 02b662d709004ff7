import { z } from 'zod'
import { defineCall } from '../call.ts'
import { nameOrId } from './engine-address.ts'
import { tenantName, signedIn, executeCall } from './execute-answer.ts'

export const executeVersionById = defineCall({
  id: 'execution.executeVersionById',
  path: '/{tenant}/api/v3/version/{versionId}',
  summary: 'Calculate with one version of a service, by its id.',
  params: z.object({ tenant: tenantName, versionId: nameOrId }),
  ...signedIn,
  ...executeCall,
})
