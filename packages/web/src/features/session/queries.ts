import { getSecondFactor } from '@sheetwright/contract/session/get-second-factor.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'

export const sessionKeys = { secondFactor: ['session', 'second-factor'] } as const

export function useSecondFactor() {
  const api = useApi()
  return useQuery({
    queryKey: sessionKeys.secondFactor,
    queryFn: ({ signal }) => api.call(getSecondFactor, { signal }),
  })
}
