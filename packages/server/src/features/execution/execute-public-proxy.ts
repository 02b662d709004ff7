import { executePublicProxy } from '@sheetwright/contract/execution/execute-public-proxy.ts'
import { handle } from '../../platform/http/handle.ts'
import { requirePublicTenant } from './public-tenant.ts'
import { runServiceCall } from './run-service-call.ts'

export const executePublicProxyHandler = handle(executePublicProxy, async (context) => {
  const { tenant, suffix } = context.params
  return runServiceCall(context, await requirePublicTenant(context.services, tenant), { kind: 'proxy', suffix })
})
