import type { SentQuery } from '@sheetwright/contract/call.ts'
import { checkInterface } from '@sheetwright/contract/data-dictionary/check-interface.ts'
import { getDataDictionary } from '@sheetwright/contract/data-dictionary/get-data-dictionary.ts'
import type { EngineInterface, EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'

export const dictionaryKeys = { all: ['data-dictionary'] } as const

export function useDataDictionary(query: SentQuery<typeof getDataDictionary>) {
  const api = useApi()
  return useQuery({
    queryKey: [...dictionaryKeys.all, query],
    queryFn: ({ signal }) => api.call(getDataDictionary, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Inputs and outputs of an engine that the dictionary lacks or contradicts. */
export function useDictionaryFindings(ports: Pick<EngineInterface, 'inputs' | 'outputs'>, enabled: boolean) {
  const api = useApi()
  const body = { inputs: ports.inputs.map(portOf), outputs: ports.outputs.map(portOf) }
  return useQuery({
    queryKey: [...dictionaryKeys.all, 'check', body],
    queryFn: ({ signal }) => api.call(checkInterface, { body, signal }),
    enabled,
  })
}

function portOf({ name, shape, type }: EnginePort) {
  return { name, type: shape === 'block' ? 'table' : (type ?? 'any') }
}
