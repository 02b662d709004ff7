import type { MarkedInterface } from '@sheetwright/compiler/3-bind/ports/marked-ports.ts'
import type { Iteration } from '@sheetwright/compiler/model/iteration.ts'
import type { EngineInterface } from '@sheetwright/runtime/engine/ports.ts'

/** Everything that computing an engine needs, in a form that can be handed to a thread. */
export interface EngineContent {
  readonly ports: EngineInterface
  /** BCP 47 tag. */
  readonly locale: string
  /** Text of the compiled module; undefined for an engine that is interpreted. */
  readonly program: string | undefined
  /** The workbook's bytes, for what the reference evaluator computes. */
  readonly workbook: Uint8Array | undefined
  /** Inputs and outputs that were marked instead of named. */
  readonly marks?: MarkedInterface | undefined
  /** How the reference evaluator computes cells that need their own value. */
  readonly iteration?: Iteration | undefined
}

/** What a run may use. */
export interface EngineLimits {
  readonly steps: number
  /** Bytes for the cells of a program. */
  readonly memory: number
}
