import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import type { FarStore } from '../1-read/far-store.ts'
import { readWorkbook } from '../1-read/read-workbook.ts'
import type { Sheet } from '../model/workbook.ts'
import { inBlocks, type NumberedRow, type RecordSource } from './record-block.ts'
import { textColumns } from './text-columns.ts'
import { UnreadablePortfolio } from './unreadable-portfolio.ts'

/** Holds the rows below the first ones outside of memory. */
export interface FarRowStore extends FarStore {
  /** Rows of each sheet that stay in the model. */
  readonly keptRows: number
  /** Call once everything is read. Returns whether the rows can be read back. */
  end(): boolean
  /** The last row of a sheet that it holds, from 0. */
  lastRow(sheet: string): number
  rows(sheet: string, left: number, right: number): Iterable<{ readonly row: number; readonly values: Scalar[] }>
}

/** The first sheet of a workbook: a row of headings and a record in each row below. */
export async function readSheet(bytes: Uint8Array, far?: FarRowStore): Promise<RecordSource> {
  const { workbook, diagnostics } = await readWorkbook(bytes, far === undefined ? {} : { far })
  // Rows that came in another order are read again into memory.
  if (far?.end() === false) return readSheet(bytes)
  const sheet = workbook?.sheets[0]
  if (workbook === null || sheet === undefined) {
    throw new UnreadablePortfolio(diagnostics.map(({ message }) => message).join(' ') || 'The workbook has no sheet.')
  }
  const used = sheet.cells.bounds()
  const width = (used?.right ?? -1) + 1
  if (width === 0) throw new UnreadablePortfolio('The first sheet of the workbook is empty.')
  const headings = valuesOf(sheet, 0, width).map(headingOf)
  const bottom = used?.bottom ?? 0
  return {
    columns: textColumns(headings),
    blocks: inBlocks(recordsOf(sheet, { width, bottom }, far)),
    records: Math.max(bottom, far?.lastRow(sheet.name) ?? 0),
    date1904: workbook.date1904,
  }
}

/** The rows below the headings that hold something: first those in memory, then those that the store holds. */
function* recordsOf(
  sheet: Sheet,
  { width, bottom }: { readonly width: number; readonly bottom: number },
  far: FarRowStore | undefined,
): Generator<NumberedRow> {
  let next = 1
  for (const { row, values } of far?.rows(sheet.name, 0, width - 1) ?? []) {
    for (; next < row; next++) yield* recordAt(next, valuesOf(sheet, next, width))
    // Formulas stay in the model.
    const inModel = valuesOf(sheet, row, width)
    yield* recordAt(
      row,
      inModel.map((value, col) => value ?? shown(values[col] ?? null)),
    )
    next = row + 1
  }
  for (; next <= bottom; next++) yield* recordAt(next, valuesOf(sheet, next, width))
}

function* recordAt(row: number, values: readonly unknown[]): Generator<NumberedRow> {
  if (values.some((value) => value !== null && value !== '')) yield { number: row + 1, row: values }
}

function valuesOf(sheet: Sheet, row: number, width: number): unknown[] {
  return Array.from({ length: width }, (_, col) => {
    const cell = sheet.cells.get(row, col)
    if (cell === undefined) return null
    return shown(cell.kind === 'constant' ? cell.value : (cell.saved ?? null))
  })
}

function shown(value: Scalar): unknown {
  return value instanceof ExcelError ? value.code : value
}

function headingOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
