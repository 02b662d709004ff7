import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { executeInputs } from '@sheetwright/contract/execution/execute-inputs.ts'
import { getLookupData } from '@sheetwright/contract/system/get-lookup-data.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { keepPreviousOf } from '../../platform/api/keep-previous-of.ts'
import { useApi } from '../../platform/api/use-api.ts'
import type { EngineAddress, Inputs } from './run.ts'

/** Debounce, so that typing does not ask the engine at every key. */
const restMillis = 300

/** Options of lists that depend on other inputs, for the current inputs. */
export function useDependentOptions(
  { product, engine, subservice, versionId }: EngineAddress,
  ports: readonly EnginePort[],
  inputs: Inputs,
): ReadonlyMap<string, readonly unknown[]> {
  const api = useApi()
  const [settled] = useDebouncedValue(inputs, restMillis)
  const dependent = ports.filter(({ validation }) => validation?.type === 'list' && validation.options === undefined)
  const { data } = useQuery({
    queryKey: ['api-tester', 'options', engine, versionId, subservice, settled],
    queryFn: ({ signal }) =>
      api.call(executeInputs, {
        params: { product, engine },
        body: {
          request_data: { inputs: settled },
          request_meta: { version_id: versionId, service_category: subservice, validate: false },
        },
        signal,
      }),
    placeholderData: keepPreviousOf(engine, versionId),
    enabled: dependent.length > 0,
    meta: { announced: false },
  })
  const names = new Set(dependent.map(({ name }) => name))
  return new Map(
    (data?.xlInputs ?? []).flatMap(({ name, options }) => (names.has(name) && options ? [[name, options]] : [])),
  )
}

/** The tenant's purposes for calls. */
export function usePurposes(enabled: boolean): readonly string[] {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['api-tester', 'purposes'],
    queryFn: ({ signal }) => api.call(getLookupData, { query: { name: 'ExecutePurpose' }, signal }),
    staleTime: 5 * 60_000,
    enabled,
    // Without the list, any text can still be typed.
    meta: { announced: false },
  })
  return (data?.ExecutePurpose ?? []).map(({ value }) => value)
}
