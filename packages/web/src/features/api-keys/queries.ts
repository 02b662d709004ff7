import { listApiKeys } from '@sheetwright/contract/api-keys/list-api-keys.ts'
import type { SentBody } from '@sheetwright/contract/call.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'

type KeyQuery = NonNullable<SentBody<typeof listApiKeys>>

export const apiKeyKeys = { all: ['api-keys'], page: (query: KeyQuery) => ['api-keys', 'page', query] } as const

export function useApiKeys(body: KeyQuery) {
  const api = useApi()
  return useQuery({
    queryKey: apiKeyKeys.page(body),
    queryFn: ({ signal }) => api.call(listApiKeys, { body, signal }),
    placeholderData: keepPreviousData,
  })
}
