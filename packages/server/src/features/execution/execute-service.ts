import { executeService } from '@sheetwright/contract/execution/execute-service.ts'
import { handle } from '../../platform/http/handle.ts'
import { runServiceCall, tenantOf } from './run-service-call.ts'

export const executeServiceHandler = handle(executeService, (context) => {
  const { folder: product, service: engine } = context.params
  return runServiceCall(context, tenantOf(context.caller), { kind: 'engine', product, engine })
})
