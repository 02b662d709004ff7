import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { BoundWorkbook } from '@sheetwright/compiler/3-bind/bind-workbook.ts'
import type { WorkbookInterface } from '@sheetwright/compiler/3-bind/ports/interface.ts'
import type { CompileReport } from '@sheetwright/compiler/compile.ts'
import type { EvaluationOptions } from '@sheetwright/compiler/evaluate/options.ts'
import { evaluatorDelegate } from '@sheetwright/compiler/evaluator-delegate.ts'
import { compileEngine, enginePorts } from '@sheetwright/compiler/run/compile-engine.ts'
import type { Engine } from '@sheetwright/runtime/engine/engine.ts'
import { programEngine } from '@sheetwright/runtime/engine/program-calculator.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import type { ProgramModule } from '@sheetwright/runtime/program/program.ts'

interface LoadedProgram {
  readonly engine: Engine
  readonly report: CompileReport
}

export interface ProgramRequest {
  readonly evaluation: EvaluationOptions
  readonly workbookHash: string
  /** Where the text of the program is written, and loaded from. */
  readonly programFile: string
}

/** Compiles a workbook and loads the program; one that cannot be loaded gives way to one that asks the reference evaluator. */
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
  { evaluation, workbookHash, programFile }: ProgramRequest,
  leaveAll?: string,
): Promise<LoadedProgram> {
  const { program, report } = compileEngine(bound, ports, {
    evaluation,
    workbookHash,
    ...(leaveAll === undefined ? {} : { leaveAll }),
  })
  await writeFile(programFile, program)
  // A module is loaded once by its address: another text needs another one.
  const address = `${pathToFileURL(programFile).href}${leaveAll === undefined ? '' : '?interpreting'}`
  const module = (await import(address)) as ProgramModule
  const { inputs, formulas } = enginePorts(bound, ports)
  const delegate = evaluatorDelegate(bound, inputs, evaluation, formulas)
  const { locale, steps } = evaluation
  return { engine: programEngine(module, { functions, locale, steps, delegate }), report }
}
