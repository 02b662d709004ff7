import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import { Diagnostics } from '../diagnostics/diagnostics.ts'
import { Evaluator } from '../evaluate/evaluator.ts'
import type { EvaluationOptions } from '../evaluate/options.ts'
import { readWorkbook } from '../1-read/read-workbook.ts'
import type { Workbook } from '../model/workbook.ts'
import type { WorkbookChanges } from '../write-back/changes.ts'
import { changesOfRun } from '../write-back/changes-of-run.ts'
import { writeWorkbook } from '../write-back/write-workbook.ts'

export interface WrittenTables {
  readonly bytes: Uint8Array
  readonly workbook: Workbook
  /** Formula cells whose saved value follows from the new tables. */
  readonly recomputed: number
}

/**
 * The workbook with other values in its tables. Formulas whose result changes are saved with the new result. Every
 * other saved value stays as its application left it, so that a later proof still compares with that.
 */
export async function writeTables(
  bytes: Uint8Array,
  workbook: Workbook,
  changes: WorkbookChanges,
  evaluation: EvaluationOptions,
): Promise<WrittenTables | { readonly bytes: null; readonly message: string }> {
  const typed = await written(bytes, workbook, changes)
  if (typed.bytes === null) return typed
  if (!hasFormulas(workbook)) return { ...typed, recomputed: 0 }
  const before = new Evaluator(new BoundWorkbook(workbook, functions, new Diagnostics()), evaluation)
  const after = new Evaluator(new BoundWorkbook(typed.workbook, functions, new Diagnostics()), evaluation)
  const run = changesOfRun(typed.workbook, after)
  const results = [...run.results].filter(
    ({ sheet, row, col, value }) => !isIdentical(value, before.value(sheet, row, col)),
  )
  if (results.length === 0) return { ...typed, recomputed: 0 }
  const finished = await written(typed.bytes, typed.workbook, { ...run, inputs: [], results })
  return finished.bytes === null ? finished : { ...finished, recomputed: results.length }
}

async function written(
  bytes: Uint8Array,
  workbook: Workbook,
  changes: WorkbookChanges,
): Promise<{ bytes: Uint8Array; workbook: Workbook } | { bytes: null; message: string }> {
  const result = await writeWorkbook(bytes, workbook, changes)
  const read = result.bytes === null ? undefined : await readWorkbook(result.bytes)
  if (result.bytes !== null && read?.workbook) return { bytes: result.bytes, workbook: read.workbook }
  const [problem] = [...result.diagnostics, ...(read?.diagnostics ?? [])]
  return { bytes: null, message: problem?.message ?? 'The workbook cannot be written' }
}

function hasFormulas(workbook: Workbook): boolean {
  return workbook.sheets.some(({ cells }) => {
    for (const col of cells.columnNumbers())
      if (cells.column(col)?.cells.some(({ kind }) => kind === 'formula')) return true
    return false
  })
}

function isIdentical(a: Scalar, b: Scalar): boolean {
  if (a instanceof ExcelError && b instanceof ExcelError) return a.code === b.code
  return Object.is(a, b)
}
