import { executeNamed } from '@sheetwright/contract/execution/execute-named.ts'
import { handle } from '../../platform/http/handle.ts'
import { namedService, runServiceCall, tenantOf } from './run-service-call.ts'

export const executeNamedHandler = handle(executeNamed, (context) => {
  const { target, revision } = namedService(context.body?.request_meta)
  return runServiceCall(context, tenantOf(context.caller), target, revision)
})
