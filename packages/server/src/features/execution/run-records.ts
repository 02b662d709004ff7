import { serialInZone } from '@sheetwright/runtime/dates/time-zone.ts'
import type { EngineInputs, EngineResult, ExecuteOptions } from '@sheetwright/runtime/engine/call.ts'
import type { Engine } from '@sheetwright/runtime/engine/engine.ts'

/** How the records of one call are computed. */
export interface RecordOptions extends Omit<ExecuteOptions, 'isPastDeadline' | 'now'> {
  /** The value of NOW, in milliseconds since 1970, UTC. */
  readonly at: number
  /** Identifies the call for the caller; the log names it too if a calculation fails unexpectedly. */
  readonly correlationId: string
}

/** The result of one record, and how long it took. */
export interface RecordResult extends EngineResult {
  readonly micros: number
  /** An internal failure: for the log, never for the caller. */
  readonly failure?: string
}

/** The most failures reported of one source; further ones add nothing. */
export const mostFailures = 3

/** Null for a record that was not computed, unlike a record without outputs. */
export function outputsOf({ outputs, refused, ended, failure }: RecordResult): RecordResult['outputs'] | null {
  return refused === true || ended !== undefined || failure !== undefined ? null : outputs
}

/**
 * Prepares an engine to compute records. An error in one record affects only that record. `until` is a
 * `performance.now()` time; without it, only the step limit bounds a record.
 */
export function recordComputer(
  engine: Engine,
  options: RecordOptions,
  until?: number,
): (record: EngineInputs) => RecordResult {
  const { at, correlationId, seed, subservice, outputs: wanted, validate } = options
  const now = serialInZone(at, engine.calculator)
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

/** A record of a batch can be any JSON value. */
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

/** Called between steps, which can be very short, so the clock is read only now and then. */
function pastDeadline(until: number): () => boolean {
  let asked = 0
  return () => (asked++ & 15) === 0 && performance.now() > until
}
