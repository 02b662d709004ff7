import type { SentBody } from '@sheetwright/contract/call.ts'
import { saveCallLimit } from '@sheetwright/contract/limits/save-call-limit.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { limitKeys } from './queries.ts'

/** Sets a limit; null removes it. */
export function useSaveLimit() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: SentBody<typeof saveCallLimit>) => api.call(saveCallLimit, { body }),
    onSuccess: (limits) => queries.setQueryData(limitKeys.all, limits),
    meta: { announced: false },
  })
}
