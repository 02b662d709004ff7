import { and, arrayContains, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../db/database.ts'
import { secondFactors } from '../db/schema/second-factors.ts'
import { userGroupRules } from '../db/schema/user-group-rules.ts'

interface StoredFactor {
  readonly secret: string
  readonly isConfirmed: boolean
  readonly recoveryCodes: number
}

export async function findFactor(tx: TenantTransaction, userId: string): Promise<StoredFactor | undefined> {
  const [row] = await tx.q.select().from(secondFactors).where(ofUser(tx, userId))
  return row && { secret: row.secret, isConfirmed: row.confirmedAt !== null, recoveryCodes: row.recoveryHashes.length }
}

/** Stores the secret of a factor being set up, unless one is in use; returns whether it was stored. */
export async function keepPendingFactor(tx: TenantTransaction, userId: string, secret: string): Promise<boolean> {
  const rows = await tx.q
    .insert(secondFactors)
    .values({ tenantId: tx.tenantId, userId, secret })
    .onConflictDoUpdate({
      target: [secondFactors.tenantId, secondFactors.userId],
      set: { secret, lastStep: 0, createdAt: sql`now()` },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId })
  return rows.length > 0
}

/** Activates a factor with its recovery codes; false if it is already active. */
export async function confirmFactor(
  tx: TenantTransaction,
  userId: string,
  { step, recoveryHashes }: { readonly step: number; readonly recoveryHashes: readonly string[] },
): Promise<boolean> {
  const rows = await tx.q
    .update(secondFactors)
    .set({ confirmedAt: sql`now()`, lastStep: step, recoveryHashes: [...recoveryHashes] })
    .where(and(ofUser(tx, userId), isNull(secondFactors.confirmedAt)))
    .returning({ userId: secondFactors.userId })
  return rows.length > 0
}

/** Uses the code of a time step; false if it or a later one was used before. */
export async function takeStep(tx: TenantTransaction, userId: string, step: number): Promise<boolean> {
  const rows = await tx.q
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(ofUser(tx, userId), isNotNull(secondFactors.confirmedAt), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId })
  return rows.length > 0
}

/** Uses a recovery code; false if it is not one of the remaining ones. */
export async function takeRecoveryCode(tx: TenantTransaction, userId: string, hash: string): Promise<boolean> {
  const rows = await tx.q
    .update(secondFactors)
    .set({ recoveryHashes: sql`array_remove(${secondFactors.recoveryHashes}, ${hash})` })
    .where(
      and(
        ofUser(tx, userId),
        isNotNull(secondFactors.confirmedAt),
        arrayContains(secondFactors.recoveryHashes, [hash]),
      ),
    )
    .returning({ userId: secondFactors.userId })
  return rows.length > 0
}

/** Returns whether a factor was in use. */
export async function removeFactor(tx: TenantTransaction, userId: string): Promise<boolean> {
  const rows = await tx.q
    .delete(secondFactors)
    .where(ofUser(tx, userId))
    .returning({ confirmedAt: secondFactors.confirmedAt })
  return rows.some((row) => row.confirmedAt !== null)
}

/** Whether one of a user's groups requires a second factor. */
export async function groupsRequireFactor(tx: TenantTransaction, labels: readonly string[]): Promise<boolean> {
  if (labels.length === 0) return false
  const rows = await tx.q
    .select({ rules: userGroupRules.rules })
    .from(userGroupRules)
    .where(and(eq(userGroupRules.tenantId, tx.tenantId), inArray(userGroupRules.label, [...labels])))
  return rows.some(({ rules }) =>
    rules.moduleRules.some(
      ({ moduleName, rules: list }) =>
        moduleName === 'Account' && list.some((rule) => rule.ruleName === 'SecondFactor' && rule.ruleValue === true),
    ),
  )
}

function ofUser(tx: TenantTransaction, userId: string) {
  return and(eq(secondFactors.tenantId, tx.tenantId), eq(secondFactors.userId, userId))
}
