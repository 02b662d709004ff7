import type { Message } from '@sheetwright/runtime/engine/call.ts'
import type { Engine } from '@sheetwright/runtime/engine/engine.ts'
import { type RecordSource, readRecords } from './read-records.ts'
import { type RecordOptions, type RecordResult, recordComputer } from './run-records.ts'
import type { SliceTexts } from './record-texts.ts'
import { takerFor } from './results-taker.ts'

/** Records of a batch to compute in sequence, for as long as one turn of a thread lasts. */
export interface SliceOrder {
  readonly source: RecordSource
  /** The first record of the source without a result. */
  readonly from: number
  /** Records to skip because they killed their thread before, each with its message. */
  readonly refused: readonly (readonly [record: number, message: string])[]
  /** The message for all remaining records, if none is to be computed any more. */
  readonly refuseAll: string | undefined
  readonly options: RecordOptions
  /** Added to every record's own warnings. */
  readonly warning: Message | undefined
  /** How long the whole batch may still take, and the message for records not started by then. */
  readonly millis: number
  readonly late: string
  /** Records before this one were computed quickly before, but were lost with their thread. */
  readonly known: number
  /** Shared memory that outlives the thread: the index of the record being computed. */
  readonly progress: Int32Array<SharedArrayBuffer>
}

/** The progress of a thread that has not reached any record. */
export const notBegun = -1

export interface SliceResult extends SliceTexts {
  readonly kind: 'slice'
  /** How many records the source has; it continues after those of this result. */
  readonly total: number
  /** How long the slice took. */
  readonly millis: number
}

/** The text is not in the expected format. */
export interface UnreadableRecords {
  readonly kind: 'unreadable'
  readonly field: string
  readonly message: string
}

/**
 * How long a batch may hold a thread at a time; sources that take long to parse get longer turns, to be parsed less
 * often.
 */
const turnMs = { part: 250, cases: 250, rows: 250, body: 2000 } as const
/** The time limit of records that were computed before in less than a turn. */
const againMs = 5_000

export function computeSlice(engine: Engine, order: SliceOrder): SliceResult | UnreadableRecords {
  const read = readRecords(order.source)
  if ('message' in read) return { kind: 'unreadable', ...read }
  const { from, refuseAll, late, known, progress, options } = order
  const begun = performance.now()
  const [until, pauseAt] = [begun + order.millis, begun + turnMs[order.source.kind]]
  const compute = recordComputer(engine, options, until)
  const computeAgain = recordComputer(engine, options, begun + againMs)
  const refused = new Map(order.refused)
  const texts = takerFor(order.source, order.warning)
  for (let i = from, now = begun; i < read.count && now < pauseAt; i++) {
    Atomics.store(progress, 0, i)
    const refusal = refuseAll ?? refused.get(i) ?? (now >= until && i >= known ? late : undefined)
    if (refusal !== undefined) texts.add(refusedRecord(refusal), i)
    else {
      texts.add((i < known ? computeAgain : compute)(read.record(i)), i)
      now = performance.now()
    }
  }
  return { kind: 'slice', total: read.count, ...texts.end(), millis: performance.now() - begun }
}

export function refusedRecord(message: string): RecordResult {
  return { outputs: {}, warnings: [], errors: [{ key: '', message }], solves: [], refused: true, micros: 0 }
}
