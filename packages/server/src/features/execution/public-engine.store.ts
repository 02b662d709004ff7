import type { AccessLevel } from '@sheetwright/contract/permissions/access-level.ts'
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { engines } from '../../platform/db/schema/engines.ts'
import { products } from '../../platform/db/schema/products.ts'
import { CallError } from '../../platform/http/call-error.ts'
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
        'id' in address
          ? hasId(engines.id, address.id)
          : and(
              or(hasId(products.id, address.product), sql`name_key(${products.name}) = name_key(${address.product})`),
              or(
                hasId(engines.id, address.engine),
                sql`name_key(${engines.serviceName}) = name_key(${address.engine})`,
              ),
            ),
      ),
    )
    .limit(1)
  if (row === undefined) throw new CallError('ENGINE_NOT_FOUND', 'There is no such public engine')
  return { ...row, access: 'view' }
}

function hasId(column: typeof engines.id | typeof products.id, id: string): SQL {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
  return isId ? sql`${column} = ${id}` : sql`false`
}
