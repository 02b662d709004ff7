import { readWorkbook } from '@sheetwright/compiler/read.ts'
import type { Diagnostic, Workbook } from '@sheetwright/compiler/model.ts'
import { findTables, type ReferenceTable } from '@sheetwright/compiler/tables.ts'
import type { TableRefusal } from './table-request.ts'

export interface OpenedTables {
  readonly kind: 'opened'
  readonly workbook: Workbook
  readonly tables: readonly ReferenceTable[]
}

/** Reads a workbook and finds its `Xref_` tables. Every problem is reported with name and cell. */
export async function openTables(
  bytes: Uint8Array,
  { isMaster }: { readonly isMaster: boolean },
): Promise<OpenedTables | TableRefusal> {
  const { workbook, diagnostics: reading } = await readWorkbook(bytes)
  const damages = reading.filter(({ code, severity }) =>
    workbook === null ? severity === 'error' : code === 'SHEET_DAMAGED',
  )
  if (workbook === null || damages.length > 0) {
    return {
      kind: 'refused',
      code: 'CORRUPT_EXCEL_FILE_FOR_TYPE1',
      message: damages.map(({ message }) => message).join(' ') || 'The file cannot be read as a workbook.',
      errors: damages.map(({ code, message, sheet }) => ({ field: sheet ?? code, message })),
    }
  }
  return tablesOf(workbook, isMaster)
}

/** The same for a parsed workbook. */
export function tablesOf(workbook: Workbook, isMaster: boolean): OpenedTables | TableRefusal {
  const { tables, problems } = findTables(workbook)
  if (isMaster && problems.length > 0) {
    return invalid(problems.map((problem) => ({ field: nameOf(problem), message: located(problem) })))
  }
  const unstorable = tables.flatMap((table) => unstorableText(workbook, table) ?? [])
  if (unstorable.length > 0) return invalid(unstorable)
  if (isMaster && tables.length === 0) {
    const message =
      'The workbook declares no tables. Give each table, headings included, a name that begins with Xref_ in the Name Manager.'
    return invalid([{ field: 'Xref_', message }])
  }
  return { kind: 'opened', workbook, tables }
}

function invalid(errors: TableRefusal['errors']): TableRefusal {
  const message = errors.map((error) => error.message).join(' ')
  return { kind: 'refused', code: 'INVALID_MASTER_REFERENCE', message, errors }
}

function nameOf({ data: { name } }: Diagnostic): string {
  return typeof name === 'string' ? name : 'Xref_'
}

function located({ message, sheet, cell }: Diagnostic): string {
  return cell === undefined ? message : `${sheet === undefined ? '' : `${sheet}!`}${cell}: ${message}`
}

/** Finds characters that the database cannot store. */
function unstorableText(workbook: Workbook, { name, sheet, range }: ReferenceTable) {
  let found: { field: string; message: string } | undefined
  for (let col = range.left; col <= range.right; col++) {
    workbook.sheets[sheet]?.cells.forEachInColumn(col, range.top, range.bottom, (row, cell) => {
      const value = cell.kind === 'formula' ? cell.saved : cell.value
      if (found || typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'))) return
      const message = `Row ${row + 1} of ${name} holds a character that cannot be stored. Type the text again.`
      found = { field: `Xref_${name}`, message }
    })
  }
  return found
}
