import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { WorkbookInterface } from '@sheetwright/compiler/interface.ts'
import type { Workbook } from '@sheetwright/compiler/model.ts'
import { openWorkbook } from '@sheetwright/compiler/open-workbook.ts'
import { EvaluatorCalculator, RecalculatedWorkbook } from '@sheetwright/compiler/run.ts'
import { writeComputed, writeRun } from '@sheetwright/compiler/write-back.ts'
import type { Calculator } from '@sheetwright/runtime/engine/calculator.ts'
import { Engine } from '@sheetwright/runtime/engine/engine.ts'
import { localeOfEngine, renamedPorts } from '../engines/engine-build.store.ts'
import { serveParent } from '../../platform/sandbox/serve-parent.ts'
import { type FillAnswer, fillFiles, type FillInputs, type FillRequest } from './fill-request.ts'
import { type RecordResult, recordComputer } from './run-records.ts'

const steps = 20_000_000_000

/** Runs in a child process: computes with the inputs, and writes inputs and results into the workbook. */
serveParent<FillRequest>(async (request) => {
  const { folder, subservice, at, portNames, marks, iteration, properties, report, isComputed } = request
  const bytes = await readFile(path.join(folder, fillFiles.workbook))
  const { inputs, images } = JSON.parse(await readFile(path.join(folder, fillFiles.inputs), 'utf8')) as FillInputs
  const { opened } = await openWorkbook(bytes, { marks: marks ?? undefined, iteration: iteration ?? undefined })
  if (opened === null) return problem('INVALID_FILE_TYPE', 'The workbook can no longer be read')
  const { bound } = opened
  const { workbook } = bound
  const ports = renamedPorts(opened.ports, portNames)
  const locale = localeOfEngine(Object.fromEntries(ports.properties), properties)
  const calculator = new EvaluatorCalculator(bound, { locale, steps })
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
    const pdf = await reportOf(workbook, ports, computed ?? calculator, { name: report, images, locale })
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
})

function problem(code: NonNullable<FillAnswer['problem']>['code'], message: string): FillAnswer {
  return { problem: { code, message } }
}

/** True if inputs were refused: nothing was computed, and a file would look as if it had been. */
function isRefusal({ outputs, errors }: RecordResult): boolean {
  return errors.length > 0 && Object.keys(outputs).length === 0
}

/** Undefined if the workbook has no report of that name. */
async function reportOf(
  workbook: Workbook,
  ports: WorkbookInterface,
  calculator: Calculator,
  asked: { readonly name: string; readonly images: FillInputs['images']; readonly locale: string },
): Promise<Buffer | 'unreadable picture' | undefined> {
  const report = ports.reports.find(({ name }) => name.toLowerCase() === asked.name.toLowerCase())
  if (report === undefined) return undefined
  const { sheet, range } = report.place
  const given = new Map(Object.entries(asked.images).map(([name, uri]) => [name.toLowerCase(), uri]))
  const images = new Map<string, Buffer>()
  for (const { name, place } of ports.images) {
    const uri = given.get(name.toLowerCase())
    if (uri === undefined || place.sheet !== sheet) continue
    images.set(`${place.range.top}/${place.range.left}`, Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64'))
  }
  // Loaded only for reports: most children never need it, and start faster without it.
  const { renderReport, UnreadablePicture } = await import('./report/render-report.ts')
  const value = (row: number, col: number) => calculator.value({ sheet, row, col })
  try {
    return await renderReport({ workbook, sheet, range, locale: asked.locale, value, images })
  } catch (error) {
    if (error instanceof UnreadablePicture) return 'unreadable picture'
    throw error
  }
}
