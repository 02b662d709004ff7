import type { BlockColumn } from '@sheetwright/runtime/engine/ports.ts'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import type { ReferencePort } from '../3-bind/ports/interface.ts'
import { numberFormatOf, savedValue } from '../3-bind/ports/saved-cells.ts'
import { valueType } from '../3-bind/ports/value-type.ts'
import { type Diagnostic, Diagnostics } from '../diagnostics/diagnostics.ts'
import type { CellPosition } from '../model/cell.ts'
import type { Range } from '../model/address.ts'
import type { Workbook } from '../model/workbook.ts'
import { bindInterface } from '../open-workbook.ts'

/** The content of a range declared as `Xref_`, or of an Excel table: headings in its first row, data rows below. */
export interface ReferenceTable {
  readonly name: string
  /** The comment of the name: in an engine, the master to bind to. */
  readonly comment: string | undefined
  readonly sheet: number
  /** Headings included. */
  readonly range: Range
  readonly columns: readonly BlockColumn[]
  /** Without trailing blank rows. */
  readonly rowCount: number
  /** The first formula cell; undefined if there is none. */
  readonly firstFormula: CellPosition | undefined
}

export interface FoundTables {
  readonly tables: readonly ReferenceTable[]
  /** Problems of the names that declare them. */
  readonly problems: readonly Diagnostic[]
}

/** The tables that a workbook declares by names that begin with `Xref_`. */
export function findTables(workbook: Workbook): FoundTables {
  const diagnostics = new Diagnostics()
  const { ports } = bindInterface(workbook, diagnostics)
  return {
    tables: ports.references.map((port) => referenceTable(workbook, port)),
    problems: diagnostics.list.filter(({ severity, data }) => severity === 'error' && isReference(data)),
  }
}

function isReference({ name }: Diagnostic['data']): boolean {
  return typeof name === 'string' && /^xref_/i.test(name)
}

/** The Excel tables of a workbook, without their rows of totals. */
export function tablesOfExcel(workbook: Workbook): ReferenceTable[] {
  return workbook.tables.map(({ name, sheet, range, headerRows, totalsRows, columns }) => {
    const place = { sheet, range: { ...range, top: range.top + headerRows - 1, bottom: range.bottom - totalsRows } }
    return referenceTable(workbook, {
      name,
      place,
      headings: columns.map((column) => column.name),
      description: undefined,
    })
  })
}

/** The table at the place of a port, with the type of each column. */
function referenceTable(workbook: Workbook, port: ReferencePort): ReferenceTable {
  const { sheet, range } = port.place
  let lastRow = range.top
  let firstFormula: CellPosition | undefined
  const columns = port.headings.map((heading, index): BlockColumn => {
    const col = range.left + index
    let typed: { row: number; value: Scalar } | undefined
    workbook.sheets[sheet]?.cells.forEachInColumn(col, range.top + 1, range.bottom, (row, cell) => {
      if (cell.kind === 'formula' && (!firstFormula || row < firstFormula.row)) firstFormula = { row, col }
      const value = cell.kind === 'formula' ? (cell.saved ?? null) : cell.value
      if (value === null) return
      typed ??= { row, value }
      if (row > lastRow) lastRow = row
    })
    const row = typed?.row ?? range.top + 1
    const numberFormat = numberFormatOf(workbook, sheet, row, col)
    return { heading, type: valueType(numberFormat, typed?.value ?? null), numberFormat }
  })
  return {
    name: port.name,
    comment: port.description,
    sheet,
    range,
    columns,
    rowCount: lastRow - range.top,
    firstFormula,
  }
}

/** The saved rows of a table from top to bottom. */
export function* rowsOfTable(workbook: Workbook, { sheet, range, rowCount }: ReferenceTable): Generator<Scalar[]> {
  for (let row = range.top + 1; row <= range.top + rowCount; row++) {
    const cells: Scalar[] = []
    for (let col = range.left; col <= range.right; col++) cells.push(savedValue(workbook, sheet, row, col))
    yield cells
  }
}
