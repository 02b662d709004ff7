import { readWorkbook, type ReadOptions } from '../../src/1-read/read-workbook.ts'
import { cellName, parseCell } from '../../src/model/address.ts'
import type { Cell } from '../../src/model/cell.ts'
import type { Workbook } from '../../src/model/workbook.ts'
import { buildWorkbook, type WorkbookSpec } from '../workbook-builder.ts'

/** A workbook that must be readable without diagnostics. */
export async function readSample(spec: WorkbookSpec): Promise<Workbook> {
  const { workbook, diagnostics } = await readWorkbook(await buildWorkbook(spec))
  if (!workbook || diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics))
  return workbook
}

export async function diagnosticsOf(bytes: Uint8Array, options?: ReadOptions): Promise<string[]> {
  const { diagnostics } = await readWorkbook(bytes, options)
  return diagnostics.map(({ code }) => code)
}

export function cellAt(workbook: Workbook, reference: string, sheet = 0): Cell | undefined {
  const position = parseCell(reference)
  return position && workbook.sheets[sheet]?.cells.get(position.row, position.col)
}

/** Values of a sheet's cells: constants and saved results. */
export function valuesOf(workbook: Workbook, sheet = 0): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  workbook.sheets[sheet]?.cells.forEach((row, col, cell) => {
    values[cellName(row, col)] = cell.kind === 'constant' ? cell.value : cell.saved
  })
  return values
}
