import type { Scalar } from '../values.ts'
import type { CellPlace, CellPort } from './ports.ts'

/** What a calculation depends on besides the workbook and the caller's inputs. */
export interface Moment {
  /** Serial number that NOW gives, in the workbook's date system and time zone. */
  readonly now: number
  /** Seed of RAND and similar functions: the same seed gives the same numbers. */
  readonly seed: number
  /** True once the calculation must end. */
  readonly isPastDeadline?: (() => boolean) | undefined
}

/** A formula of an input's data validation: a limit, the list of choices, or the condition. */
export type ValidationFormula = 'formula1' | 'formula2'

/**
 * Computes the cells of one workbook, with a compiled program or the reference evaluator. The engine needs nothing else
 * from either.
 */
export interface Calculator {
  readonly date1904: boolean
  /** BCP 47 tag. */
  readonly locale: string
  /** The time zone of NOW and TODAY; UTC if there is none. */
  readonly timeZone?: string | undefined
  readonly sheetNames: readonly string[]
  /** An unexpected exception of a program; the reference evaluator computed the record instead. */
  readonly failure?: Error | undefined
  /** Starts a new calculation: every cell holds the file's content. */
  begin(moment: Moment): void
  /** Sets the value of an input cell, or of a cell that a solve changes. */
  put(place: CellPlace, value: Scalar): void
  /** Announces what will be requested, so that nothing else is computed. Other cells may still be requested. */
  announce(cells: readonly CellPlace[], validated: readonly CellPort[]): void
  value(place: CellPlace): Scalar
  /** The single value of a validation formula, seen from the input's cell. */
  limit(port: CellPort, formula: ValidationFormula): Scalar
  /** All values of the list that a validation formula gives. */
  choices(port: CellPort): readonly Scalar[]
  /** The cell where a cell's error arose. */
  errorSource(place: CellPlace): CellPlace
}
