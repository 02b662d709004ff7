import type { ModuleRules } from '@sheetwright/contract/user-groups/rules.ts'
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { userGroupRules } from '../../platform/db/schema/user-group-rules.ts'
import { userGroupMembers, userGroups } from '../../platform/db/schema/users.ts'

export interface StoredGroup {
  readonly label: string
  readonly moduleRules: ModuleRules
  readonly members: number
}

const members = sql<number>`(SELECT count(*) FROM ${userGroupMembers} AS m
  WHERE m.tenant_id = ${userGroups.tenantId} AND m.label = ${userGroups.label})::int`

function selectGroups(tx: TenantTransaction, matching: SQL | undefined) {
  return tx.q
    .select({ label: userGroups.label, rules: userGroupRules.rules, members })
    .from(userGroups)
    .leftJoin(
      userGroupRules,
      and(eq(userGroupRules.tenantId, userGroups.tenantId), eq(userGroupRules.label, userGroups.label)),
    )
    .where(and(eq(userGroups.tenantId, tx.tenantId), matching))
}

type Row = Awaited<ReturnType<typeof selectGroups>>[number]

function storedGroup({ label, rules, members: count }: Row): StoredGroup {
  return { label, moduleRules: rules?.moduleRules ?? [], members: count }
}

export async function findGroup(tx: TenantTransaction, label: string): Promise<StoredGroup | undefined> {
  const [row] = await selectGroups(tx, eq(userGroups.label, label))
  return row && storedGroup(row)
}

export async function listGroups(
  tx: TenantTransaction,
  { query, page, pageSize }: { query: string; page: number; pageSize: number },
): Promise<{ items: StoredGroup[]; count: number }> {
  const pattern = `%${query.trim().replace(/[\\%_]/g, '\\$&')}%`
  const matching = sql`name_key(${userGroups.label}) LIKE name_key(${pattern})`
  const rows = await selectGroups(tx, matching)
    .orderBy(asc(userGroups.label))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const count = await tx.q.$count(userGroups, and(eq(userGroups.tenantId, tx.tenantId), matching))
  return { items: rows.map(storedGroup), count }
}

/** The rules of some groups; groups without rules are left out. */
export async function rulesOf(tx: TenantTransaction, labels: readonly string[]): Promise<Map<string, ModuleRules>> {
  if (labels.length === 0) return new Map()
  const rows = await tx.q
    .select({ label: userGroupRules.label, rules: userGroupRules.rules })
    .from(userGroupRules)
    .where(and(eq(userGroupRules.tenantId, tx.tenantId), inArray(userGroupRules.label, [...labels])))
  return new Map(rows.map(({ label, rules }) => [label, rules.moduleRules]))
}

/** False if the group already exists. */
export async function insertGroup(tx: TenantTransaction, label: string): Promise<boolean> {
  const rows = await tx.q
    .insert(userGroups)
    .values({ tenantId: tx.tenantId, label })
    .onConflictDoNothing()
    .returning({ label: userGroups.label })
  return rows.length > 0
}

export async function setRules(tx: TenantTransaction, label: string, moduleRules: ModuleRules): Promise<void> {
  const rules = { version: 1 as const, moduleRules }
  await tx.q
    .insert(userGroupRules)
    .values({ tenantId: tx.tenantId, label, rules })
    .onConflictDoUpdate({
      target: [userGroupRules.tenantId, userGroupRules.label],
      set: { rules, updatedAt: sql`now()` },
    })
}

/** Throws a foreign key violation while people or API keys belong to the group. */
export async function deleteGroup(tx: TenantTransaction, label: string): Promise<void> {
  await tx.q.delete(userGroups).where(and(eq(userGroups.tenantId, tx.tenantId), eq(userGroups.label, label)))
}
