import { defineCall } from '../call.ts'
import { batchCall } from './batch-request.ts'

export const executeBatch = defineCall({
  id: 'execution.executeBatch',
  path: '/{tenant}/api/v4/execute',
  summary: 'Calculate many records in one call. The lists of the answer are parallel to the records.',
  caller: 'user',
  keyScope: 'execute',
  ...batchCall,
})
