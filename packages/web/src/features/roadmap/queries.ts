import { listTasks } from '@sheetwright/contract/roadmap/list-tasks.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { type ProductFilter, productKeys, productSearch } from '../products/queries.ts'

/** Below the key of products, because every change of a product can change a bar. */
export const roadmapKeys = {
  all: [...productKeys.all, 'roadmap'],
  tasks: (filter: ProductFilter) => [...productKeys.all, 'roadmap', filter],
} as const

export const everything: ProductFilter = { name: '', favourites: false, shared: false, categories: [] }

/** The tasks of the roadmap in one request, up to the maximum page size. */
export function useRoadmap(filter: ProductFilter) {
  const api = useApi()
  return useQuery({
    queryKey: roadmapKeys.tasks(filter),
    queryFn: ({ signal }) => api.call(listTasks, { body: { search: productSearch(filter) }, signal }),
    placeholderData: keepPreviousData,
  })
}
