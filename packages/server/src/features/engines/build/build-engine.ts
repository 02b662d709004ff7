import { BoundWorkbook } from '@sheetwright/compiler/3-bind/bind-workbook.ts'
import { diagnoseFormulas } from '@sheetwright/compiler/3-bind/diagnose-formulas.ts'
import { findPorts } from '@sheetwright/compiler/3-bind/ports/find-ports.ts'
import type { WorkbookInterface } from '@sheetwright/compiler/3-bind/ports/interface.ts'
import { readWorkbook } from '@sheetwright/compiler/1-read/read-workbook.ts'
import { COMPILER_VERSION } from '@sheetwright/compiler/5-generate/module-text.ts'
import { diagnoseCycles } from '@sheetwright/compiler/evaluate/diagnose-cycles.ts'
import { Evaluator } from '@sheetwright/compiler/evaluate/evaluator.ts'
import type { Workbook } from '@sheetwright/compiler/model/workbook.ts'
import { type Diagnostic, Diagnostics } from '@sheetwright/compiler/diagnostics/diagnostics.ts'
import { EvaluatorCalculator } from '@sheetwright/compiler/run/evaluator-calculator.ts'
import { RecalculatedWorkbook } from '@sheetwright/compiler/run/recalculated-workbook.ts'
import type { WorkbookDiagnostic } from '@sheetwright/contract/engines/proof.ts'
import { Engine, type EngineResult } from '@sheetwright/runtime/engine/engine.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import type { AskedMarks, BuildRefusal } from './build-request.ts'
import type { EngineBuild } from './engine-build.ts'
import { declaredWorkbook } from './declared-workbook.ts'
import { loadInterpreting, loadProgram } from './load-program.ts'
import { localeOf } from './locale-of.ts'
import { proveAgainstSaved, proveProgram } from './prove.ts'
import { publicInterface } from './public-interface.ts'
import { refusalOfPorts, refusalOfReading, refusalOfResults } from './refusals.ts'
import { provingMoment, stepsOfRun } from './run-options.ts'
import { storedInterface } from './stored-interface.ts'
import { uncomputableOutputs } from './uncomputable-outputs.ts'

export interface BuildOptions {
  readonly workbookHash: string
  readonly fileName: string
  readonly proveSeconds: number
  /** Where the text of the program is written, and loaded from. */
  readonly programFile: string
  /** The workbook as LibreOffice computed it, where that is what computes the engine. */
  readonly recalculated?: Uint8Array
  readonly marks?: AskedMarks
  readonly progress: (percent: number, note: 'read' | 'compile' | 'prove') => void
}

type BuildOutcome =
  | { readonly kind: 'built'; readonly build: EngineBuild }
  | { readonly kind: 'refused'; readonly refusal: BuildRefusal }

/** Reads, compiles and proves a workbook. */
export async function buildEngine(bytes: Uint8Array, options: BuildOptions): Promise<BuildOutcome> {
  const { progress, fileName, workbookHash } = options
  const started = performance.now()
  progress(0, 'read')
  const { workbook: read, diagnostics: readDiagnostics } = await readWorkbook(bytes)
  const unreadable = refusalOfReading(read, readDiagnostics)
  if (unreadable || !read) return refused(unreadable)

  const diagnostics = new Diagnostics()
  const { workbook, marks, refusal } = declaredWorkbook(read, options.marks ?? {}, diagnostics)
  if (refusal) return refused(refusal)
  const bound = new BoundWorkbook(workbook, functions, diagnostics)
  const usage = diagnoseFormulas(bound, diagnostics)
  const ports = findPorts(bound, diagnostics)
  const malformed = refusalOfPorts(ports, diagnostics.list)
  if (malformed) return refused(malformed)
  const readAt = performance.now()

  progress(25, 'compile')
  const locale = localeOf(ports.properties)
  const evaluation = { ...provingMoment, locale, steps: stepsOfRun, facts: { filename: `[${fileName}]` } }
  const request = { evaluation, workbookHash, programFile: options.programFile }
  let program = await loadProgram(bound, ports, request)
  const compiled = performance.now()

  progress(45, 'prove')
  const evaluator = new Engine(ports, new EvaluatorCalculator(bound, evaluation))
  const computed =
    options.recalculated && (await RecalculatedWorkbook.read(options.recalculated, workbook, evaluation.locale))
  const proved = computed === undefined ? program.engine : new Engine({ ...ports, solves: [] }, computed)
  const onDefaults = proved.execute({}, { ...provingMoment, validate: false })
  const useless = refusalOfResults(ports, onDefaults)
  if (useless) return refused(useless)
  diagnoseCycles(bound, new Evaluator(bound, evaluation), diagnostics)
  const parity = proveAgainstSaved(bound, evaluation, computed)
  const prove = () =>
    proveProgram(evaluator, program.engine, {
      seconds: options.proveSeconds,
      progress: (share) => progress(60 + 35 * share, 'prove'),
    })
  let proof = prove()
  const { failure } = program.engine.calculator
  if (failure) {
    program = await loadInterpreting(bound, ports, request, failure)
    proof = prove()
  }
  const subservices = resultsOfSubservices(ports, proved)
  const results = [onDefaults, ...subservices]
  const finished = performance.now()

  return {
    kind: 'built',
    build: {
      formatVersion: 1,
      interface: storedInterface(ports),
      ...(marks === undefined ? {} : { marks }),
      publicInterface: publicInterface(bound, ports, evaluator.calculator),
      parity: { ...parity, uncomputableOutputs: results.flatMap(uncomputableOutputs), program: proof.comparison },
      diagnostics: [...readDiagnostics, ...diagnostics.list].map(shownDiagnostic),
      report: program.report,
      sheets: workbook.sheets.length,
      formulaCells: usage.formulaCells,
      cellsWithData: cellsWithData(workbook),
      timings: { readMs: readAt - started, compileMs: compiled - readAt, proveMs: finished - compiled },
      evalMicros: proof.evalMicros,
      compilerVersion: COMPILER_VERSION,
      workbookHash,
      delegated: program.report.asksEvaluator,
      defaultsResults: Object.fromEntries(results.flatMap(({ outputs }) => Object.entries(outputs))),
      failedOutputs: results.flatMap(failedOutputs),
    },
  }
}

function refused(refusal: BuildRefusal | undefined): BuildOutcome {
  if (!refusal) throw new Error('A workbook that cannot be used was not refused.')
  return { kind: 'refused', refusal }
}

/** Outputs of subservices under the name with the dot, by which no plain output can be called. */
function resultsOfSubservices(ports: WorkbookInterface, engine: Engine): Pick<EngineResult, 'outputs' | 'errors'>[] {
  return ports.subservices.map(({ name }) => {
    const { outputs, errors } = engine.execute({}, { ...provingMoment, validate: false, subservice: name })
    return {
      outputs: Object.fromEntries(Object.entries(outputs).map(([output, value]) => [`${name}.${output}`, value])),
      errors: errors.map((error) => ({ ...error, key: `${name}.${error.key}` })),
    }
  })
}

/** Outputs with an error, each with the first that is said of it. */
function failedOutputs({ outputs, errors }: Pick<EngineResult, 'outputs' | 'errors'>) {
  return Object.keys(outputs).flatMap((name) => {
    const error = errors.find(({ key }) => key === name)
    if (error === undefined) return []
    return [{ name, message: error.cell === undefined ? error.message : `${error.message} (${error.cell})` }]
  })
}

function cellsWithData(workbook: Workbook): number {
  let count = 0
  for (const sheet of workbook.sheets) {
    sheet.cells.forEach((_row, _col, cell) => {
      if (cell.kind === 'formula' || cell.value !== null) count++
    })
  }
  return count
}

function shownDiagnostic({ severity, code, message, data, sheet, cell }: Diagnostic): WorkbookDiagnostic {
  return {
    severity: severity === 'information' ? 'info' : severity,
    code,
    message,
    data,
    cell: sheet === undefined ? (cell ?? null) : `${sheet}!${cell ?? ''}`.replace(/!$/, ''),
  }
}
