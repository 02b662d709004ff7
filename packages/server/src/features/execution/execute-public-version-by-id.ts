import { executePublicVersionById } from '@sheetwright/contract/execution/execute-public-version-by-id.ts'
import { handle } from '../../platform/http/handle.ts'
import { requirePublicTenant } from './public-tenant.ts'
import { runServiceCall } from './run-service-call.ts'

export const executePublicVersionByIdHandler = handle(executePublicVersionById, async (context) => {
  const { tenant, versionId } = context.params
  return runServiceCall(context, await requirePublicTenant(context.services, tenant), { kind: 'version', versionId })
})
