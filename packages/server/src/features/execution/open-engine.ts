import { type BoundWorkbook, openWorkbook } from '@sheetwright/compiler/open-workbook.ts'
import {
  engineDelegate,
  EvaluatorCalculator,
  type TracedCell,
  type TraceEnd,
  traceRun,
} from '@sheetwright/compiler/run.ts'
import { Engine } from '@sheetwright/runtime/engine/engine.ts'
import { programEngine } from '@sheetwright/runtime/engine/program-calculator.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import type { ProgramModule } from '@sheetwright/runtime/program/program.ts'
import { loadModule } from '../../platform/sandbox/load-module.ts'
import { describeValidations, type InputValidation } from '@sheetwright/runtime/engine/describe-validations.ts'
import type { EngineContent, EngineLimits } from './engine-content.ts'

/** An engine, ready to compute. */
export interface OpenedEngine {
  readonly engine: Engine
  /** The allowed values with the inputs of the last run. */
  readonly validations: () => InputValidation[]
  /** Every cell of the last run; empty for a compiled engine, which has no trace. */
  readonly trace: () => (TracedCell | TraceEnd)[]
}

/** The most cells in a trace. */
const tracedCells = 5_000

export async function openEngine(content: EngineContent, limits: EngineLimits): Promise<OpenedEngine> {
  const { program } = content
  return program === undefined ? openInterpreted(content, limits) : openCompiled(content, program, limits)
}

/** Uses the compiled program; the workbook is needed only for cells left to the reference evaluator. */
async function openCompiled(
  { ports, locale, timeZone, workbook, iteration }: EngineContent,
  program: string,
  { steps, memory }: EngineLimits,
): Promise<OpenedEngine> {
  const module = loadModule(program, ['hash', 'about', 'data', 'link']) as ProgramModule
  const bound = workbook && (await boundWorkbook(workbook, iteration))
  const delegate = bound && engineDelegate(bound, ports, { locale, steps })
  const { calculator } = programEngine(module, { functions, locale, timeZone, steps, memory, delegate })
  return {
    engine: new Engine(ports, calculator),
    validations: () => describeValidations(ports.inputs, calculator),
    trace: () => [],
  }
}

/** Uses the reference evaluator, which reads the workbook. */
async function openInterpreted(
  { ports, locale, timeZone, workbook, iteration }: EngineContent,
  { steps }: EngineLimits,
): Promise<OpenedEngine> {
  if (workbook === undefined) throw new Error('An engine that is interpreted needs its workbook')
  const bound = await boundWorkbook(workbook, iteration)
  const calculator = new EvaluatorCalculator(bound, { locale, timeZone, steps, trace: true })
  return {
    engine: new Engine(ports, calculator),
    validations: () => describeValidations(ports.inputs, calculator),
    trace: () => [...traceRun(bound, calculator.evaluator, { cells: tracedCells })],
  }
}

async function boundWorkbook(bytes: Uint8Array, iteration: EngineContent['iteration']): Promise<BoundWorkbook> {
  const { opened } = await openWorkbook(bytes, { iteration })
  if (opened === null) throw new Error('The workbook can no longer be read')
  return opened.bound
}
