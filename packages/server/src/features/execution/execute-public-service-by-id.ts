import { executePublicServiceById } from '@sheetwright/contract/execution/execute-public-service-by-id.ts'
import { handle } from '../../platform/http/handle.ts'
import { requirePublicTenant } from './public-tenant.ts'
import { runServiceCall } from './run-service-call.ts'

export const executePublicServiceByIdHandler = handle(executePublicServiceById, async (context) => {
  const { tenant, serviceId: engineId } = context.params
  return runServiceCall(context, await requirePublicTenant(context.services, tenant), { kind: 'id', engineId })
})
