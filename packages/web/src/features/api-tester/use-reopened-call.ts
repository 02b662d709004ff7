import { getCall } from '@sheetwright/contract/call-log/get-call.ts'
import { batchRecords } from '@sheetwright/contract/execution/batch-records.ts'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useApi } from '../../platform/api/use-api.ts'
import type { Inputs } from './run.ts'
import type { TesterState } from './kept-tests.ts'

/** Restores the inputs of a logged call if the address names one. */
export function useReopenedCall(engine: EngineDetail, onOpen: (changes: Partial<TesterState>) => void): void {
  const api = useApi()
  const { call } = useSearch({ strict: false }) as { call?: string }
  const { data } = useQuery({
    queryKey: ['api-tester', 'call', engine.id, call],
    queryFn: ({ signal }) =>
      api.call(getCall, { params: { product: engine.productId, engine: engine.id, call: call ?? '' }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: call !== undefined,
  })
  useEffect(() => {
    if (data !== undefined) onOpen({ inputs: firstRecord(data.inputs), subservice: data.subservice })
    // Runs once for each call, so that later changes stay.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data])
}

/** The inputs of a call; for a batch, those of its first record. */
function firstRecord(inputs: unknown): Inputs {
  const record: unknown = Array.isArray(inputs) ? batchRecords(inputs)[0] : inputs
  return typeof record === 'object' && record !== null && !Array.isArray(record) ? (record as Inputs) : {}
}
