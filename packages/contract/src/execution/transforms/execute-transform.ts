import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { nameOrId } from '../engine-address.ts'
import { transformExecution } from './transform-execution.ts'

export const executeTransform = defineCall({
  ...transformExecution,
  id: 'execution.executeTransform',
  path: '/{tenant}/api/v4/transforms/{transformFolder}/{name}/for/{folder}/{service}',
  summary:
    'Calculate with a service through a transform of any folder: the body and the answer are as the transform maps them.',
  params: z.object({
    tenant: z.string().min(1).max(63),
    transformFolder: nameOrId,
    name: nameOrId,
    folder: nameOrId,
    service: nameOrId,
  }),
})
