import type { Calculator } from '@sheetwright/runtime/engine/calculator.ts'
import type { CellPlace } from '@sheetwright/runtime/engine/ports.ts'
import { type MarkedInterface, namesOfMarks } from './3-bind/ports/marked-ports.ts'
import type { Evaluator } from './evaluate/evaluator.ts'
import type { Workbook } from './model/workbook.ts'
import { changesOfCalculator, changesOfRun } from './write-back/changes-of-run.ts'
import { type WriteOptions, type WriteResult, writeWorkbook } from './write-back/write-workbook.ts'

export { writeTables } from './tables/write-tables.ts'

/** The same file with the inputs and all results of a run. */
export function writeRun(
  bytes: Uint8Array,
  workbook: Workbook,
  evaluator: Evaluator,
  options: Pick<WriteOptions, 'convert'> = {},
): Promise<WriteResult> {
  return writeWorkbook(bytes, workbook, changesOfRun(workbook, evaluator), options)
}

/** The same if another program computed: `inputs` are the cells that got a value. */
export function writeComputed(
  bytes: Uint8Array,
  workbook: Workbook,
  computed: Calculator,
  inputs: readonly CellPlace[],
): Promise<WriteResult> {
  return writeWorkbook(bytes, workbook, changesOfCalculator(workbook, computed, inputs))
}

/** The same file with marked inputs and outputs as names, which replace those of the file. */
export function writeMarks(bytes: Uint8Array, workbook: Workbook, marks: MarkedInterface): Promise<WriteResult> {
  const portNames = namesOfMarks(workbook, marks)
  return writeWorkbook(bytes, workbook, { inputs: [], results: [] }, { portNames })
}
