import type { SentBody } from '@sheetwright/contract/call.ts'
import { saveCallLimit } from '@sheetwright/contract/limits/save-call-limit.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { limitKeys } from './queries.ts'

/** Sets a limit; null removes it. A form shows its failure itself, so that it need not be announced. */
export function useSaveLimit({ announced }: { announced: boolean }) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: SentBody<typeof saveCallLimit>) => api.call(saveCallLimit, { body }),
    onSuccess: (limits) => queries.setQueryData(limitKeys.all, limits),
    meta: { announced },
  })
}
