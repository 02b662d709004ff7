import { addMasterApi } from '@sheetwright/contract/master-api/add-master-api.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireProduct } from '../engines/engine.access.ts'
import { addDefinition } from './add-definition.ts'
import { readDefinition } from './read-definition.ts'

export const addMasterApiHandler = handle(addMasterApi, async (context) => {
  const { caller, params, files, services, signal } = context
  // Check permissions first: content from a caller who may not add it is never read.
  await services.db.inTenant(caller.tenantId, (tx) => requireProduct(tx, caller, params.product, 'write'))
  const fields = await readDefinition(services, caller.tenantId, files.file, signal)
  return addDefinition(context, params.product, files.file.fileName, fields)
})
