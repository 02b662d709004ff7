import type { ApiDefinition, ApiField } from '@sheetwright/contract/master-api/master-api-definition.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { requireProduct } from '../engines/engine.access.ts'
import { requireDefinition } from './master-api.access.ts'
import { findDefinition, insertDefinition } from './master-api.store.ts'
import { noteDefinition } from './note-definition.ts'

/** Stores fields as the next version of a product's definition, a draft. */
export function addDefinition(
  context: { caller: UserIdentity; services: Services; correlationId: string },
  productAddress: string,
  fileName: string,
  fields: ApiField[],
): Promise<ApiDefinition> {
  const { caller, services } = context
  const keys = fields.map(({ direction, name }) => `${direction} ${name.toLowerCase()}`)
  const twice = keys.findIndex((key, i) => keys.indexOf(key) !== i)
  if (twice >= 0) {
    const name = fields[twice]?.name ?? ''
    throw new CallError('INVALID_MASTER_API_DEFINITION', `The field ${name} stands twice`, [
      { field: `body.fields.${twice}.name`, message: 'stands twice' },
    ])
  }
  return services.db.inTenant(caller.tenantId, async (tx) => {
    const product = await requireProduct(tx, caller, productAddress, 'write')
    await insertDefinition(tx, { productId: product.id, fileName, fields, createdBy: caller.userId })
    const newest = (await findDefinition(tx, product.id))?.versions[0]?.version
    const definition = await requireDefinition(tx, product.id, newest)
    await noteDefinition(tx, context, product, 'masterApi.add', {
      version: definition.version,
      file: fileName,
      fields: fields.length,
    })
    return definition
  })
}
