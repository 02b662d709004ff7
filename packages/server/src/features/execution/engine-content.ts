import type { MarkedInterface } from '@sheetwright/compiler/interface.ts'
import type { Iteration } from '@sheetwright/compiler/model.ts'
import type { EngineInterface } from '@sheetwright/runtime/engine/ports.ts'

/** Everything needed to compute an engine, in a form that can be sent to a thread. */
export interface EngineContent {
  readonly ports: EngineInterface
  /** BCP 47 tag. */
  readonly locale: string
  /** The time zone of NOW and TODAY; UTC if there is none. */
  readonly timeZone: string | undefined
  /** Text of the compiled module; undefined for an engine that is interpreted. */
  readonly program: string | undefined
  /** The workbook's bytes, for the reference evaluator. */
  readonly workbook: Uint8Array | undefined
  /** Inputs and outputs that are marked instead of named. */
  readonly marks?: MarkedInterface | undefined
  /** How the reference evaluator computes circular cells. */
  readonly iteration?: Iteration | undefined
}

/** The limits of a run. */
export interface EngineLimits {
  readonly steps: number
  /** Bytes for the cells of a program. */
  readonly memory: number
}
