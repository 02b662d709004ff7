import { z } from 'zod'
import { defineCall } from '../call.ts'
import { nameOrId } from './engine-address.ts'
import { validateService } from './validate-service.ts'

export const validateVersion = defineCall({
  ...validateService,
  id: 'execution.validateVersion',
  path: '/{tenant}/api/v3/version/{versionId}/validation',
  summary: 'What each input of one version of a service may hold, once the given inputs are in place.',
  params: z.object({ tenant: z.string().min(1).max(63), versionId: nameOrId }),
})
