import { listConfigurationChanges } from '@sheetwright/contract/configuration/list-configuration-changes.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'

/** The files that were applied recently. */
export function useConfigurationChanges() {
  const api = useApi()
  return useQuery({
    queryKey: ['configuration', 'changes'],
    queryFn: ({ signal }) => api.call(listConfigurationChanges, { signal }),
  })
}
