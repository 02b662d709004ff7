import type { ResultOf } from '@sheetwright/contract/call.ts'
import { listUserGroups } from '@sheetwright/contract/user-groups/list-user-groups.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'

export type RuledGroup = ResultOf<typeof listUserGroups>['items'][number]

export const groupKeys = {
  all: ['groups'],
  page: (query: string, page: number) => ['groups', 'page', query, page],
} as const

export function useGroups(query: string, page: number) {
  const api = useApi()
  return useQuery({
    queryKey: groupKeys.page(query, page),
    queryFn: ({ signal }) => api.call(listUserGroups, { body: { query, page }, signal }),
    placeholderData: keepPreviousData,
  })
}
