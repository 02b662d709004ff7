import { downloadServiceSwagger } from '@sheetwright/contract/engines/download-service-swagger.ts'
import { handle } from '../../platform/http/handle.ts'
import { describedEngine } from './describe-engine.ts'
import { swagger } from './engine-documents.ts'

export const downloadServiceSwaggerHandler = handle(downloadServiceSwagger, async ({ caller, params, services }) => {
  const address = { product: params.folder, engine: params.service, version: params.versionId }
  const engine = await services.db.inTenant(caller.tenantId, (tx) => describedEngine(tx, services, caller, address))
  const subservice = params.subservice.toLowerCase() === 'all' ? undefined : params.subservice
  const disposition = params.downloadable === 'true' ? 'attachment' : 'inline'
  return swagger(engine, { asForm: false, subservice }, disposition)
})
