import type { Inputs, TesterRun } from './run.ts'

/** What the tester keeps of an engine, so that going away, coming back and loading the page again lose nothing. */
export interface TesterState {
  /** Values by input; undefined until somebody changes one: the defaults hold. */
  readonly inputs: Inputs | undefined
  /** Newest first. */
  readonly runs: readonly TesterRun[]
  readonly subservice: string | null
  readonly purpose: string
}

const prefix = 'sheetwright.tester '

/**
 * Inputs and runs of the tester in the storage of the tab: they survive a reload and end with the tab. Inputs can be
 * personal, so nothing is kept for other tabs or another day, and signing out removes it.
 */
export function keptTests(storage: Storage, whose: string) {
  const key = `${prefix}${whose}`
  return {
    read(): Partial<TesterState> {
      const text = storage.getItem(key)
      return text === null ? {} : (JSON.parse(text) as Partial<TesterState>)
    },
    write({ runs, ...state }: TesterState): void {
      // Large answers may not fit; then fewer runs are kept, at last only the inputs.
      for (let count = runs.length; ; count = Math.floor(count / 2)) {
        try {
          storage.setItem(key, JSON.stringify({ ...state, runs: runs.slice(0, count) }))
          return
        } catch {
          if (count === 0) return storage.removeItem(key)
        }
      }
    },
  }
}

export function forgetTests(storage: Storage): void {
  const kept = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '')
  for (const key of kept) if (key.startsWith(prefix)) storage.removeItem(key)
}
