import { checkEngines } from '@sheetwright/contract/master-api/check-engines.ts'
import { compareMasterApi } from '@sheetwright/contract/master-api/compare-master-api.ts'
import { getMasterApi } from '@sheetwright/contract/master-api/get-master-api.ts'
import { useQuery } from '@tanstack/react-query'
import { keepPreviousOf } from '../../platform/api/keep-previous-of.ts'
import { useApi } from '../../platform/api/use-api.ts'

export const masterApiKeys = {
  all: ['master-api'] as const,
  one: (...facts: readonly unknown[]) => ['master-api', ...facts] as const,
}

/** Null if the product has none yet. */
export function useMasterApi(product: string, version: number | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: masterApiKeys.one('definition', product, version),
    queryFn: ({ signal }) =>
      api.call(getMasterApi, {
        params: { product },
        query: { orNull: 'true', ...(version === undefined ? {} : { version }) },
        signal,
      }),
    placeholderData: keepPreviousOf(product),
  })
}

/** All engines of the product, checked against a version. */
export function useCheckedEngines(product: string, version: number) {
  const api = useApi()
  return useQuery({
    queryKey: masterApiKeys.one('engines', product, version),
    queryFn: ({ signal }) => api.call(checkEngines, { params: { product }, query: { version }, signal }),
  })
}

export function useApiDifference(product: string, from: number, to: number) {
  const api = useApi()
  return useQuery({
    queryKey: masterApiKeys.one('difference', product, from, to),
    queryFn: ({ signal }) => api.call(compareMasterApi, { params: { product }, query: { from, to }, signal }),
    enabled: from !== to,
  })
}
