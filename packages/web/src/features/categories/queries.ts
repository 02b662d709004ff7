import { getCategories } from '@sheetwright/contract/categories/get-categories.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { productKeys } from '../products/queries.ts'

/** Below the key of products, because every change of a product can change the counts. */
export const categoryKeys = { all: [...productKeys.all, 'categories'] } as const

/** The tenant's categories, in their order. */
export function useCategories() {
  const api = useApi()
  return useQuery({
    queryKey: categoryKeys.all,
    queryFn: ({ signal }) => api.call(getCategories, { signal }),
    staleTime: 60_000,
  })
}
