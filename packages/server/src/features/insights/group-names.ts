import type { Dimension } from '@sheetwright/contract/insights/usage.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { revisionsOf, type SeenEngine } from './usage.store.ts'

/** Display names for group keys. */
export async function groupNames(
  tx: TenantTransaction,
  by: Dimension,
  groups: readonly { readonly key: string; readonly name: string }[],
  engines: readonly SeenEngine[],
): Promise<(group: { readonly key: string; readonly name: string }) => string> {
  switch (by) {
    case 'product':
      return ({ key }) => engines.find(({ productId }) => productId === key)?.productName ?? ''
    case 'engine':
      return ({ key }) => engines.find(({ id }) => id === key)?.serviceName ?? ''
    case 'version': {
      const revisions = await revisionsOf(
        tx,
        groups.map(({ key }) => key).filter((key) => key !== ''),
      )
      return ({ key }) => revisions.get(key) ?? ''
    }
    case 'caller':
      return ({ name }) => name
    case 'purpose':
    case 'sourceSystem':
      return ({ key }) => key
    default:
      return by satisfies never
  }
}
