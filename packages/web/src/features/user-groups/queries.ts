import type { CallRule, ResultOf } from '@sheetwright/contract/call.ts'
import { getOwnRules } from '@sheetwright/contract/user-groups/get-own-rules.ts'
import { listUserGroups } from '@sheetwright/contract/user-groups/list-user-groups.ts'
import type { RuleModule, RuleOf } from '@sheetwright/contract/user-groups/rules.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'

export type RuledGroup = ResultOf<typeof listUserGroups>['items'][number]

export const groupKeys = {
  all: ['groups'],
  page: (query: string, page: number) => ['groups', 'page', query, page],
  ownRules: ['groups', 'own-rules'],
} as const

export function useGroups(query: string, page: number) {
  const api = useApi()
  return useQuery({
    queryKey: groupKeys.page(query, page),
    queryFn: ({ signal }) => api.call(listUserGroups, { body: { query, page }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Whether the user's groups allow something, for menus and buttons; the server checks every call again. */
export function useRuleCheck(): (rule: CallRule) => boolean {
  const valueOf = useRuleValue()
  return ({ module, rule }) => valueOf(module, rule) !== false
}

/** The limit of the user's groups; the largest safe integer if there is none. */
export function useRuleMaximum<M extends RuleModule>(module: M, rule: RuleOf<M, 'limit'>): number {
  const value = useRuleValue()(module, rule)
  return typeof value === 'number' ? value : Number.MAX_SAFE_INTEGER
}

function useRuleValue() {
  const api = useApi()
  const { data } = useQuery({
    queryKey: groupKeys.ownRules,
    queryFn: ({ signal }) => api.call(getOwnRules, { signal }),
    staleTime: 60_000,
  })
  return (module: string, rule: string) => {
    const rules = data?.moduleRules.find(({ moduleName }) => moduleName === module)?.rules
    return rules?.find(({ ruleName }) => ruleName === rule)?.ruleValue ?? null
  }
}
