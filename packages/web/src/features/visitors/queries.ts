import { listLinkResources } from '@sheetwright/contract/visitors/list-link-resources.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'

export const linkKeys = { of: (product: string) => ['visitor-links', product] } as const

export function useVisitorLinks(product: string) {
  const api = useApi()
  return useQuery({
    queryKey: linkKeys.of(product),
    queryFn: ({ signal }) => api.call(listLinkResources, { params: { product }, signal }),
  })
}
