import type { Engine, EngineInputs, EngineResult, ExecuteOptions } from '@sheetwright/runtime/engine/engine.ts'

/** How the records of one call are computed. */
export interface RecordOptions extends Omit<ExecuteOptions, 'isPastDeadline' | 'now'> {
  /** The moment NOW gives, in milliseconds since 1970, UTC. */
  readonly at: number
}

/** What one record gave, and how long it took. */
export interface RecordResult extends EngineResult {
  readonly micros: number
}

/** Computes records one after the other. What one of them does wrong is an error of that record alone. */
export class RecordRun {
  readonly results: RecordResult[] = []
  readonly #engine: Engine
  readonly #records: readonly EngineInputs[]
  readonly #options: ExecuteOptions

  /** `until` is on the clock of `performance.now()`; without it the steps alone bound a record. */
  constructor(engine: Engine, records: readonly EngineInputs[], options: RecordOptions, until?: number) {
    this.#engine = engine
    this.#records = records
    const now = serialOf(options.at, engine.calculator.date1904)
    const { at: _, ...rest } = options
    this.#options = { ...rest, now, ...(until === undefined ? {} : { isPastDeadline: pastDeadline(until) }) }
  }

  /** Goes on until all are computed or the moment has come to let others work; true when all are computed. */
  advance(pauseAt = Number.POSITIVE_INFINITY): boolean {
    const { results } = this
    for (let i = results.length; i < this.#records.length; i++) {
      const from = performance.now()
      const result = this.#compute(this.#records[i] as EngineInputs)
      const to = performance.now()
      results.push(Object.assign(result, { micros: Math.round((to - from) * 1000) }))
      if (to >= pauseAt) return i === this.#records.length - 1
    }
    return true
  }

  #compute(record: EngineInputs): EngineResult {
    try {
      return this.#engine.execute(record, this.#options)
    } catch (error) {
      const message = `The calculation failed: ${error instanceof Error ? error.message : String(error)}`
      return { outputs: {}, warnings: [], errors: [{ key: '', message }], solves: [] }
    }
  }
}

/** Asked between steps, which can be very short: the clock is looked at every now and then. */
function pastDeadline(until: number): () => boolean {
  let asked = 0
  return () => (asked++ & 15) === 0 && performance.now() > until
}

/** Serial number of 1970-01-01 in the 1900 system, and by how much it is smaller in the 1904 system. */
const epochSerial = 25_569
const days1904 = 1462

function serialOf(millis: number, date1904: boolean): number {
  return millis / 86_400_000 + epochSerial - (date1904 ? days1904 : 0)
}
