import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { decideDeviceLogin } from '@sheetwright/contract/api-keys/decide-device-login.ts'
import { revokeApiKey } from '@sheetwright/contract/api-keys/revoke-api-key.ts'
import { revokeOwnKey } from '@sheetwright/contract/api-keys/revoke-own-key.ts'
import type { SentBody } from '@sheetwright/contract/call.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { apiKeyKeys } from './queries.ts'

export function useCreateApiKey() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: SentBody<typeof createApiKey>) => api.call(createApiKey, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: apiKeyKeys.all }),
    meta: { announced: false },
  })
}

export function useRevokeApiKey() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.call(revokeApiKey, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: apiKeyKeys.all }),
  })
}

export function useDecideDeviceLogin() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { code: string; approve: boolean }) => api.call(decideDeviceLogin, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: apiKeyKeys.own }),
    meta: { announced: false },
  })
}

export function useRevokeOwnKey() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.call(revokeOwnKey, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: apiKeyKeys.own }),
  })
}
