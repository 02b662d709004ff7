import { executePublicService } from '@sheetwright/contract/execution/execute-public-service.ts'
import { handle } from '../../platform/http/handle.ts'
import { requirePublicTenant } from './public-tenant.ts'
import { runServiceCall } from './run-service-call.ts'

export const executePublicServiceHandler = handle(executePublicService, async (context) => {
  const { tenant, folder: product, service: engine } = context.params
  return runServiceCall(context, await requirePublicTenant(context.services, tenant), {
    kind: 'engine',
    product,
    engine,
  })
})
