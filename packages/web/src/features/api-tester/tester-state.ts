import type { EngineInterface, EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Inputs, TesterRun } from './run.ts'

/** What the tester keeps of an engine while the page is open, so that going away and coming back loses nothing. */
export interface TesterState {
  /** Values by input; undefined until somebody changes one: the defaults hold. */
  readonly inputs: Inputs | undefined
  /** Newest first. */
  readonly runs: readonly TesterRun[]
  readonly subservice: string | null
  readonly purpose: string
}

const nothingYet: TesterState = { inputs: undefined, runs: [], subservice: null, purpose: '' }

/** How many runs are kept on the page; all of them are in the log. */
const keptRuns = 50

export function useTesterState(engineId: string) {
  const queries = useQueryClient()
  const key = ['api-tester', engineId]
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => nothingYet,
    initialData: nothingYet,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const change = (changes: Partial<TesterState>) =>
    queries.setQueryData<TesterState>(key, (state = nothingYet) => ({ ...state, ...changes }))
  const addRun = (run: TesterRun) =>
    queries.setQueryData<TesterState>(key, (state = nothingYet) => ({
      ...state,
      runs: [run, ...state.runs].slice(0, keptRuns),
    }))
  /** What was typed last, even when it is not drawn yet. */
  const latest = () => queries.getQueryData<TesterState>(key) ?? nothingYet
  return { state: data, latest, change, addRun }
}

/** The inputs and outputs that are meant: the engine's own, or those of a subservice. */
export function portsOf(
  ports: EngineInterface,
  subservice: string | null,
): Pick<EngineInterface, 'inputs' | 'outputs'> {
  return ports.subservices.find(({ name }) => name === subservice) ?? ports
}

export function defaultsOf(inputs: readonly EnginePort[]): Inputs {
  return Object.fromEntries(inputs.map((port) => [port.name, port.default]))
}
