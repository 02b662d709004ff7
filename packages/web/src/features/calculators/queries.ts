import type { Client } from '@sheetwright/contract/client.ts'
import type { FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import { formStateOf, type FormState } from '@sheetwright/contract/calculators/form-state.ts'
import { getFormDraft } from '@sheetwright/contract/calculators/get-form-draft.ts'
import { listTutorials } from '@sheetwright/contract/calculators/list-tutorials.ts'
import { listFormVersions } from '@sheetwright/contract/calculators/list-form-versions.ts'
import { getCalculatorProgram } from '@sheetwright/contract/calculators/get-calculator-program.ts'
import { getTutorialFormSpec } from '@sheetwright/contract/calculators/get-tutorial-form-spec.ts'
import { getTutorialFormState } from '@sheetwright/contract/calculators/get-tutorial-form-state.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { keepPreviousOf } from '../../platform/api/keep-previous-of.ts'
import { useApi } from '../../platform/api/use-api.ts'
import { LocalCalculator } from './compute/local-calculator.ts'
import type { Values } from './calculator-state.ts'

export interface CalculatorAddress {
  readonly product: string
  readonly engine: string
}

export const formKeys = {
  spec: (address: CalculatorAddress) => ['calculators', 'spec', address],
  draft: (address: CalculatorAddress) => ['calculators', 'draft', address],
  versions: (address: CalculatorAddress) => ['calculators', 'versions', address],
  state: (versionId: string, where: string, values: Values) => ['calculators', 'state', versionId, where, values],
}

export function useFormSpec(address: CalculatorAddress) {
  const api = useApi()
  return useQuery({
    queryKey: formKeys.spec(address),
    queryFn: ({ signal }) => api.call(getTutorialFormSpec, { params: address, body: {}, signal }),
    // A version published meanwhile must not replace the form while somebody types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** The form in the builder. It is read once, so that the author's changes are not overwritten by what others saved. */
export function useFormDraft(address: CalculatorAddress, versionId: string | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: [...formKeys.draft(address), versionId],
    queryFn: ({ signal }) =>
      api.call(getFormDraft, { params: address, query: versionId === undefined ? {} : { versionId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

export function useFormVersions(address: CalculatorAddress, enabled: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: formKeys.versions(address),
    queryFn: ({ signal }) => api.call(listFormVersions, { params: address, signal }),
    enabled,
  })
}

export function useTutorials(product: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['calculators', 'tutorials', product],
    queryFn: ({ signal }) => api.call(listTutorials, { params: { product }, signal }),
  })
}

/** Computes states of a form, in the order of the given values. */
export interface Computer {
  readonly where: 'browser' | 'server'
  compute(records: readonly Values[], signal?: AbortSignal): Promise<FormState[]>
}

/**
 * What computes a form: the program in this page if its author allows that, else the server. Undefined until that is
 * decided. If the program cannot start here, the server computes, with the same results.
 */
export function useComputer(spec: FormSpec, form: 'published' | 'generated'): Computer | undefined {
  const api = useApi()
  const [local, setLocal] = useState<LocalCalculator | 'unavailable'>()
  useEffect(() => {
    if (spec.computes === 'server') return undefined
    const { productId, id, versionId } = spec.engine
    let opened: LocalCalculator | undefined
    let isLeft = false
    void (async () => {
      try {
        const program = await api.call(getCalculatorProgram, {
          params: { product: productId, engine: id },
          body: { versionId },
        })
        opened = await LocalCalculator.open(program)
        if (isLeft) opened.close()
        else setLocal(opened)
      } catch {
        if (!isLeft) setLocal('unavailable')
      }
    })()
    return () => {
      isLeft = true
      opened?.close()
    }
  }, [api, spec])
  return useMemo(() => {
    if (spec.computes === 'server' || local === 'unavailable') return serverComputer(api, spec, form)
    return local && localComputer(local, spec)
  }, [api, spec, form, local])
}

function serverComputer(
  api: Client,
  { engine: { productId, id, versionId } }: FormSpec,
  form: 'published' | 'generated',
): Computer {
  const params = { product: productId, engine: id }
  const compute = (inputs: Values, signal: AbortSignal | undefined) =>
    api.call(getTutorialFormState, {
      params,
      body: { inputs, versionId, form },
      ...(signal === undefined ? {} : { signal }),
    })
  return {
    where: 'server',
    compute: (records, signal) => Promise.all(records.map((inputs) => compute(inputs, signal))),
  }
}

function localComputer(local: LocalCalculator, { layout, engine: { versionId, revision } }: FormSpec): Computer {
  return {
    where: 'browser',
    compute: async (records) => {
      const runs = await local.run(records)
      return runs.map((run, index) => formStateOf(layout, { versionId, revision }, records[index] ?? {}, run))
    },
  }
}

/** Debounce for the server; a program in this page computes at every key. */
const restMillis = 150

/** The states of scenarios, each with its previous results while new ones are computed. */
export function useFormStates(spec: FormSpec, computer: Computer | undefined, scenarios: readonly Values[]) {
  const [rested] = useDebouncedValue(scenarios, restMillis)
  const asked = computer?.where === 'browser' ? scenarios : rested
  return useQueries({
    queries: asked.map((values) => ({
      queryKey: formKeys.state(spec.engine.versionId, computer?.where ?? 'none', values),
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const [state] = (await computer?.compute([values], signal)) ?? []
        if (state === undefined) throw new Error('Nothing was computed')
        return state
      },
      enabled: computer !== undefined,
      placeholderData: keepPreviousOf(spec.engine.versionId),
      gcTime: 60_000,
      staleTime: 60_000,
    })),
  })
}

/** Results for many values of one input, for a chart. */
export function useSweep(
  computer: Computer | undefined,
  versionId: string,
  values: Values,
  input: string,
  points: readonly number[],
) {
  const [rested] = useDebouncedValue(values, restMillis)
  return useQuery({
    queryKey: ['calculators', 'sweep', versionId, computer?.where, rested, input, points],
    queryFn: async ({ signal }) =>
      computer?.compute(
        points.map((point) => ({ ...rested, [input]: point })),
        signal,
      ) ?? [],
    enabled: computer !== undefined && points.length > 0,
    placeholderData: keepPreviousOf(versionId, input),
    gcTime: 60_000,
    staleTime: 60_000,
  })
}
