import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { openWorkbook } from '@sheetwright/compiler/open-workbook.ts'
import { compileEngine } from '@sheetwright/compiler/run/compile-engine.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { Program, type ProgramModule } from '@sheetwright/runtime/program/program.ts'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { loadModule } from '@sheetwright/server/platform/sandbox/load-module.ts'
import { xlsxOf } from '../workbooks/write-xlsx.ts'
import { casesOf, subjects } from './cases.ts'

/**
 * The least that a run takes on one core: read the cases, call the compiled program for each, write inputs and outputs
 * into the same kind of file. Tells the cases per second of each subject.
 */
const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-bare-'))
const rates: Record<string, number> = {}
for (const subject of subjects) {
  const { model, name, cases } = subject
  const { opened } = await openWorkbook(xlsxOf(model))
  if (opened === null) throw new Error('The workbook cannot be read')
  const evaluation = { now: 46_000, seed: 1, locale: 'en-US', steps: 1e9 }
  const { program: text } = compileEngine(opened.bound, opened.ports, { evaluation })
  const module = loadModule(text, ['hash', 'about', 'data', 'link']) as ProgramModule
  const program = new Program(module, { functions, locale: 'en-US', steps: 1e12, now: () => 46_000, seed: () => 1 })
  const placeOf = (ports: readonly { name: string }[], cell: string) => {
    const index = ports.findIndex((port) => port.name === cell.replaceAll('$', ''))
    if (index < 0) throw new Error(`The program does not know ${cell}`)
    return index
  }
  const inputs = model.inputs.map((input) => ({ name: input.name, index: placeOf(module.about.inputs, input.cell) }))
  const outputs = Object.entries(model.outputs).map(([output, cell]) => ({
    name: output,
    index: placeOf(module.about.outputs, cell),
  }))
  const lines = Array.from(casesOf(subject), (record) => JSON.stringify(record))
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '384MB' })
  const connection = await instance.connect()
  const numbers = outputs.map((_, i) => `, n${i} DOUBLE`).join('')
  await connection.run(`CREATE TABLE results (no INTEGER, inputs VARCHAR, outputs VARCHAR${numbers})`)
  const begun = performance.now()
  const appender = await connection.createAppender('results')
  for (const [i, line] of lines.entries()) {
    const record = JSON.parse(line) as Record<string, Scalar>
    const values: Scalar[] = []
    for (const { name: input, index } of inputs) values[index] = record[input] as Scalar
    program.run(values)
    const result: Record<string, Scalar> = {}
    for (const { name: output, index } of outputs) result[output] = program.output(index)
    appender.appendInteger(i + 1)
    appender.appendVarchar(line)
    appender.appendVarchar(JSON.stringify(result))
    for (const { name: output } of outputs) {
      const value = result[output]
      if (typeof value === 'number') appender.appendDouble(value)
      else appender.appendNull()
    }
    appender.endRow()
  }
  appender.closeSync()
  await connection.run(`COPY results TO '${path.join(folder, `${name}.parquet`)}' (FORMAT parquet, COMPRESSION zstd)`)
  rates[name] = cases / ((performance.now() - begun) / 1000)
}
await rm(folder, { recursive: true, force: true })
process.send?.(rates)
