import type { AccessLevel } from '@sheetwright/contract/permissions/access-level.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { engines } from '../../platform/db/schema/engines.ts'
import { products } from '../../platform/db/schema/products.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { hasEngineId, isEngineAt } from '../engines/engine.store.ts'
import type { NamedEngine } from './refused-execution.ts'

/** An engine that its author made public. Without credentials, no other engine exists. */
export async function findPublicEngine(
  tx: TenantTransaction,
  address: { readonly product: string; readonly engine: string } | { readonly id: string },
): Promise<NamedEngine & { access: AccessLevel }> {
  const [row] = await tx.q
    .select({ id: engines.id, productId: engines.productId, engineType: engines.engineType })
    .from(engines)
    .innerJoin(
      products,
      and(eq(products.tenantId, engines.tenantId), eq(products.id, engines.productId), isNull(products.deletedAt)),
    )
    .where(
      and(
        eq(engines.tenantId, tx.tenantId),
        eq(engines.isPublic, true),
        isNull(engines.deletedAt),
        'id' in address ? hasEngineId(address.id) : isEngineAt(address),
      ),
    )
    .limit(1)
  if (row === undefined) throw new CallError('ENGINE_NOT_FOUND', 'There is no such public engine')
  return { ...row, access: 'view' }
}
