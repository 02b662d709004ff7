import type { ApiDefinition } from '@sheetwright/contract/master-api/master-api-definition.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { findDefinition } from './master-api.store.ts'

/** The definition of a product. A missing one has its own error code, which pages show as an empty state. */
export async function requireDefinition(
  tx: TenantTransaction,
  productId: string,
  version?: number,
): Promise<ApiDefinition> {
  const definition = await findDefinition(tx, productId, version)
  if (definition !== undefined) return definition
  const what = version === undefined ? 'no master API definition' : `no version ${version} of a master API definition`
  throw new CallError('MASTER_API_DEFINITION_NOT_EXISTS', `The product has ${what}`)
}
