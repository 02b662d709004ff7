import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { WorkbookInterface } from '@sheetwright/compiler/interface.ts'
import type { Workbook } from '@sheetwright/compiler/model.ts'
import { openWorkbook } from '@sheetwright/compiler/open-workbook.ts'
import { EvaluatorCalculator, RecalculatedWorkbook } from '@sheetwright/compiler/run.ts'
import { writeComputed, writeRun } from '@sheetwright/compiler/write-back.ts'
import type { Calculator } from '@sheetwright/runtime/engine/calculator.ts'
import { Engine } from '@sheetwright/runtime/engine/engine.ts'
import { localeOfEngine, renamedPorts, timeZoneOfEngine } from '../engines/engine-build.store.ts'
import { type FillAnswer, fillFiles, type FillInputs, type FillRequest } from './fill-request.ts'
import { type RecordResult, recordComputer } from './run-records.ts'

const steps = 20_000_000_000

/** A calculated workbook, to make a report of. */
export interface CalculatedWorkbook {
  readonly workbook: Workbook
  readonly ports: WorkbookInterface
  readonly calculator: Calculator
  readonly locale: string
  readonly images: FillInputs['images']
}

/** The PDF of a report; undefined if the workbook has none of that name. */
export type ReportMaker = (
  calculated: CalculatedWorkbook,
  name: string,
) => Promise<Buffer | 'unreadable picture' | undefined>

/** Computes with the inputs, and writes inputs and results into the workbook, or makes a report of them. */
export async function computeAndFill(request: FillRequest, makeReport?: ReportMaker): Promise<FillAnswer> {
  const { folder, subservice, at, portNames, marks, iteration, properties, report, isComputed } = request
  const bytes = await readFile(path.join(folder, fillFiles.workbook))
  const { inputs, images } = JSON.parse(await readFile(path.join(folder, fillFiles.inputs), 'utf8')) as FillInputs
  const { opened } = await openWorkbook(bytes, { marks: marks ?? undefined, iteration: iteration ?? undefined })
  if (opened === null) return problem('INVALID_FILE_TYPE', 'The workbook can no longer be read')
  const { bound } = opened
  const { workbook } = bound
  const ports = renamedPorts(opened.ports, portNames)
  const ofWorkbook = Object.fromEntries(ports.properties)
  const locale = localeOfEngine(ofWorkbook, properties)
  const timeZone = timeZoneOfEngine(ofWorkbook, properties)
  const calculator = new EvaluatorCalculator(bound, { locale, timeZone, steps })
  const asked = { at, correlationId: '', seed: 1, validate: false, ...(subservice === null ? {} : { subservice }) }
  // LibreOffice has already computed the results, so only the inputs are written here.
  const options = isComputed ? { ...asked, outputs: [] } : asked
  const result = recordComputer(new Engine(isComputed ? { ...ports, solves: [] } : ports, calculator), options)(inputs)
  if (result.failure !== undefined) throw new Error(result.failure)
  const [refusal] = isRefusal(result) ? result.errors : []
  if (refusal !== undefined) return problem('INVALID_INPUT', `${refusal.key}: ${refusal.message}`)
  const computed = isComputed
    ? await RecalculatedWorkbook.read(await readFile(path.join(folder, fillFiles.computed)), workbook, locale)
    : undefined
  if (report !== null) {
    const calculated = { workbook, ports, calculator: computed ?? calculator, locale, images }
    const pdf = await makeReport?.(calculated, report)
    if (pdf === undefined) return problem('FILE_NOT_FOUND', `The workbook has no report "${report}"`)
    if (pdf === 'unreadable picture') return problem('INVALID_INPUT', 'A picture for the report cannot be read')
    await writeFile(path.join(folder, fillFiles.filled), pdf)
    return { problem: null }
  }
  const { evaluator } = calculator
  const changed = [...evaluator.inputCells(), ...ports.solves.map(({ changing }) => changing)]
  const filled = await (computed
    ? writeComputed(bytes, workbook, computed, changed)
    : writeRun(bytes, workbook, evaluator))
  if (filled.bytes === null) {
    const usual = 'Results cannot be written into a workbook of this format'
    return problem('INVALID_FILE_TYPE', filled.diagnostics[0]?.message ?? usual)
  }
  await writeFile(path.join(folder, fillFiles.filled), filled.bytes)
  return { problem: null }
}

function problem(code: NonNullable<FillAnswer['problem']>['code'], message: string): FillAnswer {
  return { problem: { code, message } }
}

/** True if inputs were refused: nothing was computed, and a file would look as if it had been. */
function isRefusal({ outputs, errors }: RecordResult): boolean {
  return errors.length > 0 && Object.keys(outputs).length === 0
}
