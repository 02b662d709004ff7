import type { ValidationRule, ValueType } from '@sheetwright/runtime/engine/ports.ts'
import type { Range } from './address.ts'
import type { RegionFormula } from './cell.ts'
import type { CellTable } from './cell-table.ts'
import type { CellStyle } from './style.ts'

/** A workbook as read: the file's content, nothing computed. Rows, columns and sheets count from 0. */
export interface Workbook {
  readonly format: 'xlsx' | 'xlsb' | 'xls'
  /** The grid that whole-column and whole-row references span: 65,536 x 256 in an xls file. */
  readonly grid: { readonly rows: number; readonly cols: number }
  readonly date1904: boolean
  readonly calculation: CalculationSettings
  /** In tab order, chart and macro sheets included: 3-D references and sheet-scoped names count them too. */
  readonly sheets: readonly Sheet[]
  readonly names: readonly DefinedName[]
  readonly tables: readonly Table[]
  /** By the index that formulas use: `[1]Sheet!A1` is `externalLinks[0]`. */
  readonly externalLinks: readonly ExternalLink[]
  /** `Cell.style` and `Sheet.columns[].style` are indexes into this list. */
  readonly styles: readonly CellStyle[]
  readonly properties: DocumentProperties
  /** Country of the regional settings under which the file was saved, as a telephone code; only xls files store it. */
  readonly country: number | undefined
  /** The file carries a VBA project. */
  readonly hasVba: boolean
}

export interface CalculationSettings {
  readonly mode: 'auto' | 'autoExceptTables' | 'manual'
  readonly iterate: boolean
  readonly iterateCount: number
  readonly iterateDelta: number
  /** False means "precision as displayed". */
  readonly fullPrecision: boolean
  /** The rules that the workbook asks for; from 2 on, LEN and the like count pairs of UTF-16 units as one character. */
  readonly compatibilityVersion: number
}

export interface Sheet {
  readonly name: string
  readonly kind: 'worksheet' | 'chart' | 'macro' | 'dialog'
  readonly visibility: 'visible' | 'hidden' | 'veryHidden'
  readonly cells: CellTable
  /** Smallest rectangle around all cells, or undefined on an empty sheet. */
  readonly used: Range | undefined
  /** Every array formula and data table, in reading order, so that members the file left out are known too. */
  readonly regions: readonly RegionFormula[]
  readonly merges: readonly Range[]
  readonly columns: readonly ColumnInfo[]
  /** Only rows that differ from the default. */
  readonly rows: ReadonlyMap<number, RowInfo>
  /** Width, in characters, of columns without their own width. */
  readonly defaultColumnWidth: number
  /** In points. */
  readonly defaultRowHeight: number
  readonly autoFilter: Range | undefined
  readonly validations: readonly DataValidation[]
  readonly showGridLines: boolean
  readonly rightToLeft: boolean
  /** "Transition formula evaluation", a legacy of Lotus 1-2-3: text counts as 0 in the sheet's formulas. */
  readonly textIsZero: boolean
  readonly frozen: { readonly rows: number; readonly cols: number } | undefined
  /** Notes on cells; only from xlsx files. */
  readonly comments?: readonly CellComment[]
}

/** A note on a cell, or a thread of notes. */
export interface CellComment {
  readonly row: number
  readonly col: number
  readonly author: string | undefined
  readonly text: string
}

export interface ColumnInfo {
  readonly first: number
  readonly last: number
  /** In characters of the default font. */
  readonly width: number | undefined
  readonly hidden: boolean
  readonly style: number
}

export interface RowInfo {
  /** In points. */
  readonly height: number | undefined
  /** A hidden row inside an active filter's range counts as hidden by the filter. */
  readonly hidden: 'no' | 'manual' | 'filter'
  readonly style: number | undefined
}

export interface DefinedName {
  /** As written, built-in ones with their prefix (`_xlnm.Print_Area`). */
  readonly name: string
  /** The sheet it belongs to; undefined for the whole workbook. */
  readonly sheet: number | undefined
  /** Formula text without `=`; relative references are relative to A1. */
  readonly text: string
  readonly comment: string | undefined
  readonly hidden: boolean
  /** Names a macro (VBA or XLM) or a macro function instead of cells or a formula. */
  readonly macro: 'none' | 'vba' | 'xlm'
  /** The type that the author gave the input or output, instead of the type by its cell. */
  readonly portType?: ValueType
}

export interface Table {
  /** The name that structured references use. */
  readonly name: string
  readonly sheet: number
  /** Headers and totals included. */
  readonly range: Range
  /** Number of heading rows, 0 or 1. */
  readonly headerRows: number
  /** Number of totals rows, 0 or 1. */
  readonly totalsRows: number
  readonly columns: readonly TableColumn[]
}

interface TableColumn {
  readonly name: string
  readonly totalsFunction: string | undefined
  readonly totalsLabel: string | undefined
  /** Text of a custom totals formula. */
  readonly totalsFormula: string | undefined
  /** The formula of a new row's cell. */
  readonly calculatedFormula: string | undefined
}

/** A rule and the cells it applies to; relative references are relative to the top left cell of the first range. */
export interface DataValidation extends ValidationRule {
  readonly ranges: readonly Range[]
}

export interface ExternalLink {
  readonly kind: 'workbook' | 'dde' | 'ole' | 'addIn' | 'unknown'
  /** File name or address as saved, for messages. */
  readonly target: string | undefined
  /** The sheets of the other workbook with their cached values. A lost sheet could not be read any more. */
  readonly sheets: readonly { readonly name: string; readonly cells: CellTable; readonly isLost?: true }[]
  readonly names: readonly {
    readonly name: string
    readonly sheet: number | undefined
    readonly text: string | undefined
  }[]
}

export interface DocumentProperties {
  readonly title: string | undefined
  readonly creator: string | undefined
  readonly lastModifiedBy: string | undefined
  /** ISO 8601 text as stored. */
  readonly created: string | undefined
  readonly modified: string | undefined
  /** The application that saved the file, such as `Microsoft Excel`. */
  readonly application: string | undefined
  readonly applicationVersion: string | undefined
  readonly custom: ReadonlyMap<string, string | number | boolean>
}
