import type { ResultOf, SentBody, SentQuery } from '@sheetwright/contract/call.ts'
import { exportAudit } from '@sheetwright/contract/audit/export-audit.ts'
import { listAudit } from '@sheetwright/contract/audit/list-audit.ts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { useDownloads } from '../../platform/downloads/downloads.ts'

export type AuditEntry = ResultOf<typeof listAudit>['items'][number]

type AuditQuery = NonNullable<SentBody<typeof listAudit>>

export function useAudit(body: AuditQuery) {
  const api = useApi()
  return useQuery({
    queryKey: ['audit', body],
    queryFn: ({ signal }) => api.call(listAudit, { body, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Downloads the trail, or the matching entries. */
export function useExportAudit() {
  const api = useApi()
  const downloads = useDownloads()
  return useMutation({
    mutationFn: (query: NonNullable<SentQuery<typeof exportAudit>>) =>
      downloads.save(() => api.call(exportAudit, { query }), 'audit.csv'),
  })
}
