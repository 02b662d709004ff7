import type { Calculator } from '@sheetwright/runtime/engine/calculator.ts'
import type { EngineResult } from '@sheetwright/runtime/engine/call.ts'
import { Engine } from '@sheetwright/runtime/engine/engine.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { WorkbookInterface } from '../3-bind/ports/interface.ts'
import { EvaluatorCalculator } from '../run/evaluator-calculator.ts'
import { type LoadedProgram, loadInterpreting, type ProgramRequest } from '../run/load-program.ts'
import { RecalculatedWorkbook } from '../run/recalculated-workbook.ts'
import { type ProgramComparison, compareWithEvaluator } from './compare-with-evaluator.ts'
import { type SavedComparison, compareWithSaved } from './compare-with-saved.ts'
import { type FailedOutput, failedOutputs } from './failed-outputs.ts'
import { medianMicros } from './median-micros.ts'
import { provingMoment } from './proving-run.ts'
import { type BuildRefusal, refusalOfResults } from './refusals.ts'
import { uncomputableOutputs } from './uncomputable-outputs.ts'

/** The comparisons, and the engine's results on its defaults. */
export interface Proof {
  readonly saved: SavedComparison
  readonly program: ProgramComparison
  /** Median of one run of the program on the defaults. */
  readonly evalMicros: number
  /**
   * Outputs on the defaults. Outputs of a subservice are named `subservice.output`; a plain output cannot have such a
   * name.
   */
  readonly results: Readonly<Record<string, unknown>>
  /** Outputs, by the same names, that depend on something uncomputable. */
  readonly uncomputableOutputs: string[]
  readonly failedOutputs: FailedOutput[]
  /** The reference evaluator at the start of a run on the defaults. */
  readonly calculator: Calculator
}

export interface ProvedEngine {
  readonly proof: Proof
  /** A replacement if the given program failed. */
  readonly program: LoadedProgram
}

export interface ProvedParts {
  readonly bound: BoundWorkbook
  readonly ports: WorkbookInterface
  readonly program: LoadedProgram
  readonly request: ProgramRequest
}

export interface ProveOptions {
  readonly proveSeconds: number
  readonly longestProveSeconds: number
  readonly recalculated?: Uint8Array
  readonly progress: (percent: number, phase: 'prove') => void
}

/** Compares every formula cell with its saved value, and the program with the reference evaluator. */
export async function proveEngine(
  { bound, ports, program: first, request }: ProvedParts,
  { proveSeconds, longestProveSeconds, recalculated, progress }: ProveOptions,
): Promise<ProvedEngine | { readonly refusal: BuildRefusal }> {
  const { evaluation } = request
  const evaluator = new Engine(ports, new EvaluatorCalculator(bound, evaluation))
  const elsewhere = recalculated && (await RecalculatedWorkbook.read(recalculated, bound.workbook, evaluation.locale))
  const proved = elsewhere === undefined ? first.engine : new Engine({ ...ports, solves: [] }, elsewhere)
  const onDefaults = proved.execute({}, { ...provingMoment, validate: false })
  const refusal = refusalOfResults(ports, onDefaults)
  if (refusal !== undefined) return { refusal }
  const saved = compareWithSaved(bound, evaluation, elsewhere)
  const compare = ({ engine }: LoadedProgram) =>
    compareWithEvaluator(evaluator, engine, {
      seconds: proveSeconds,
      longestSeconds: longestProveSeconds,
      progress: (share) => progress(60 + 35 * share, 'prove'),
    })
  let program = first
  let compared = compare(program)
  const { failure } = first.engine.calculator
  if (failure) {
    program = await loadInterpreting(bound, ports, request, failure)
    compared = compare(program)
  }
  const results = [onDefaults, ...resultsOfSubservices(proved)]
  evaluator.calculator.begin(provingMoment)
  const proof = {
    saved,
    program: compared,
    evalMicros: medianMicros(program.engine),
    results: Object.fromEntries(results.flatMap(({ outputs }) => Object.entries(outputs))),
    uncomputableOutputs: results.flatMap(uncomputableOutputs),
    failedOutputs: results.flatMap(failedOutputs),
    calculator: evaluator.calculator,
  }
  return { proof, program }
}

function resultsOfSubservices(engine: Engine): Pick<EngineResult, 'outputs' | 'errors'>[] {
  return engine.ports.subservices.map(({ name }) => {
    const { outputs, errors } = engine.execute({}, { ...provingMoment, validate: false, subservice: name })
    return {
      outputs: Object.fromEntries(Object.entries(outputs).map(([output, value]) => [`${name}.${output}`, value])),
      errors: errors.map((error) => ({ ...error, key: `${name}.${error.key}` })),
    }
  })
}
