import { listCallLimits } from '@sheetwright/contract/limits/list-call-limits.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'

export const limitKeys = { all: ['limits'] } as const

export function useCallLimits() {
  const api = useApi()
  return useQuery({ queryKey: limitKeys.all, queryFn: ({ signal }) => api.call(listCallLimits, { signal }) })
}
