import type { UsageFilter } from '@sheetwright/contract/insights/usage.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { enginesInSight, type SeenEngine } from './usage.store.ts'

/** The engines of a usage query, limited to those that the caller may see. */
export async function askedEngines(
  tx: TenantTransaction,
  caller: UserIdentity,
  { product, engine }: Pick<UsageFilter, 'product' | 'engine'>,
): Promise<SeenEngine[]> {
  const seen = await enginesInSight(tx, caller)
  return seen.filter(({ id, productId }) => (product?.includes(productId) ?? true) && (engine?.includes(id) ?? true))
}
