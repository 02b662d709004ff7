import { executePublicNamed } from '@sheetwright/contract/execution/execute-public-named.ts'
import { handle } from '../../platform/http/handle.ts'
import { requirePublicTenant } from './public-tenant.ts'
import { namedService, runServiceCall } from './run-service-call.ts'

export const executePublicNamedHandler = handle(executePublicNamed, async (context) => {
  const { target, revision } = namedService(context.body?.request_meta)
  return runServiceCall(context, await requirePublicTenant(context.services, context.params.tenant), target, revision)
})
