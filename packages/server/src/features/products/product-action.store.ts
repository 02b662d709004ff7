import { productActions } from '@sheetwright/contract/products/list-user-actions.ts'
import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { type AuditEntry, listAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { auditEntries } from '../../platform/db/schema/audit.ts'
import { isIdOfEngineIn } from '../engines/engine.store.ts'

export interface ActionPage {
  /** Only entries of these actions; empty means all. */
  readonly actions: readonly string[]
  readonly oldestFirst: boolean
  readonly page: number
  readonly pageSize: number
}

/** People's actions on a product and its engines, from the audit trail. */
export function listProductActions(
  tx: TenantTransaction,
  productId: string,
  { actions, oldestFirst, page, pageSize }: ActionPage,
): Promise<{ items: AuditEntry[]; count: number }> {
  const filters = [
    or(
      and(eq(auditEntries.entityType, 'product'), eq(auditEntries.entityId, productId)),
      and(eq(auditEntries.entityType, 'engine'), isIdOfEngineIn(tx, productId, sql`${auditEntries.entityId}`)),
    ) ?? sql`false`,
    inArray(auditEntries.action, [...productActions]),
    ...actions.map((action) => eq(auditEntries.action, action)),
  ]
  const order = oldestFirst ? asc(auditEntries.number) : desc(auditEntries.number)
  return listAudit(tx, { filters, order, page, pageSize })
}
