import type { MessageId } from '../../platform/messages/load-messages.ts'
import { moduleNames, ruleNames } from './rule-names.ts'
import {
  type ModuleRules,
  type RuleKind,
  type RuleModule,
  ruleModules,
} from '@sheetwright/contract/user-groups/rules.ts'

export type RuleValue = boolean | number | null

/** The value of each rule of a group, by `module.rule`; null if not set. */
export type RuleValues = Readonly<Record<string, RuleValue>>

export const allRules = (Object.entries(ruleModules) as [RuleModule, Record<string, RuleKind>][]).map(
  ([module, rules]) => {
    const names: Readonly<Record<string, MessageId>> = ruleNames[module]
    return {
      module,
      title: moduleNames[module],
      rules: Object.entries(rules).map(([name, kind]) => ({ name, kind, title: names[name] ?? moduleNames[module] })),
    }
  },
)

export function valuesOf(moduleRules: ModuleRules): RuleValues {
  const given = moduleRules.flatMap(({ moduleName, rules }) =>
    rules.map(({ ruleName, ruleValue }) => [`${moduleName}.${ruleName}`, ruleValue] as const),
  )
  return Object.fromEntries(given)
}

/** Only rules that are set are stored. */
export function rulesFrom(values: RuleValues): ModuleRules {
  return allRules.flatMap(({ module, rules }) => {
    const given = rules.flatMap(({ name }) => {
      const ruleValue = values[`${module}.${name}`] ?? null
      return ruleValue === null ? [] : [{ ruleName: name, ruleValue }]
    })
    return given.length === 0 ? [] : [{ moduleName: module, rules: given }]
  })
}
