import { publishMasterApi } from '@sheetwright/contract/master-api/publish-master-api.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireProduct } from '../engines/engine.access.ts'
import { requireDefinition } from './master-api.access.ts'
import { publishDefinition, saveMode } from './master-api.store.ts'
import { noteDefinition } from './note-definition.ts'

export const publishMasterApiHandler = handle(publishMasterApi, (context) => {
  const { caller, params, body, services } = context
  return services.db.inTenant(caller.tenantId, async (tx) => {
    const product = await requireProduct(tx, caller, params.product, 'write')
    const known = await requireDefinition(tx, product.id, body.version)
    const version = body.version ?? known.versions[0]?.version ?? known.version
    await publishDefinition(tx, product.id, version)
    if (body.mode !== undefined) await saveMode(tx, product.id, body.mode)
    const published = await requireDefinition(tx, product.id, version)
    await noteDefinition(tx, context, product, 'masterApi.publish', { version, mode: published.mode })
    return published
  })
})
