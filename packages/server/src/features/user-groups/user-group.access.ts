import type { CallRule } from '@sheetwright/contract/call.ts'
import { type ModuleRules, type RuleModule, type RuleOf, ruleModules } from '@sheetwright/contract/user-groups/rules.ts'
import { sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { rulesOf } from './user-group.store.ts'

type RuleValue = boolean | number | null

/**
 * The value of each rule over all groups of somebody. The most permissive one wins, and a group without a value for a
 * rule does not bind its members: then nothing does.
 */
export async function effectiveRules(tx: TenantTransaction, groups: readonly string[]): Promise<ModuleRules> {
  const stored = await rulesOf(tx, groups)
  const modules = Object.entries(ruleModules) as [RuleModule, Record<string, string>][]
  return modules.map(([moduleName, names]) => ({
    moduleName,
    rules: Object.keys(names).map((ruleName) => ({
      ruleName,
      ruleValue: mostPermissive(groups.map((group) => valueIn(stored.get(group) ?? [], moduleName, ruleName))),
    })),
  }))
}

function valueIn(rules: ModuleRules, moduleName: string, ruleName: string): RuleValue {
  const found = rules.find((each) => each.moduleName === moduleName)?.rules.find((rule) => rule.ruleName === ruleName)
  return found?.ruleValue ?? null
}

function mostPermissive(values: readonly RuleValue[]): RuleValue {
  if (values.length === 0 || values.includes(null)) return null
  const numbers = values.filter((value) => typeof value === 'number')
  return numbers.length > 0 ? Math.max(...numbers) : values.includes(true)
}

/** Refuses one more of something when the caller's groups allow no more than there are. */
export async function assertBelowLimit<M extends RuleModule>(
  tx: TenantTransaction,
  caller: { readonly userId: string; readonly groups: readonly string[] },
  limit: { module: M; rule: RuleOf<M, 'limit'>; count: (tx: TenantTransaction) => Promise<number> },
): Promise<void> {
  const value = valueIn(await effectiveRules(tx, caller.groups), limit.module, limit.rule)
  if (typeof value !== 'number') return
  // One at a time for each person: two that are made at once must not both count as the last one allowed.
  const turn = `limit:${tx.tenantId}:${caller.userId}:${limit.module}.${limit.rule}`
  await tx.q.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${turn}, 0))`)
  if ((await limit.count(tx)) < value) return
  const message = `The rules of your groups allow ${value} (${limit.module}.${limit.rule})`
  throw new CallError('RULE_VALIDATION_FAILED', message)
}

/** Refuses an action that every group of the caller denies. */
export async function assertAllowed(
  tx: TenantTransaction,
  caller: { readonly groups: readonly string[] },
  permission: CallRule,
): Promise<void> {
  if (valueIn(await effectiveRules(tx, caller.groups), permission.module, permission.rule) !== false) return
  const message = `The rules of your groups do not allow this (${permission.module}.${permission.rule})`
  throw new CallError('RULE_VALIDATION_FAILED', message)
}
