import { openWorkbook } from '@sheetwright/compiler/open-workbook.ts'
import { compileEngine } from '@sheetwright/compiler/compile.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { Program, type ProgramModule } from '@sheetwright/runtime/program/program.ts'
import { loadModule } from '@sheetwright/server/platform/sandbox/load-module.ts'
import type { BenchModel } from './workbooks/model.ts'
import { xlsxOf } from './workbooks/write-xlsx.ts'

/**
 * The compiled program of a model, for loops that call only it, and the positions of the model's cells in its inputs
 * and outputs.
 */
export async function compiledProgram(model: BenchModel) {
  const { opened } = await openWorkbook(xlsxOf(model))
  if (opened === null) throw new Error('The workbook cannot be read')
  const evaluation = { now: 46_000, seed: 1, locale: 'en-US', steps: 1e9 }
  const { program: text } = compileEngine(opened.bound, opened.ports, { evaluation })
  const module = loadModule(text, ['hash', 'about', 'data', 'link']) as ProgramModule
  const program = new Program(module, { functions, locale: 'en-US', steps: 1e15, now: () => 46_000, seed: () => 1 })
  const placeIn = (ports: readonly { name: string }[], cell: string) => {
    const index = ports.findIndex((port) => port.name === cell.replaceAll('$', ''))
    if (index < 0) throw new Error(`The program does not know ${cell}`)
    return index
  }
  return {
    program,
    inputPlace: (cell: string) => placeIn(module.about.inputs, cell),
    outputPlace: (cell: string) => placeIn(module.about.outputs, cell),
  }
}
