import { downloadCurrentSwagger } from '@sheetwright/contract/engines/download-current-swagger.ts'
import { handle } from '../../platform/http/handle.ts'
import { describedEngine } from './describe-engine.ts'
import { currentVersion } from './engine-detail.ts'
import { swagger } from './engine-documents.ts'
import { requireEngine } from './engine.access.ts'

export const downloadCurrentSwaggerHandler = handle(downloadCurrentSwagger, async ({ caller, params, services }) => {
  const address = { product: params.folder, engine: params.service }
  const engine = await services.db.inTenant(caller.tenantId, async (tx) => {
    const { id } = await currentVersion(tx, await requireEngine(tx, caller, address, 'read'))
    return describedEngine(tx, services, caller, { ...address, version: id })
  })
  const subservice = params.subservice.toLowerCase() === 'all' ? undefined : params.subservice
  const disposition = params.downloadable === 'true' ? 'attachment' : 'inline'
  return swagger(engine, { asForm: false, subservice }, disposition)
})
