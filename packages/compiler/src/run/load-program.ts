import type { Engine } from '@sheetwright/runtime/engine/engine.ts'
import { programEngine } from '@sheetwright/runtime/engine/program-calculator.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import type { ProgramModule } from '@sheetwright/runtime/program/program.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { WorkbookInterface } from '../3-bind/ports/interface.ts'
import { compileEngine, type CompileReport } from '../compile.ts'
import type { EvaluationOptions } from '../evaluate/options.ts'
import { engineDelegate } from './engine-delegate.ts'

export interface LoadedProgram {
  /** Text of an ECMAScript module without imports. */
  readonly text: string
  readonly engine: Engine
  readonly report: CompileReport
}

export interface ProgramRequest {
  readonly evaluation: EvaluationOptions
  readonly workbookHash: string
  /** Makes a module of the program's text. */
  readonly load: (text: string) => Promise<ProgramModule>
}

/**
 * Compiles a workbook and loads the program; if it cannot be loaded, a program that calls the reference evaluator
 * replaces it.
 */
export async function loadProgram(
  bound: BoundWorkbook,
  ports: WorkbookInterface,
  request: ProgramRequest,
): Promise<LoadedProgram> {
  try {
    return await load(bound, ports, request)
  } catch (reason) {
    if (!(reason instanceof SyntaxError || reason instanceof ReferenceError || reason instanceof TypeError))
      throw reason
    return loadInterpreting(bound, ports, request, reason)
  }
}

/** A program that leaves every cell to the reference evaluator, because the compiled one failed. */
export function loadInterpreting(
  bound: BoundWorkbook,
  ports: WorkbookInterface,
  request: ProgramRequest,
  failure: Error,
): Promise<LoadedProgram> {
  return load(bound, ports, request, `the compiled program failed: ${failure.message}`)
}

async function load(
  bound: BoundWorkbook,
  ports: WorkbookInterface,
  { evaluation, workbookHash, load: loadModule }: ProgramRequest,
  leaveAll?: string,
): Promise<LoadedProgram> {
  const { program: text, report } = compileEngine(bound, ports, {
    evaluation,
    workbookHash,
    ...(leaveAll === undefined ? {} : { leaveAll }),
  })
  return { text, engine: engineOf(await loadModule(text), bound, ports, evaluation), report }
}

/** The engine of a loaded program. */
export function engineOf(
  module: ProgramModule,
  bound: BoundWorkbook,
  ports: WorkbookInterface,
  evaluation: EvaluationOptions,
): Engine {
  const delegate = engineDelegate(bound, ports, evaluation)
  const { locale, steps } = evaluation
  return programEngine(module, { functions, locale, steps, delegate })
}
