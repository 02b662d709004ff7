import { addClientKey } from '@sheetwright/contract/api-keys/add-client-key.ts'
import { createApiClient } from '@sheetwright/contract/api-keys/create-api-client.ts'
import { deleteApiClient } from '@sheetwright/contract/api-keys/delete-api-client.ts'
import { updateApiClient } from '@sheetwright/contract/api-keys/update-api-client.ts'
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

function useForgetKeys() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: apiKeyKeys.all })
}

/** Creates a client, or changes the given one. */
export function useSaveClient() {
  const api = useApi()
  return useMutation({
    mutationFn: ({ id, body }: { id: string | undefined; body: SentBody<typeof createApiClient> }) =>
      id === undefined
        ? api.call(createApiClient, { body })
        : api.call(updateApiClient, { params: { client: id }, body }),
    onSuccess: useForgetKeys(),
    meta: { announced: false },
  })
}

export function useDeleteClient() {
  const api = useApi()
  return useMutation({
    mutationFn: (id: string) => api.call(deleteApiClient, { params: { client: id } }),
    onSuccess: useForgetKeys(),
  })
}

export function useAddClientKey(client: string) {
  const api = useApi()
  return useMutation({
    mutationFn: (body: SentBody<typeof addClientKey>) => api.call(addClientKey, { params: { client }, body }),
    onSuccess: useForgetKeys(),
    meta: { announced: false },
  })
}
