import { executeServiceById } from '@sheetwright/contract/execution/execute-service-by-id.ts'
import { handle } from '../../platform/http/handle.ts'
import { runServiceCall, tenantOf } from './run-service-call.ts'

export const executeServiceByIdHandler = handle(executeServiceById, (context) =>
  runServiceCall(context, tenantOf(context.caller), { kind: 'id', engineId: context.params.serviceId }),
)
