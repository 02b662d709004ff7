import { getDeviceLogin } from '@sheetwright/contract/api-keys/get-device-login.ts'
import { listOwnKeys } from '@sheetwright/contract/api-keys/list-own-keys.ts'
import { listApiClients } from '@sheetwright/contract/api-keys/list-api-clients.ts'
import { listApiKeys } from '@sheetwright/contract/api-keys/list-api-keys.ts'
import type { SentBody } from '@sheetwright/contract/call.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'

type ClientQuery = NonNullable<SentBody<typeof listApiClients>>
type KeyQuery = NonNullable<SentBody<typeof listApiKeys>>

export const apiKeyKeys = {
  all: ['api-keys'],
  page: (query: KeyQuery) => ['api-keys', 'page', query],
  clients: (query: ClientQuery) => ['api-keys', 'clients', query],
  own: ['api-keys', 'own'],
  device: (code: string) => ['api-keys', 'device', code],
} as const

export function useApiKeys(body: KeyQuery, enabled = true) {
  const api = useApi()
  return useQuery({
    queryKey: apiKeyKeys.page(body),
    queryFn: ({ signal }) => api.call(listApiKeys, { body, signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** The user's signed-in command lines; one appears once it has fetched its key. */
export function useOwnKeys() {
  const api = useApi()
  return useQuery({
    queryKey: apiKeyKeys.own,
    queryFn: ({ signal }) => api.call(listOwnKeys, { signal }),
    refetchInterval: 5_000,
  })
}

export function useDeviceLogin(code: string) {
  const api = useApi()
  return useQuery({
    queryKey: apiKeyKeys.device(code),
    queryFn: ({ signal }) => api.call(getDeviceLogin, { body: { code }, signal }),
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useApiClients(body: ClientQuery) {
  const api = useApi()
  return useQuery({
    queryKey: apiKeyKeys.clients(body),
    queryFn: ({ signal }) => api.call(listApiClients, { body, signal }),
    placeholderData: keepPreviousData,
  })
}
