import type { Engine, Message } from '@sheetwright/runtime/engine/engine.ts'
import { type RecordSource, readRecords } from './read-records.ts'
import { type RecordOptions, type RecordResult, recordComputer } from './run-records.ts'
import type { SliceTexts } from './record-texts.ts'
import { takerFor } from './results-taker.ts'

/** Some records of a batch, to be computed one after the other for as long as a thread may be held at a time. */
export interface SliceOrder {
  readonly source: RecordSource
  /** The first record of the source that is not computed yet. */
  readonly from: number
  /** Records of it that are not to be computed, because they ended their thread before, and what is said of each. */
  readonly refused: readonly (readonly [record: number, message: string])[]
  /** Set when none of them is to be computed any more. */
  readonly refuseAll: string | undefined
  readonly options: RecordOptions
  /** Said with every record beside its own warnings. */
  readonly warning: Message | undefined
  /** How long the whole batch may still take, and what is said of records that were not begun by then. */
  readonly millis: number
  readonly late: string
  /** Records before this one have been computed before in little time, but were lost with their thread. */
  readonly known: number
  /** A whole number that outlives the thread: the record that is being computed. */
  readonly progress: Int32Array<SharedArrayBuffer>
}

/** Of a thread that has not come to any record. */
export const notBegun = -1

export interface SliceResult extends SliceTexts {
  readonly kind: 'slice'
  /** How many records the source has: it goes on behind those of this result. */
  readonly total: number
  /** How long it took. */
  readonly millis: number
}

/** The text is not what it was thought to be. */
export interface UnreadableRecords {
  readonly kind: 'unreadable'
  readonly field: string
  readonly message: string
}

/** A thread that works on a batch is free for others after so long; a text that takes long to read is read less often. */
const turnMs = { part: 250, cases: 250, body: 2000 } as const
/** What records may take that were computed before in less than a turn. */
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
