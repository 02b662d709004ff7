import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { nameOrId } from '../engine-address.ts'
import { transformExecution } from './transform-execution.ts'

export const executeOwnTransform = defineCall({
  ...transformExecution,
  id: 'execution.executeOwnTransform',
  path: '/{tenant}/api/v4/transforms/{name}/for/folders/{folder}/services/{service}',
  summary: 'Calculate with a service through a transform of its own folder.',
  params: z.object({ tenant: z.string().min(1).max(63), name: nameOrId, folder: nameOrId, service: nameOrId }),
})
