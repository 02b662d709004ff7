import type { TracedCell, TraceEnd } from '@sheetwright/compiler/run.ts'
import type { EngineInputs } from '@sheetwright/runtime/engine/call.ts'
import type { SliceOrder, SliceResult, UnreadableRecords } from './compute-slice.ts'
import type { InputValidation } from '@sheetwright/runtime/engine/describe-validations.ts'
import type { RecordOptions, RecordResult } from './run-records.ts'

/** A task for an engine thread. */
export interface EngineTask {
  readonly kind: 'records'
  /** Key of the resource that holds the engine. */
  readonly engine: string
  readonly records: readonly EngineInputs[]
  readonly options: RecordOptions
  readonly millis: number
  /** Also return the validation state of the first record, or the trace of each cell. */
  readonly also?: 'validations' | 'trace'
}

export interface EngineTaskResult {
  readonly results: readonly RecordResult[]
  readonly validations?: readonly InputValidation[]
  readonly trace?: readonly (TracedCell | TraceEnd)[]
}

/** A part of a batch that the thread parses, computes and writes. */
export interface SliceTask extends SliceOrder {
  readonly kind: 'slice'
  readonly engine: string
}

export type ThreadTask = EngineTask | SliceTask
export type ThreadResult = ({ readonly kind: 'records' } & EngineTaskResult) | SliceResult | UnreadableRecords
