import { setEntityPermissions } from '@sheetwright/contract/permissions/set-entity-permissions.ts'
import { shareProduct } from '@sheetwright/contract/permissions/share-product.ts'
import type { SentBody } from '@sheetwright/contract/call.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { productKeys } from '../products/queries.ts'
import { type Entity, permissionKeys } from './queries.ts'

function useForgetAccess() {
  const queries = useQueryClient()
  return () =>
    Promise.all([permissionKeys.all, productKeys.all].map((queryKey) => queries.invalidateQueries({ queryKey })))
}

export function useSetPermissions(entity: Entity) {
  const api = useApi()
  return useMutation({
    mutationFn: (body: SentBody<typeof setEntityPermissions>) =>
      api.call(setEntityPermissions, { params: entity, body }),
    onSettled: useForgetAccess(),
  })
}

export function useShareProduct(product: string) {
  const api = useApi()
  return useMutation({
    mutationFn: (body: SentBody<typeof shareProduct>) => api.call(shareProduct, { params: { product }, body }),
    onSettled: useForgetAccess(),
  })
}
