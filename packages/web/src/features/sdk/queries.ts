import { listPackages } from '@sheetwright/contract/sdk/list-packages.ts'
import type { EnginePackage } from '@sheetwright/contract/sdk/package.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { engineKeys } from '../engines/queries.ts'

export interface EngineAddress {
  readonly product: string
  readonly engine: string
}

/** Polling interval: events announce changes of an engine to everybody, but job progress only to the job's owner. */
const askAgainMillis = 1_000

export const packageKeys = (address: EngineAddress) => [...engineKeys.all, 'packages', address] as const

/** The packages of an engine, newest first. */
export function usePackages(address: EngineAddress) {
  const api = useApi()
  return useQuery({
    queryKey: packageKeys(address),
    queryFn: ({ signal }) => api.call(listPackages, { params: address, signal }),
    refetchInterval: ({ state }) => (state.data?.packages.some(isInWork) ? askAgainMillis : false),
  })
}

export function isInWork({ status }: EnginePackage): boolean {
  return status === 'Pending' || status === 'InProgress'
}
