import { CalculationEnded } from '@sheetwright/runtime/program/steps.ts'
import { readWorkbook } from './1-read/read-workbook.ts'
import { type FormulaUsage, diagnoseFormulas } from './3-bind/diagnose-formulas.ts'
import { COMPILER_VERSION } from './5-generate/module-text.ts'
import type { CompileReport } from './compile.ts'
import { type Diagnostic, Diagnostics } from './diagnostics/diagnostics.ts'
import { diagnoseCycles } from './evaluate/diagnose-cycles.ts'
import { Evaluator } from './evaluate/evaluator.ts'
import {
  ASSUMED_ITERATION,
  type EffectiveIteration,
  type Iteration,
  iterationOf,
  withIteration,
} from './model/iteration.ts'
import type { Workbook } from './model/workbook.ts'
import { bindInterface, type OpenedWorkbook } from './open-workbook.ts'
import type { AnchoredInterface } from './propose/anchors.ts'
import { type AskedMarks, declareInterface } from './propose/declare-interface.ts'
import { type BuildRefusal, refusalOfLimit, refusalOfPorts, refusalOfReading, withCycles } from './prove/refusals.ts'
import { type Proof, proveEngine } from './prove/prove-engine.ts'
import { provingEvaluation } from './prove/proving-run.ts'
import { loadProgram, type ProgramRequest } from './run/load-program.ts'

export type { CompileReport } from './compile.ts'
export { inputsReadBy } from './explain/inputs-read-by.ts'
export { continueProof } from './prove/continue-proof.ts'

export interface BuildOptions {
  /** Hash of the bytes; stored in the program. */
  readonly workbookHash: string
  readonly fileName: string
  /** Seconds for comparing the program with the reference evaluator. `continueProof` goes on from there. */
  readonly proveSeconds: number
  /** Longest time of the first few runs of that comparison. */
  readonly longestProveSeconds: number
  /** Makes a module of the program's text. Called again with another text if the first program fails. */
  readonly load: ProgramRequest['load']
  /** The workbook as recalculated by LibreOffice, if LibreOffice computes the engine. */
  readonly recalculated?: Uint8Array
  readonly marks?: AskedMarks
  /** The author's setting for cells that depend on themselves; without it the file and its saved values decide. */
  readonly iteration?: Iteration | undefined
  readonly progress: (percent: number, phase: 'read' | 'compile' | 'prove') => void
}

/** All results of building a workbook. */
export interface Build extends OpenedWorkbook {
  /** The marked interface; undefined if the workbook's own names declare it. */
  readonly marks: AnchoredInterface | undefined
  /** Undefined if cells that depend on themselves are not iterated. */
  readonly iteration: EffectiveIteration | undefined
  readonly usage: FormulaUsage
  /** Text of an ECMAScript module without imports. */
  readonly program: string
  readonly report: CompileReport
  readonly proof: Proof
  readonly diagnostics: readonly Diagnostic[]
  readonly timings: { readonly readMs: number; readonly compileMs: number; readonly proveMs: number }
  readonly compilerVersion: string
}

export type BuildOutcome =
  | { readonly kind: 'built'; readonly build: Build }
  | { readonly kind: 'refused'; readonly refusal: BuildRefusal }

/** The main entry: takes the bytes of a workbook; returns workbook, interface, program, proof and diagnostics. */
export async function buildWorkbook(bytes: Uint8Array, options: BuildOptions): Promise<BuildOutcome> {
  try {
    return await build(bytes, options)
  } catch (reason) {
    if (reason instanceof CalculationEnded) return refused(refusalOfLimit(reason))
    throw reason
  }
}

async function build(bytes: Uint8Array, options: BuildOptions): Promise<BuildOutcome> {
  const { progress, fileName, workbookHash } = options
  const started = performance.now()
  progress(0, 'read')
  const diagnostics = new Diagnostics()
  const { workbook } = await readWorkbook(bytes, { diagnostics })
  const unreadable = refusalOfReading(workbook, diagnostics.list)
  if (workbook === null || unreadable !== undefined) return refused(unreadable)
  const { marks, ...declared } = declareInterface(workbook, options.marks ?? {}, diagnostics)
  if (declared.refusal !== undefined) return refused(declared.refusal)
  const { iteration } = options
  const asked = iteration === undefined ? declared.workbook : withIteration(declared.workbook, iteration)
  const opened = bindInterface(asked, diagnostics)
  const malformed = refusalOfPorts(opened.ports, diagnostics.list)
  if (malformed !== undefined) return refused(malformed)
  const usage = diagnoseFormulas(opened.bound, diagnostics)
  const read = performance.now()

  progress(25, 'compile')
  const evaluation = provingEvaluation(opened.ports.properties, fileName)
  const { bound, ports } = opened
  const isIteratedAsSaved = diagnoseCycles(bound, new Evaluator(bound, evaluation), diagnostics)
  const request = { evaluation, workbookHash, load: options.load }
  const compiledProgram = await loadProgram(bound, ports, request)
  const compiled = performance.now()

  progress(45, 'prove')
  const proved = await proveEngine({ bound, ports, program: compiledProgram, request }, options)
  if ('refusal' in proved) return refused(withCycles(proved.refusal, diagnostics.list))
  const { proof, program } = proved
  const timings = { readMs: read - started, compileMs: compiled - read, proveMs: performance.now() - compiled }
  const effective = effectiveIteration(bound.workbook, iteration, isIteratedAsSaved)
  const made = {
    bound,
    ports,
    marks,
    iteration: effective,
    usage,
    program: program.text,
    report: program.report,
    proof,
  }
  return {
    kind: 'built',
    build: { ...made, diagnostics: diagnostics.list, timings, compilerVersion: COMPILER_VERSION },
  }
}

/** How cells that depend on themselves are computed, and who decided it. */
function effectiveIteration(
  workbook: Workbook,
  setting: Iteration | undefined,
  isIteratedAsSaved: boolean,
): EffectiveIteration | undefined {
  const iteration = iterationOf(workbook)
  if (iteration) return { ...iteration, source: setting === undefined ? 'file' : 'setting' }
  return isIteratedAsSaved ? { ...ASSUMED_ITERATION, source: 'savedValues' } : undefined
}

function refused(refusal: BuildRefusal | undefined): BuildOutcome {
  if (!refusal) throw new Error('A workbook that cannot be used was not refused.')
  return { kind: 'refused', refusal }
}
