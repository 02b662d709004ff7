import { defineCall } from '../call.ts'
import { batchCall } from './batch-request.ts'

export const executePublicBatch = defineCall({
  id: 'execution.executePublicBatch',
  path: '/{tenant}/api/v4/public/execute',
  summary: 'Calculate many records with a public service in one call, without credentials.',
  caller: 'anyone',
  ...batchCall,
})
