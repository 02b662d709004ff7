import { clearCache } from '@sheetwright/contract/system/clear-cache.ts'
import { clearGarbage } from '@sheetwright/contract/system/clear-garbage.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'

export function useClearCache() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api.call(clearCache),
    onSuccess: () => queries.invalidateQueries(),
  })
}

export function useClearGarbage() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api.call(clearGarbage),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['system', 'diagnostics'] }),
  })
}
