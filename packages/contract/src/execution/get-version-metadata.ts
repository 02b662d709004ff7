import { z } from 'zod'
import { defineCall } from '../call.ts'
import { nameOrId } from './engine-address.ts'
import { getServiceMetadata } from './get-service-metadata.ts'

export const getVersionMetadata = defineCall({
  ...getServiceMetadata,
  id: 'execution.getVersionMetadata',
  path: '/{tenant}/api/v3/version/{versionId}/metadata',
  summary: 'The static metadata of one version of a service, served without calculating.',
  params: z.object({ tenant: z.string().min(1).max(63), versionId: nameOrId }),
})
