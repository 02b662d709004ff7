import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { reopenWorkbook } from '@sheetwright/compiler/open-workbook.ts'
import { cellName, type Workbook } from '@sheetwright/compiler/model.ts'
import { EvaluatorCalculator } from '@sheetwright/compiler/run.ts'
import { type CellValue, type ReferenceTable, replaceTable, rowsOfTable } from '@sheetwright/compiler/tables.ts'
import { writeTables } from '@sheetwright/compiler/write-back.ts'
import { shownDifferences } from '@sheetwright/contract/master-references/engine-reference.ts'
import { Engine } from '@sheetwright/runtime/engine/engine.ts'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { linesOf } from '../../../platform/files/line-file.ts'
import { evaluationOf, syncMoment } from './evaluation.ts'
import type { OpenedTables } from './open-tables.ts'
import { cellFromStored, type StoredCell, storedCell, wireValue } from './stored-cells.ts'
import { type TableAnswer, tableFiles, type TableRefusal, type TableTask, type TestBedInputs } from './table-request.ts'

/** Replaces rows in tables of an engine's workbook, and reports how its results change. */
export async function replaceTables(
  { folder, tables, marks, iteration, testBeds }: Extract<TableTask, { kind: 'replace' }>,
  bytes: Uint8Array,
  opened: OpenedTables,
): Promise<TableAnswer> {
  const { workbook } = opened
  const inputs: CellValue[] = []
  const ranges: Extract<TableAnswer, { kind: 'done' }>['ranges'] = []
  for (const { name, file } of tables) {
    const table = opened.tables.find((one) => one.name.toLowerCase() === name.toLowerCase())
    if (table === undefined) return refused(name, `The workbook of the engine has no range Xref_${name}`)
    const rows = await rowsOfFile(path.join(folder, file), table, workbook.date1904)
    const replacement = replaceTable(workbook, table, rows, { resizes: false })
    if (replacement.kind === 'refused') return refused(name, replacement.message)
    inputs.push(...replacement.cells)
    ranges.push(changesOf(workbook, table, replacement.cells))
  }
  const written = await writeTables(bytes, workbook, { inputs, results: [] }, evaluationOf(workbook))
  if (written.bytes === null) return refused('Xref_', written.message)
  await writeFile(path.join(folder, tableFiles.written), written.bytes)
  const given = { marks, iteration }
  const [old, current] = [engineOf(workbook, given), engineOf(written.workbook, given)]
  const [before, after] = [resultsOf(old, {}), resultsOf(current, {})]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const outputs = names
    .filter((name) => !isDeepStrictEqual(before[name], after[name]))
    .map((name) => ({ name, before: before[name] ?? null, after: after[name] ?? null }))
  return {
    kind: 'done',
    tables: [],
    ranges,
    recomputed: written.recomputed,
    outputs,
    outputCount: names.length,
    testBeds: testBeds.map((bed) => effectOn(bed, old, current)),
  }
}

async function rowsOfFile(file: string, { columns }: ReferenceTable, date1904: boolean): Promise<Scalar[][]> {
  const rows: Scalar[][] = []
  for await (const line of linesOf(file)) {
    for (const cells of JSON.parse(line) as StoredCell[][]) {
      rows.push(columns.map((column, i) => cellFromStored(cells[i] ?? null, column, date1904)))
    }
  }
  return rows
}

function changesOf(workbook: Workbook, table: ReferenceTable, cells: readonly CellValue[]) {
  const rows = [...rowsOfTable(workbook, table)]
  const { range, columns, name } = table
  return {
    name,
    changedCells: cells.length,
    differences: cells.slice(0, shownDifferences).flatMap(({ row, col, value }) => {
      const column = columns[col - range.left]
      if (column === undefined) return []
      const present = rows[row - range.top - 1]?.[col - range.left] ?? null
      const shown = (one: Scalar) => wireValue(storedCell(one, column, workbook.date1904), column)
      return [
        {
          cell: `${workbook.sheets[table.sheet]?.name ?? ''}!${cellName(row, col)}`,
          row: row - range.top,
          heading: column.heading,
          engine: shown(present),
          master: shown(value),
        },
      ]
    }),
  }
}

/** The cases of a test bed whose outputs change, and for each output the first of them. */
function effectOn({ id, cases }: TestBedInputs, old: Engine, current: Engine) {
  const outputs = new Map<string, { name: string; cases: number; first: number; before: unknown; after: unknown }>()
  let changed = 0
  for (const [index, inputs] of cases.entries()) {
    const [before, after] = [resultsOf(old, inputs), resultsOf(current, inputs)]
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    const different = names.filter((name) => !isDeepStrictEqual(before[name], after[name]))
    if (different.length > 0) changed++
    for (const name of different) {
      const known = outputs.get(name)
      if (known !== undefined) known.cases++
      else {
        const values = { before: before[name] ?? null, after: after[name] ?? null }
        outputs.set(name, { name, cases: 1, first: index + 1, ...values })
      }
    }
  }
  return { id, changed, outputs: [...outputs.values()] }
}

function engineOf(
  workbook: Workbook,
  { marks, iteration }: Pick<Extract<TableTask, { kind: 'replace' }>, 'marks' | 'iteration'>,
): Engine {
  const { bound, ports } = reopenWorkbook(workbook, { marks, iteration: iteration ?? undefined })
  return new Engine(ports, new EvaluatorCalculator(bound, evaluationOf(workbook)))
}

function resultsOf(engine: Engine, inputs: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return engine.execute(inputs, { ...syncMoment, validate: false }).outputs
}

function refused(name: string, message: string): TableRefusal {
  return { kind: 'refused', code: 'REFERENCE_RANGE_ERROR', message, errors: [{ field: name, message }] }
}
