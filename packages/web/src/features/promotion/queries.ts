import { listPromotionHosts } from '@sheetwright/contract/promotion/list-promotion-hosts.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'

/** The installations that versions may be promoted to; they change only with the server's settings. */
export function usePromotionHosts() {
  const api = useApi()
  return useQuery({
    queryKey: ['promotion', 'hosts'],
    queryFn: ({ signal }) => api.call(listPromotionHosts, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
