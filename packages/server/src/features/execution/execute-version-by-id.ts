import { executeVersionById } from '@sheetwright/contract/execution/execute-version-by-id.ts'
import { handle } from '../../platform/http/handle.ts'
import { runServiceCall, tenantOf } from './run-service-call.ts'

export const executeVersionByIdHandler = handle(executeVersionById, (context) =>
  runServiceCall(context, tenantOf(context.caller), { kind: 'version', versionId: context.params.versionId }),
)
