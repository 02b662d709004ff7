import type { Scalar } from '@sheetwright/runtime/values.ts'
import type { Range } from '../../model/address.ts'
import type { DataValidation } from '../../model/workbook.ts'

/** How values of a port are shown and travel. */
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

/** Where a port lies. */
export interface PortPlace {
  readonly sheet: number
  readonly range: Range
}

interface PortBase {
  /** The name callers use, without prefix and subservice, spelt as in the workbook. */
  readonly name: string
  /** The subservice it belongs to, or undefined for the plain lists. */
  readonly subservice: string | undefined
  readonly place: PortPlace
  readonly description: string | undefined
}

/** An input or output of one cell. */
export interface CellPort extends PortBase {
  readonly shape: 'cell'
  readonly type: ValueType
  readonly numberFormat: string
  /** The value saved in the cell. */
  readonly default: Scalar
  readonly validation: PortValidation | undefined
}

/** An input or output that is a block of cells: its first row holds the headings, each row below travels as an object. */
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
  readonly rule: DataValidation
  /** The cell its relative references are seen from. */
  readonly home: { readonly sheet: number; readonly row: number; readonly col: number }
}

/** A formula that gives an error text, or "" when the inputs are valid. */
export interface ValidationPort {
  readonly name: string
  readonly place: PortPlace
}

export type SolveAlgorithm = 'SECANT' | 'BRENT'

/** What a solve block says; each place is a cell whose value is read when the solve runs. */
export interface Solve {
  readonly name: string
  readonly place: PortPlace
  readonly runIf: PortPlace | undefined
  readonly target: { readonly sheet: number; readonly row: number; readonly col: number }
  readonly targetValue: PortPlace
  readonly changing: { readonly sheet: number; readonly row: number; readonly col: number }
  readonly algorithm: SolveAlgorithm
  readonly maxChange: number
  readonly maxIterations: number
  readonly initialGuess: PortPlace | undefined
  readonly lowerBound: PortPlace | undefined
  readonly upperBound: PortPlace | undefined
}

/** A range with a name that is shown or copied as a whole. */
export interface RangePort {
  readonly name: string
  readonly place: PortPlace
  readonly description: string | undefined
}

/** A reference table: published by a master workbook, or the place it is copied to in an engine. */
export interface ReferencePort extends RangePort {
  readonly headings: readonly string[]
}

/** The interface a workbook declares through its defined names. */
export interface WorkbookInterface {
  readonly inputs: readonly Port[]
  readonly outputs: readonly Port[]
  readonly subservices: readonly {
    readonly name: string
    readonly inputs: readonly Port[]
    readonly outputs: readonly Port[]
  }[]
  readonly metadata: readonly Port[]
  readonly validations: readonly ValidationPort[]
  readonly solves: readonly Solve[]
  readonly reports: readonly RangePort[]
  readonly images: readonly RangePort[]
  readonly references: readonly ReferencePort[]
  /** Custom properties of the file and the sheet `Properties`; the sheet wins. */
  readonly properties: ReadonlyMap<string, string | number | boolean>
}
