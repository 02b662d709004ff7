import { and, eq, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { proxyRules } from '../../platform/db/schema/engines.ts'

/** Name of the index that keeps the addresses of a tenant unique. */
export const proxySuffixIndex = 'proxy_rules_suffix'

export interface StoredProxyRule {
  readonly id: string
  readonly engineId: string
  readonly urlSuffix: string
}

const columns = { id: proxyRules.id, engineId: proxyRules.engineId, urlSuffix: proxyRules.urlSuffix }

/** The engine of a proxy address, ignoring case. */
export async function engineIdOfProxy(tx: TenantTransaction, suffix: string): Promise<string | undefined> {
  const [rule] = await tx.q
    .select(columns)
    .from(proxyRules)
    .where(and(eq(proxyRules.tenantId, tx.tenantId), sql`lower(${proxyRules.urlSuffix}) = lower(${suffix})`))
  return rule?.engineId
}

export async function findProxyRuleOf(tx: TenantTransaction, engineId: string): Promise<StoredProxyRule | undefined> {
  const [rule] = await tx.q
    .select(columns)
    .from(proxyRules)
    .where(and(eq(proxyRules.tenantId, tx.tenantId), eq(proxyRules.engineId, engineId)))
  return rule
}

export async function findProxyRule(tx: TenantTransaction, id: string): Promise<StoredProxyRule | undefined> {
  const [rule] = await tx.q.select(columns).from(proxyRules).where(isRow(tx, id))
  return rule
}

/** An engine has one address; saving another replaces it. */
export async function saveProxyRule(
  tx: TenantTransaction,
  rule: { readonly engineId: string; readonly urlSuffix: string; readonly createdBy: string },
): Promise<string> {
  const present = await findProxyRuleOf(tx, rule.engineId)
  if (present === undefined) {
    const id = newId()
    await tx.q.insert(proxyRules).values({ tenantId: tx.tenantId, id, ...rule })
    return id
  }
  await tx.q.update(proxyRules).set({ urlSuffix: rule.urlSuffix }).where(isRow(tx, present.id))
  return present.id
}

export async function deleteProxyRule(tx: TenantTransaction, id: string): Promise<void> {
  await tx.q.delete(proxyRules).where(isRow(tx, id))
}

function isRow(tx: TenantTransaction, id: string) {
  return and(eq(proxyRules.tenantId, tx.tenantId), eq(proxyRules.id, id))
}
