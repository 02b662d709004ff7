import type { CalculationEnded } from '../program/steps.ts'
import type { Moment } from './calculator.ts'
import type { SeekResult } from './goal-seek.ts'
import type { Json } from './json-values.ts'

/** A caller's values, by the names of the inputs. */
export type EngineInputs = Readonly<Record<string, unknown>>

export interface ExecuteOptions extends Moment {
  /** False accepts inputs that the workbook's own validation refuses. */
  readonly validate?: boolean | undefined
  /** Name of the subservice whose inputs and outputs apply. */
  readonly subservice?: string | undefined
  /** Names of the requested outputs; all by default. */
  readonly outputs?: readonly string[] | undefined
}

export interface EngineResult {
  readonly outputs: Readonly<Record<string, Json>>
  readonly warnings: readonly Message[]
  readonly errors: readonly Message[]
  /** The result of each solve, in the order they ran. */
  readonly solves: readonly SolveResult[]
  /** Why the calculation ended before it had results; undefined if it did not. */
  readonly ended?: CalculationEnded['because']
  /** Set if the inputs were refused, so that nothing was computed; `errors` says why. */
  readonly refused?: true
}

export interface Message {
  /** Name of the input, output or solve concerned. */
  readonly key: string
  readonly message: string
  /** The cell of the cause, as `Sheet1!B2`. */
  readonly cell?: string
}

export interface SolveResult {
  readonly name: string
  /** The wanted value of the target cell. */
  readonly target: number
  readonly result: SeekResult
}
