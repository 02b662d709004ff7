import { z } from 'zod'
import { defineCall } from '../call.ts'
import { nameOrId } from './engine-address.ts'
import { tenantName, withoutCredentials, executeCall } from './execute-answer.ts'

export const executePublicVersionById = defineCall({
  id: 'execution.executePublicVersionById',
  path: '/{tenant}/api/v3/public/version/{versionId}',
  summary: 'Calculate with one version of a public service, by its id, without credentials.',
  params: z.object({ tenant: tenantName, versionId: nameOrId }),
  ...withoutCredentials,
  ...executeCall,
})
