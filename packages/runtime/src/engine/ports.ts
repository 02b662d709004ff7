import type { Area, Scalar } from '../values.ts'

/** How values of a port are shown and transferred. */
export type ValueType =
  | 'number'
  | 'integer'
  | 'percent'
  | 'currency'
  | 'date'
  | 'time'
  | 'datetime'
  | 'boolean'
  | 'text'

/** One cell; rows and columns from 0. */
export interface CellPlace {
  readonly sheet: number
  readonly row: number
  readonly col: number
}

/** The position of a port. */
export interface PortPlace {
  readonly sheet: number
  readonly range: Omit<Area, 'sheet'>
}

interface PortBase {
  /** The name callers use, without prefix and subservice, spelled as in the workbook. */
  readonly name: string
  /** The subservice it belongs to; undefined if it belongs to none. */
  readonly subservice: string | undefined
  readonly place: PortPlace
  readonly description: string | undefined
}

/** An input or output of one cell. */
export interface CellPort extends PortBase {
  readonly shape: 'cell'
  readonly type: ValueType
  readonly numberFormat: string
  /** The saved value. */
  readonly default: Scalar
  readonly validation: PortValidation | undefined
}

/**
 * An input or output that is a block of cells: its first row holds the headings; each row below is an object in JSON.
 */
export interface BlockPort extends PortBase {
  readonly shape: 'block'
  readonly columns: readonly BlockColumn[]
  readonly defaults: readonly (readonly Scalar[])[]
}

export interface BlockColumn {
  readonly heading: string
  readonly type: ValueType
  readonly numberFormat: string
}

export type Port = CellPort | BlockPort

/** Excel's data validation of an input cell. */
export interface PortValidation {
  readonly rule: ValidationRule
  /** The cell that its relative references are relative to. */
  readonly home: CellPlace
}

/** The rule of Excel's data validation of a cell. */
export interface ValidationRule {
  readonly type: 'any' | 'whole' | 'decimal' | 'list' | 'date' | 'time' | 'textLength' | 'custom'
  readonly operator:
    | 'between'
    | 'notBetween'
    | 'equal'
    | 'notEqual'
    | 'lessThan'
    | 'lessThanOrEqual'
    | 'greaterThan'
    | 'greaterThanOrEqual'
  /** The choices of a list typed into the validation; otherwise formula1 gives them. */
  readonly items: readonly string[] | undefined
  /** Relative references are relative to the top left cell of the first range. */
  readonly formula1: string | undefined
  readonly formula2: string | undefined
  readonly allowBlank: boolean
  readonly errorStyle: 'stop' | 'warning' | 'information'
  readonly showError: boolean
  readonly errorTitle: string | undefined
  readonly errorMessage: string | undefined
  readonly showPrompt: boolean
  readonly promptTitle: string | undefined
  readonly promptMessage: string | undefined
}

/** A formula that gives an error text, or "" when the inputs are valid. */
export interface ValidationPort {
  readonly name: string
  readonly place: PortPlace
}

export type SolveAlgorithm = 'SECANT' | 'BRENT'

/** The content of a solve block; each place is a cell that is read when the solve runs. */
export interface Solve {
  readonly name: string
  readonly place: PortPlace
  readonly runIf: PortPlace | undefined
  readonly target: CellPlace
  readonly targetValue: PortPlace
  readonly changing: CellPlace
  readonly algorithm: SolveAlgorithm
  readonly maxChange: number
  readonly maxIterations: number
  readonly initialGuess: PortPlace | undefined
  readonly lowerBound: PortPlace | undefined
  readonly upperBound: PortPlace | undefined
}

export interface Subservice {
  readonly name: string
  readonly inputs: readonly Port[]
  readonly outputs: readonly Port[]
}

/**
 * The inputs, outputs, validations and solves of an engine: everything that running it needs to know about its
 * workbook.
 */
export interface EngineInterface {
  readonly inputs: readonly Port[]
  readonly outputs: readonly Port[]
  readonly subservices: readonly Subservice[]
  readonly validations: readonly ValidationPort[]
  readonly solves: readonly Solve[]
}
