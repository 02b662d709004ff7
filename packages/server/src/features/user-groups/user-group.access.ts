import type { CallRule } from '@sheetwright/contract/call.ts'
import {
  type ModuleRules,
  type RuleKind,
  type RuleModule,
  type RuleOf,
  ruleModules,
} from '@sheetwright/contract/user-groups/rules.ts'
import { holdLock } from '../../platform/db/advisory-locks.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { rulesOf } from './user-group.store.ts'

type RuleValue = boolean | number | null

/**
 * The effective value of each rule over all groups of a person. For permissions and limits the most permissive value
 * wins; if any group has no value, the rule does not apply.
 */
export async function effectiveRules(tx: TenantTransaction, groups: readonly string[]): Promise<ModuleRules> {
  const stored = await rulesOf(tx, groups)
  const modules = Object.entries(ruleModules) as [RuleModule, Record<string, RuleKind>][]
  return modules.map(([moduleName, names]) => ({
    moduleName,
    rules: Object.entries(names).map(([ruleName, kind]) => ({
      ruleName,
      ruleValue: combined[kind](groups.map((group) => valueIn(stored.get(group) ?? [], moduleName, ruleName))),
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

/** A permission or limit of any group counts; a requirement of any group applies. */
const combined: Record<RuleKind, (values: readonly RuleValue[]) => RuleValue> = {
  limit: mostPermissive,
  permission: mostPermissive,
  requirement: (values) => (values.includes(true) ? true : null),
}

type Member = { readonly groups: readonly string[] }

/** Refuses an action that every group of the caller denies. */
export async function requireRule(tx: TenantTransaction, caller: Member, { module, rule }: CallRule): Promise<void> {
  if (valueIn(await effectiveRules(tx, caller.groups), module, rule) === false) throw ruleFailure(module, rule)
}

/** How many of something the caller's groups allow; the largest safe integer if unlimited. */
async function maximumOf<M extends RuleModule>(
  tx: TenantTransaction,
  caller: Member,
  { module, rule }: { readonly module: M; readonly rule: RuleOf<M, 'limit'> },
): Promise<number> {
  const value = valueIn(await effectiveRules(tx, caller.groups), module, rule)
  return typeof value === 'number' ? value : Number.MAX_SAFE_INTEGER
}

/** Refuses one more of something if the caller's groups allow no more. */
export async function requireBelowMaximum<M extends RuleModule>(
  tx: TenantTransaction,
  caller: Member,
  limit: {
    readonly module: M
    readonly rule: RuleOf<M, 'limit'>
    /** Id of the person or product whose things are counted. */
    readonly within: string
    readonly count: () => Promise<number>
  },
): Promise<void> {
  const maximum = await maximumOf(tx, caller, limit)
  if (maximum === Number.MAX_SAFE_INTEGER) return
  // One at a time: two concurrent creations must not both count as the last one allowed.
  const turn = `limit:${tx.tenantId}:${limit.within}:${limit.module}.${limit.rule}`
  await holdLock(tx, turn)
  if ((await limit.count()) >= maximum) throw ruleFailure(limit.module, limit.rule, maximum)
}

/** Names the rule, so that the person refused knows the reason. */
function ruleFailure(module: string, rule: string, maximum?: number): CallError {
  const name = `${module}.${rule}`
  const message = maximum === undefined ? 'is not allowed by the rules of your groups' : 'is reached already'
  const allowed = maximum === undefined ? {} : { allowed: String(maximum) }
  return new CallError('RULE_VALIDATION_FAILED', `The rules of your groups do not allow this (${name})`, [
    { field: `rule.${name}`, message, ...allowed },
  ])
}
