import { revived, written } from '@sheetwright/runtime/program/written-values.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { CellTable, type CellColumn } from '../model/cell-table.ts'
import type { Cell, Formula, RegionFormula } from '../model/cell.ts'
import { type CellStyle, plainStyle } from '../model/style.ts'
import type { ColumnInfo, DefinedName, ExternalLink, RowInfo, Sheet, Table, Workbook } from '../model/workbook.ts'

/**
 * The part of a workbook that computing some of its cells needs, as plain data. A program that leaves cells to the
 * reference evaluator carries it, so that the evaluator runs wherever the program does.
 */
export interface WorkbookData {
  readonly format: Workbook['format']
  readonly grid: Workbook['grid']
  readonly date1904: boolean
  readonly calculation: Workbook['calculation']
  readonly application: string | null
  readonly numberFormats: readonly string[]
  /** Of the same styles; programs of earlier versions have none. */
  readonly looks?: readonly (readonly [locked: boolean, horizontal: string | null])[]
  readonly names: readonly DefinedName[]
  readonly tables: readonly Table[]
  readonly links: readonly LinkData[]
  readonly formulas: readonly Formula[]
  readonly sheets: readonly SheetData[]
}

interface SheetData {
  readonly name: string
  readonly kind: Sheet['kind']
  readonly textIsZero: boolean
  readonly merges: Sheet['merges']
  readonly widths: readonly (readonly [number, number, number | null])[]
  readonly defaultWidth: number
  readonly hiddenRows: readonly (readonly [number, RowInfo['hidden']])[]
  /** Last used row and column, even if no cell there is needed. */
  readonly used: readonly [number, number] | null
  readonly columns: readonly ColumnData[]
}

interface LinkData extends Omit<ExternalLink, 'sheets'> {
  readonly sheets: readonly { readonly name: string; readonly isLost?: true; readonly columns: readonly ColumnData[] }[]
}

/** Column, rows, and for each row a cell: a value, or the index of its formula, with the saved value and the style. */
type ColumnData = readonly [col: number, rows: readonly number[], cells: readonly CellData[]]
type CellData = readonly [value: unknown, style: number] | readonly [saved: unknown, style: number, formula: number]

export type NeededCell = (sheet: number, row: number, col: number) => boolean

export function workbookData(
  workbook: Workbook,
  isNeeded: NeededCell,
  /** Iteration may start from the saved values. */
  mayIterate: boolean,
): WorkbookData {
  const formulas = new Map<Formula, number>()
  const numberOf = (formula: Formula): number => {
    let number = formulas.get(formula)
    if (number === undefined) formulas.set(formula, (number = formulas.size))
    return number
  }
  const cellData = (cell: Cell): CellData =>
    cell.kind === 'constant'
      ? [written(cell.value), cell.style]
      : [written(decisive(cell.saved, mayIterate)), cell.style, numberOf(cell.formula)]
  const sheets = workbook.sheets.map((sheet, index): SheetData => {
    const { used } = sheet
    return {
      name: sheet.name,
      kind: sheet.kind,
      textIsZero: sheet.textIsZero,
      merges: sheet.merges,
      widths: sheet.columns.map(({ first, last, width, hidden }) => [first, last, hidden ? 0 : (width ?? null)]),
      defaultWidth: sheet.defaultColumnWidth,
      hiddenRows: [...sheet.rows].flatMap(([row, { hidden }]) => (hidden === 'no' ? [] : [[row, hidden] as const])),
      used: used ? [used.bottom, used.right] : null,
      columns: columnsOf(sheet.cells, (row, col) => isNeeded(index, row, col), cellData),
    }
  })
  return {
    format: workbook.format,
    grid: workbook.grid,
    date1904: workbook.date1904,
    calculation: workbook.calculation,
    application: workbook.properties.application ?? null,
    numberFormats: workbook.styles.map(({ numberFormat }) => numberFormat),
    looks: workbook.styles.map(({ locked, alignment }) => [locked, alignment.horizontal ?? null]),
    names: workbook.names,
    tables: workbook.tables,
    links: workbook.externalLinks.map((link) => ({
      ...link,
      sheets: link.sheets.map(({ cells, ...sheet }) => ({ ...sheet, columns: columnsOf(cells, () => true, cellData) })),
    })),
    formulas: [...formulas.keys()],
    sheets,
  }
}

/** A saved value decides what a formula gives only if it is an error, or if iteration starts from it. */
function decisive(saved: Scalar | undefined, mayIterate: boolean): Scalar {
  return saved instanceof ExcelError || mayIterate ? (saved ?? null) : null
}

function columnsOf(
  table: CellTable,
  isNeeded: (row: number, col: number) => boolean,
  cellData: (cell: Cell) => CellData,
): ColumnData[] {
  return table.columnNumbers().flatMap((col): ColumnData[] => {
    const { rows = new Int32Array(), cells = [] } = table.column(col) ?? {}
    const places = [...rows.keys()].filter((i) => isNeeded(rows[i] as number, col))
    if (places.length === 0) return []
    return [[col, places.map((i) => rows[i] as number), places.map((i) => cellData(cells[i] as Cell))]]
  })
}

export function workbookFrom(data: WorkbookData): Workbook {
  const styles = data.numberFormats.map((numberFormat, index): CellStyle => {
    const [locked, horizontal] = data.looks?.[index] ?? [true, null]
    const alignment = { ...plainStyle.alignment, horizontal: horizontal ?? undefined }
    return { ...plainStyle, numberFormat, locked, alignment }
  })
  const cellFrom = ([value, style, formula]: CellData): Cell =>
    formula === undefined
      ? { kind: 'constant', value: revived(value), style }
      : { kind: 'formula', formula: data.formulas[formula] as Formula, saved: revived(value), style }
  const tableFrom = (columns: readonly ColumnData[], used: SheetData['used']): CellTable => {
    const map = new Map<number, CellColumn>()
    for (const [col, rows, cells] of columns) map.set(col, { rows: Int32Array.from(rows), cells: cells.map(cellFrom) })
    if (used) withCorner(map, used[0], used[1])
    return new CellTable(new Map([...map].toSorted(([a], [b]) => a - b)))
  }
  return {
    format: data.format,
    grid: data.grid,
    date1904: data.date1904,
    calculation: data.calculation,
    sheets: data.sheets.map((sheet) => sheetFrom(sheet, tableFrom(sheet.columns, sheet.used))),
    names: data.names,
    tables: data.tables,
    externalLinks: data.links.map((link) => ({
      ...link,
      sheets: link.sheets.map(({ columns, ...sheet }) => ({ ...sheet, cells: tableFrom(columns, null) })),
    })),
    styles,
    properties: {
      title: undefined,
      creator: undefined,
      lastModifiedBy: undefined,
      created: undefined,
      modified: undefined,
      application: data.application ?? undefined,
      applicationVersion: undefined,
      custom: new Map(),
    },
    country: undefined,
    hasVba: false,
  }
}

/** A blank cell in the last row and column keeps the sheet's size. */
function withCorner(columns: Map<number, CellColumn>, row: number, col: number): void {
  const { rows = new Int32Array(), cells = [] } = columns.get(col) ?? {}
  if ((rows.at(-1) ?? -1) >= row) return
  columns.set(col, {
    rows: Int32Array.from([...rows, row]),
    cells: [...cells, { kind: 'constant', value: null, style: 0 }],
  })
}

function sheetFrom(data: SheetData, cells: CellTable): Sheet {
  const rows = new Map(
    data.hiddenRows.map(([row, hidden]): [number, RowInfo] => [row, { height: undefined, hidden, style: undefined }]),
  )
  const regions = new Set<RegionFormula>()
  cells.forEach((_row, _col, cell) => {
    if (cell.kind === 'formula' && cell.formula.kind !== 'normal') regions.add(cell.formula)
  })
  return {
    name: data.name,
    kind: data.kind,
    visibility: 'visible',
    cells,
    used: cells.bounds(),
    regions: [...regions],
    merges: data.merges,
    columns: data.widths.map(
      ([first, last, width]): ColumnInfo => ({ first, last, width: width ?? undefined, hidden: false, style: 0 }),
    ),
    rows,
    defaultColumnWidth: data.defaultWidth,
    defaultRowHeight: 15,
    autoFilter: undefined,
    validations: [],
    showGridLines: true,
    rightToLeft: false,
    textIsZero: data.textIsZero,
    frozen: undefined,
  }
}
