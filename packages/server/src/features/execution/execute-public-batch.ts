import { executePublicBatch } from '@sheetwright/contract/execution/execute-public-batch.ts'
import { handle } from '../../platform/http/handle.ts'
import { requirePublicTenant } from './public-tenant.ts'
import { runBatchCall } from './run-batch-call.ts'

export const executePublicBatchHandler = handle(executePublicBatch, async (context) => {
  const { id } = await requirePublicTenant(context.services, context.params.tenant)
  return runBatchCall(context, id)
})
