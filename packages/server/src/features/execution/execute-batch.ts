import { executeBatch } from '@sheetwright/contract/execution/execute-batch.ts'
import { handle } from '../../platform/http/handle.ts'
import { runBatchCall } from './run-batch-call.ts'

export const executeBatchHandler = handle(executeBatch, (context) => runBatchCall(context, context.caller.tenantId))
