import { Script } from 'node:vm'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { Program, type ProgramModule, type ProgramOptions } from '@sheetwright/runtime/program/program.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { BoundWorkbook } from '../../src/3-bind/bind-workbook.ts'
import { type Compiled, compileWorkbook } from '../../src/compile.ts'
import type { Optimisations } from '../../src/5-generate/optimisations.ts'
import { Evaluator } from '../../src/evaluate/evaluator.ts'
import type { EvaluationOptions } from '../../src/evaluate/options.ts'
import { portableDelegate } from '../../src/portable-delegate.ts'
import { makeWorkbook, position, type WorkbookContent } from './make-workbook.ts'

export const EVALUATION: EvaluationOptions = { now: 46_037.4375, seed: 1, locale: 'en-US', steps: 50_000_000 }

export interface CompiledWorkbook {
  readonly compiled: Compiled
  readonly program: Program
  /** The program's outputs for these inputs, by address. */
  run(inputs: Readonly<Record<string, Scalar>>): Record<string, Scalar | string>
  /** The same from the reference evaluator. */
  evaluate(inputs: Readonly<Record<string, Scalar>>): Record<string, Scalar | string>
}

/** Loads a generated program's text. */
export function loadProgram(text: string): ProgramModule {
  const body = text.replace(/^export /gm, '')
  return new Script(
    `(() => { 'use strict'; ${body}\nreturn { hash, about, data, link, workbook: typeof workbook === 'undefined' ? undefined : workbook } })()`,
  ).runInThisContext() as ProgramModule
}

/** Compiles a workbook with cells as inputs and outputs, named by their addresses. */
export function compiled(
  content: WorkbookContent,
  inputs: readonly string[],
  outputs: readonly string[],
  settings: { readonly optimisations?: Optimisations; readonly options?: Partial<ProgramOptions> } = {},
): CompiledWorkbook {
  const workbook = makeWorkbook(content)
  const bound = new BoundWorkbook(workbook, functions)
  const ports = {
    inputs: inputs.map((address) => ({ name: address, ...position(workbook, address) })),
    outputs: outputs.map((address) => ({ name: address, ...position(workbook, address) })),
  }
  const result = compileWorkbook(bound, ports, {
    evaluation: EVALUATION,
    ...(settings.optimisations ? { optimisations: settings.optimisations } : {}),
  })
  const module = loadProgram(result.program)
  const delegate = portableDelegate(module, functions, EVALUATION)
  const program = new Program(module, {
    functions,
    now: () => EVALUATION.now,
    seed: () => EVALUATION.seed,
    locale: EVALUATION.locale,
    steps: EVALUATION.steps,
    ...(delegate ? { delegate } : {}),
    ...settings.options,
  })
  return {
    compiled: result,
    program,
    run(values) {
      program.run(inputs.map((address) => values[address]))
      return Object.fromEntries(outputs.map((address, i) => [address, shown(program.output(i))]))
    },
    evaluate(values) {
      const evaluator = new Evaluator(bound, EVALUATION)
      for (const [i, { sheet, row, col }] of ports.inputs.entries()) {
        const value = values[inputs[i] as string]
        if (value !== undefined) evaluator.setInput(sheet, row, col, value)
      }
      return Object.fromEntries(
        ports.outputs.map(({ name, sheet, row, col }) => [name, shown(evaluator.value(sheet, row, col))]),
      )
    },
  }
}

function shown(value: Scalar): Scalar | string {
  return value instanceof ExcelError ? `${value.code}${value.uncomputable ? ' uncomputable' : ''}` : value
}
