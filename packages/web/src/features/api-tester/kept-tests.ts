import type { Inputs, TesterRun } from './run.ts'

/** What the tester stores for an engine, so that leaving the page or reloading it loses nothing. */
export interface TesterState {
  /** Values by input; undefined, meaning the defaults, until one is changed. */
  readonly inputs: Inputs | undefined
  /** Newest first. */
  readonly runs: readonly TesterRun[]
  readonly subservice: string | null
  readonly purpose: string
}

const prefix = 'sheetwright.tester '

/**
 * Inputs and runs of the tester in session storage: they survive a reload and end with the tab. Inputs can be personal
 * data, so other tabs never see them and signing out removes them.
 */
export function keptTests(storage: Storage, whose: string) {
  const key = `${prefix}${whose}`
  return {
    read(): Partial<TesterState> {
      const text = storage.getItem(key)
      return text === null ? {} : (JSON.parse(text) as Partial<TesterState>)
    },
    write({ runs, ...state }: TesterState): void {
      // Large answers may not fit; then fewer runs are stored, in the end only the inputs.
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
