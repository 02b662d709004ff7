import { serialOfMoment } from '@sheetwright/runtime/dates/serial.ts'
import type { Engine, EngineInputs, EngineResult, ExecuteOptions } from '@sheetwright/runtime/engine/engine.ts'

/** How the records of one call are computed. */
export interface RecordOptions extends Omit<ExecuteOptions, 'isPastDeadline' | 'now'> {
  /** The moment NOW gives, in milliseconds since 1970, UTC. */
  readonly at: number
  /** What the caller knows the call by: where a calculation fails in a way that nobody foresaw, the log names it too. */
  readonly correlationId: string
}

/** What one record gave, and how long it took. */
export interface RecordResult extends EngineResult {
  readonly micros: number
  /** What went wrong within the product: for the log, never for the caller. */
  readonly failure?: string
}

/**
 * Prepares the computing of records with an engine. What one of them does wrong is an error of that record alone. `until`
 * is on the clock of `performance.now()`; without it the steps alone bound a record.
 */
export function recordComputer(
  engine: Engine,
  options: RecordOptions,
  until?: number,
): (record: EngineInputs) => RecordResult {
  const { at, correlationId, seed, subservice, outputs: wanted, validate } = options
  const now = serialOfMoment(at, engine.calculator.date1904)
  const isPastDeadline = until === undefined ? undefined : pastDeadline(until)
  const execute: ExecuteOptions = { seed, subservice, outputs: wanted, validate, now, isPastDeadline }
  return (record) => {
    if (!isRecord(record)) return malformedRecord
    const from = performance.now()
    try {
      const { outputs, warnings, errors, solves, ended, refused } = engine.execute(record, execute)
      const result = { outputs, warnings, errors, solves, micros: microsSince(from) }
      if (refused === true) return { ...result, refused }
      return ended === undefined ? result : { ...result, ended }
    } catch (error) {
      const message = `The calculation failed unexpectedly; it has been logged with the correlation id ${correlationId}.`
      const failure = error instanceof Error ? (error.stack ?? error.message) : String(error)
      const nothing = { outputs: {}, warnings: [], errors: [{ key: '', message }], solves: [] }
      return { ...nothing, micros: microsSince(from), failure }
    }
  }
}

/** A record of a batch can be anything that its sender wrote. */
export function isRecord(record: unknown): record is EngineInputs {
  return typeof record === 'object' && record !== null && !Array.isArray(record)
}

export const malformedRecord: RecordResult = {
  outputs: {},
  warnings: [],
  errors: [{ key: '', message: 'This record is neither an object nor a list of values below a list of headings.' }],
  solves: [],
  refused: true,
  micros: 0,
}

function microsSince(from: number): number {
  return Math.round((performance.now() - from) * 1000)
}

/** Asked between steps, which can be very short: the clock is looked at every now and then. */
function pastDeadline(until: number): () => boolean {
  let asked = 0
  return () => (asked++ & 15) === 0 && performance.now() > until
}
