import { listGroups } from '@sheetwright/contract/users/list-groups.ts'
import { listUsers } from '@sheetwright/contract/users/list-users.ts'
import type { SentQuery } from '@sheetwright/contract/call.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'

export type UserQuery = NonNullable<SentQuery<typeof listUsers>>

export const userKeys = {
  all: ['users'],
  page: (query: UserQuery) => ['users', 'page', query],
  groups: ['users', 'groups'],
} as const

export function useUsers(query: UserQuery) {
  const api = useApi()
  return useQuery({
    queryKey: userKeys.page(query),
    queryFn: ({ signal }) => api.call(listUsers, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The labels of the tenant's groups, for choosing one. */
export function useGroupLabels() {
  const api = useApi()
  return useQuery({
    queryKey: userKeys.groups,
    queryFn: ({ signal }) => api.call(listGroups, { signal }),
    select: ({ groups }) => groups.map(({ label }) => label),
  })
}
