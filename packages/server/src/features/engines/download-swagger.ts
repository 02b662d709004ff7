import { downloadSwagger } from '@sheetwright/contract/engines/download-swagger.ts'
import { handle } from '../../platform/http/handle.ts'
import { describedEngine } from './describe-engine.ts'
import { swagger } from './engine-documents.ts'

export const downloadSwaggerHandler = handle(downloadSwagger, async ({ caller, params, query, services }) => {
  const engine = await services.db.inTenant(caller.tenantId, (tx) => describedEngine(tx, services, caller, params))
  return swagger(engine, { asForm: query.formData === 'true', subservice: query.subservice }, 'attachment')
})
