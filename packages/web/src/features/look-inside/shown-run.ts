import { batchRecords } from '@sheetwright/contract/execution/batch-records.ts'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import { useLocation, useSearch } from '@tanstack/react-router'
import { useCall } from '../call-log/queries.ts'
import type { ShownRun } from './queries.ts'

/** The run whose values are shown. */
export type RunState =
  | { readonly kind: 'defaults' }
  | { readonly kind: 'call'; readonly call: string; readonly run: ShownRun }
  | { readonly kind: 'inputs'; readonly run: ShownRun }
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed'; readonly error: Error; readonly retry: () => void }

/**
 * The run that the address names: a logged call, or inputs in the fragment, which browsers do not send to the server;
 * else the defaults.
 */
export function useShownRun(engine: Pick<EngineDetail, 'id' | 'productId'>): RunState {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const { hash } = useLocation()
  const { call: callId } = search
  const call = useCall({ product: engine.productId, engine: engine.id }, callId ?? '', callId !== undefined)
  if (callId !== undefined) {
    if (call.isPending) return { kind: 'pending' }
    if (call.isError) return { kind: 'failed', error: call.error, retry: () => void call.refetch() }
    const { inputs, subservice } = call.data
    const record = recordOf(inputs, Number(search['record'] ?? 0))
    return {
      kind: 'call',
      call: callId,
      run: { inputs: record, ...(subservice === null ? {} : { subservice }) },
    }
  }
  const run = runOfHash(hash)
  return run === undefined ? { kind: 'defaults' } : { kind: 'inputs', run }
}

/** The fragment for inputs that belong to no call. */
export function hashOfRun(run: ShownRun): string {
  return new URLSearchParams({
    inputs: JSON.stringify(run.inputs),
    ...(run.subservice === undefined ? {} : { subservice: run.subservice }),
  }).toString()
}

export function runOfHash(hash: string): ShownRun | undefined {
  const parts = new URLSearchParams(hash.replace(/^#/, ''))
  const text = parts.get('inputs')
  if (text === null) return undefined
  try {
    const inputs: unknown = JSON.parse(text)
    const subservice = parts.get('subservice') ?? undefined
    return isRecord(inputs) ? { inputs, subservice } : undefined
  } catch {
    return undefined
  }
}

function recordOf(inputs: unknown, index: number): Readonly<Record<string, unknown>> {
  const record: unknown = Array.isArray(inputs) ? batchRecords(inputs)[index] : inputs
  return isRecord(record) ? record : {}
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
