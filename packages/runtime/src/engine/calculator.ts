import type { Scalar } from '../values.ts'
import type { CellPlace, CellPort } from './ports.ts'

/** What a calculation depends on beside the workbook and the caller's inputs. */
export interface Moment {
  /** Serial number of the moment NOW gives, in the workbook's date system and the caller's time zone. */
  readonly now: number
  /** Decides what RAND and its kind give: the same seed gives the same numbers. */
  readonly seed: number
  /** True once the calculation has to end. */
  readonly isPastDeadline?: (() => boolean) | undefined
}

/** A formula of an input's data validation: a limit, the list it offers, or the condition itself. */
export type ValidationFormula = 'formula1' | 'formula2'

/**
 * Computes the cells of one workbook, whichever way: a compiled program or the reference evaluator. Executing an engine needs
 * nothing else of either.
 */
export interface Calculator {
  readonly date1904: boolean
  /** BCP 47 tag. */
  readonly locale: string
  readonly sheetNames: readonly string[]
  /** What a program threw that should not throw; the reference evaluator computed the record instead. */
  readonly failure?: Error | undefined
  /** A new calculation: every cell holds what the file says. */
  begin(moment: Moment): void
  /** Puts a value into an input cell or one that a solve changes. */
  put(place: CellPlace, value: Scalar): void
  /** What is going to be asked for, so that nothing else needs computing. Anything not announced may still be asked for. */
  announce(cells: readonly CellPlace[], validated: readonly CellPort[]): void
  value(place: CellPlace): Scalar
  /** One value that a validation formula gives, seen from the input's cell. */
  limit(port: CellPort, formula: ValidationFormula): Scalar
  /** Every value of the list that a validation formula gives. */
  choices(port: CellPort): readonly Scalar[]
  /** The cell in which the error that a cell shows arose. */
  errorSource(place: CellPlace): CellPlace
}
