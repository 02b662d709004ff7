import type { EngineInterface, EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAppState } from '../../platform/store/use-app-store.ts'
import { keptTests, type TesterState } from './kept-tests.ts'
import type { Inputs, TesterRun } from './run.ts'

const nothingYet: TesterState = { inputs: undefined, runs: [], subservice: null, purpose: '' }

/** Number of runs kept on the page; the call log has all of them. */
const keptRuns = 50

export function useTesterState(engineId: string) {
  const queries = useQueryClient()
  const { auth } = useAppState()
  const key = ['api-tester', engineId]
  const kept = keptTests(window.sessionStorage, `${auth.userId} ${engineId}`)
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => nothingYet,
    initialData: () => ({ ...nothingYet, ...kept.read() }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const set = (next: (state: TesterState) => TesterState) => {
    const state = queries.setQueryData<TesterState>(key, (present = nothingYet) => next(present))
    if (state !== undefined) kept.write(state)
  }
  const change = (changes: Partial<TesterState>) => set((state) => ({ ...state, ...changes }))
  const addRun = (run: TesterRun) => set((state) => ({ ...state, runs: [run, ...state.runs].slice(0, keptRuns) }))
  /** The latest inputs, even before they are rendered. */
  const latest = () => queries.getQueryData<TesterState>(key) ?? nothingYet
  return { state: data, latest, change, addRun }
}

/** The inputs and outputs of the engine, or of the chosen subservice. */
export function portsOf(
  ports: EngineInterface,
  subservice: string | null,
): Pick<EngineInterface, 'inputs' | 'outputs'> {
  return ports.subservices.find(({ name }) => name === subservice) ?? ports
}

export function defaultsOf(inputs: readonly EnginePort[]): Inputs {
  return Object.fromEntries(inputs.map((port) => [port.name, port.default]))
}
