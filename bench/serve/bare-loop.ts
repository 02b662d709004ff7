import { openWorkbook } from '@sheetwright/compiler/open-workbook.ts'
import { compileEngine } from '@sheetwright/compiler/run/compile-engine.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { Program, type ProgramModule } from '@sheetwright/runtime/program/program.ts'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { loadModule } from '@sheetwright/server/platform/sandbox/load-module.ts'
import { premium } from '../workbooks/premium.ts'
import { xlsxOf } from '../workbooks/write-xlsx.ts'
import { batchRecords } from './bodies.ts'

/** The least that computing a batch takes: parse it, call the compiled program for each record, write the results. */
const model = premium()
const { opened } = await openWorkbook(xlsxOf(model))
if (opened === null) throw new Error('The workbook cannot be read')
const evaluation = { now: 46_000, seed: 1, locale: 'en-US', steps: 1e9 }
const { program: text } = compileEngine(opened.bound, opened.ports, { evaluation })
const module = loadModule(text, ['hash', 'about', 'data', 'link']) as ProgramModule
const program = new Program(module, { functions, locale: 'en-US', steps: 1e9, now: () => 46_000, seed: () => 1 })
const places = (names: readonly { name: string }[], cells: Readonly<Record<string, string>>) =>
  Object.entries(cells).map(([name, cell]) => {
    const index = names.findIndex((port) => port.name === cell.replaceAll('$', ''))
    if (index < 0) throw new Error(`The program does not know ${name}`)
    return { name, index }
  })
const inputs = places(module.about.inputs, Object.fromEntries(model.inputs.map(({ name, cell }) => [name, cell])))
const outputs = places(module.about.outputs, model.outputs)
const body = JSON.stringify(batchRecords)

function once(): number {
  const from = performance.now()
  const records = JSON.parse(body) as Record<string, Scalar>[]
  const results = records.map((record) => {
    const values: Scalar[] = []
    for (const { name, index } of inputs) values[index] = record[name] as Scalar
    program.run(values)
    const result: Record<string, Scalar> = {}
    for (const { name, index } of outputs) result[name] = program.output(index)
    return result
  })
  const written = JSON.stringify(results)
  if (written.length === 0) throw new Error('Nothing was computed')
  return performance.now() - from
}

process.on('message', (message) => {
  if (message === 'run') process.send?.({ millis: once() })
})
process.send?.({ targets: [] })
