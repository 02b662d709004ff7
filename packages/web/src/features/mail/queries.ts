import type { ResultOf } from '@sheetwright/contract/call.ts'
import { listOutbox } from '@sheetwright/contract/mail/list-outbox.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'

export type Mail = ResultOf<typeof listOutbox>['mails'][number]

export function useOutbox() {
  const api = useApi()
  return useQuery({
    queryKey: ['mail', 'outbox'],
    queryFn: ({ signal }) => api.call(listOutbox, { query: { limit: 200 }, signal }),
    refetchInterval: 30_000,
  })
}
