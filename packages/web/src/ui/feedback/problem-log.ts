import { createContext, useContext, useSyncExternalStore } from 'react'

/** An announced failure, kept so that it can be read after its toast is gone. */
export interface Problem {
  readonly id: number
  readonly message: string
  readonly correlationId: string | undefined
  readonly at: Date
}

export interface ProblemLog {
  readonly add: (problem: Omit<Problem, 'id' | 'at'>) => void
  readonly clear: () => void
  readonly list: () => readonly Problem[]
  readonly subscribe: (listener: () => void) => () => void
}

const kept = 20

export function createProblemLog(): ProblemLog {
  const listeners = new Set<() => void>()
  let problems: readonly Problem[] = []
  let count = 0

  function change(next: readonly Problem[]) {
    problems = next
    for (const listener of listeners) listener()
  }

  return {
    add(problem) {
      count += 1
      change([{ ...problem, id: count, at: new Date() }, ...problems].slice(0, kept))
    },
    clear: () => change([]),
    list: () => problems,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const ProblemLogContext = createContext<ProblemLog | null>(null)

export function useProblemLog(): ProblemLog {
  const log = useContext(ProblemLogContext)
  if (log === null) throw new Error('useProblemLog needs a ProblemLogContext')
  return log
}

export function useProblems(): readonly Problem[] {
  const log = useProblemLog()
  return useSyncExternalStore(log.subscribe, log.list)
}
