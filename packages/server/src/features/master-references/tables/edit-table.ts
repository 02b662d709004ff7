import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { cellName } from '@sheetwright/compiler/model.ts'
import { replaceTable, rowsOfTable } from '@sheetwright/compiler/tables.ts'
import { writeTables } from '@sheetwright/compiler/write-back.ts'
import { applyEdits } from './apply-edits.ts'
import { evaluationOf } from './evaluation.ts'
import { type OpenedTables, tablesOf } from './open-tables.ts'
import { storeTables } from './store-tables.ts'
import { type TableAnswer, tableFiles, type TableRefusal, type TableTask } from './table-request.ts'

/** Changes rows of one table; the rest of the workbook stays unchanged. */
export async function editTable(
  { folder, range, edits }: Extract<TableTask, { kind: 'edit' }>,
  bytes: Uint8Array,
  { workbook, tables }: OpenedTables,
): Promise<TableAnswer> {
  const table = tables.find(({ name }) => name.toLowerCase() === range.toLowerCase())
  if (table === undefined) return refused('REFERENCE_RANGE_NOT_FOUND', `The workbook has no range ${range}`)
  const applied = applyEdits([...rowsOfTable(workbook, table)], table.columns, edits, workbook.date1904)
  if (applied.kind === 'wrong') {
    const message = applied.errors.map(({ field, message: text }) => `${field} ${text}`).join('; ')
    return { kind: 'refused', code: 'INVALID_INPUT', message, errors: [...applied.errors] }
  }
  const { sheet, firstFormula } = table
  if (firstFormula && (edits.insert.length > 0 || edits.delete.length > 0)) {
    const cell = cellName(firstFormula.row, firstFormula.col)
    return refused(
      'REFERENCE_RANGE_ERROR',
      `${cell} of ${table.name} is computed, so rows can only be changed in Excel`,
    )
  }
  const replacement = replaceTable(workbook, table, applied.rows, { resizes: true })
  if (replacement.kind === 'refused') return refused('REFERENCE_RANGE_ERROR', replacement.message)
  const { changes, cells } = replacement
  const computed = cells.find(({ row, col }) => workbook.sheets[sheet]?.cells.get(row, col)?.kind === 'formula')
  if (computed) {
    const cell = cellName(computed.row, computed.col)
    return refused(
      'REFERENCE_RANGE_ERROR',
      `${cell} of ${table.name} is computed by the workbook and cannot be typed over`,
    )
  }
  const written = await writeTables(bytes, workbook, changes, evaluationOf(workbook))
  if (written.bytes === null) return refused('REFERENCE_RANGE_ERROR', written.message)
  const reopened = tablesOf(written.workbook, true)
  if (reopened.kind === 'refused') return reopened
  await writeFile(path.join(folder, tableFiles.written), written.bytes)
  return {
    kind: 'done',
    tables: await storeTables(folder, reopened),
    ranges: [{ name: table.name, changedCells: cells.length, differences: [] }],
    recomputed: written.recomputed,
    outputs: [],
    outputCount: 0,
    testBeds: [],
  }
}

function refused(code: TableRefusal['code'], message: string): TableRefusal {
  return { kind: 'refused', code, message, errors: [{ field: 'body.range', message }] }
}
