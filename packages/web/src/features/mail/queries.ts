import type { ResultOf } from '@sheetwright/contract/call.ts'
import { listOutbox } from '@sheetwright/contract/mail/list-outbox.ts'
import { readMail } from '@sheetwright/contract/mail/read-mail.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'

export type Mail = ResultOf<typeof listOutbox>['mails'][number]

/** The text of a mail is fetched once, because the audit trail records every access. */
export function useMail(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['mail', 'one', id],
    queryFn: ({ signal }) => api.call(readMail, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

export function useOutbox() {
  const api = useApi()
  return useQuery({
    queryKey: ['mail', 'outbox'],
    queryFn: ({ signal }) => api.call(listOutbox, { query: { limit: 200 }, signal }),
    refetchInterval: 30_000,
  })
}
