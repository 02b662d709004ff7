import type { SentQuery } from '@sheetwright/contract/call.ts'
import { getLineage } from '@sheetwright/contract/lineage/get-lineage.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'

export type LineageStart = SentQuery<typeof getLineage>

export function useLineage(start: LineageStart | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: ['lineage', start],
    queryFn: ({ signal }) => api.call(getLineage, { query: start ?? { kind: 'field', id: '-' }, signal }),
    enabled: start !== undefined,
  })
}
