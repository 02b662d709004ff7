import { defineCall } from '../../call.ts'
import { batchCallers, batchParams, batchProgress } from './batch.ts'

export const getBatchStatus = defineCall({
  id: 'execution.getBatchStatus',
  method: 'GET',
  path: '/{tenant}/api/v4/batch/{batch}/status',
  summary: 'How far a batch is, and how much room there is for more chunks.',
  ...batchCallers,
  params: batchParams,
  output: { kind: 'plain', schema: batchProgress },
  errors: ['BATCH_NOT_FOUND'],
})
