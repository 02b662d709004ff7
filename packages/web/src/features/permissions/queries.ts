import { findPrincipals } from '@sheetwright/contract/permissions/find-principals.ts'
import { getEntityPermissions } from '@sheetwright/contract/permissions/get-entity-permissions.ts'
import { getShareState } from '@sheetwright/contract/permissions/get-share-state.ts'
import type { ParamsOf } from '@sheetwright/contract/call.ts'
import { useQuery } from '@tanstack/react-query'
import { keepPreviousOf } from '../../platform/api/keep-previous-of.ts'
import { useApi } from '../../platform/api/use-api.ts'

export type Entity = ParamsOf<typeof getEntityPermissions>

export const permissionKeys = {
  all: ['permissions'],
  of: (entity: Entity) => ['permissions', 'of', entity],
  principals: (entity: Entity, search: string) => ['permissions', 'principals', entity, search],
  share: (product: string) => ['permissions', 'share', product],
} as const

export function useEntityPermissions(entity: Entity) {
  const api = useApi()
  return useQuery({
    queryKey: permissionKeys.of(entity),
    queryFn: ({ signal }) => api.call(getEntityPermissions, { params: entity, signal }),
  })
}

export function usePrincipals(entity: Entity, search: string) {
  const api = useApi()
  return useQuery({
    queryKey: permissionKeys.principals(entity, search),
    queryFn: ({ signal }) => api.call(findPrincipals, { params: entity, query: { search }, signal }),
    placeholderData: keepPreviousOf(entity),
  })
}

export function useShareState(product: string) {
  const api = useApi()
  return useQuery({
    queryKey: permissionKeys.share(product),
    queryFn: ({ signal }) => api.call(getShareState, { params: { product }, signal }),
  })
}
