import { executeProxy } from '@sheetwright/contract/execution/execute-proxy.ts'
import { handle } from '../../platform/http/handle.ts'
import { runServiceCall, tenantOf } from './run-service-call.ts'

export const executeProxyHandler = handle(executeProxy, (context) =>
  runServiceCall(context, tenantOf(context.caller), { kind: 'proxy', suffix: context.params.suffix }),
)
