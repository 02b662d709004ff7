import { deleteMasterApi } from '@sheetwright/contract/master-api/delete-master-api.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireProduct } from '../engines/engine.access.ts'
import { requireDefinition } from './master-api.access.ts'
import { deleteDefinition } from './master-api.store.ts'
import { noteDefinition } from './note-definition.ts'

export const deleteMasterApiHandler = handle(deleteMasterApi, (context) => {
  const { caller, params, services } = context
  return services.db.inTenant(caller.tenantId, async (tx) => {
    const product = await requireProduct(tx, caller, params.product, 'write')
    await requireDefinition(tx, product.id)
    const versions = await deleteDefinition(tx, product.id)
    await noteDefinition(tx, context, product, 'masterApi.delete', { versions })
    return { versions }
  })
})
