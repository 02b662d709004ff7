import { DuckDBInstance } from '@duckdb/node-api'
import { openWorkbook } from '@sheetwright/compiler/open-workbook.ts'
import { compileEngine } from '@sheetwright/compiler/run/compile-engine.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { Program, type ProgramModule } from '@sheetwright/runtime/program/program.ts'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { loadModule } from '@sheetwright/server/platform/sandbox/load-module.ts'
import { premium } from '../workbooks/premium.ts'
import { xlsxOf } from '../workbooks/write-xlsx.ts'

/** The least that a portfolio takes: parse the file that is named, call the compiled program for each record. Nothing is written. */
const [file = ''] = process.argv.slice(2)
const model = premium()
const { opened } = await openWorkbook(xlsxOf(model))
if (opened === null) throw new Error('The workbook cannot be read')
const evaluation = { now: 46_000, seed: 1, locale: 'en-US', steps: 1e9 }
const { program: text } = compileEngine(opened.bound, opened.ports, { evaluation })
const module = loadModule(text, ['hash', 'about', 'data', 'link']) as ProgramModule
const program = new Program(module, { functions, locale: 'en-US', steps: 1e15, now: () => 46_000, seed: () => 1 })
const placeOf = (ports: readonly { name: string }[], cell: string) =>
  ports.findIndex((port) => port.name === cell.replaceAll('$', ''))
const inputs = model.inputs.map(({ cell }) => placeOf(module.about.inputs, cell))
const outputs = Object.values(model.outputs).map((cell) => placeOf(module.about.outputs, cell))
const connection = await (await DuckDBInstance.create(':memory:', { threads: '2' })).connect()
const names = model.inputs.map(({ name }) => `"${name}"`).join(', ')
const begun = performance.now()
const result = await connection.stream(`SELECT ${names} FROM read_parquet('${file}')`)
let [records, sum] = [0, 0]
for (;;) {
  const chunk = await result.fetchChunk()
  if (chunk === null || chunk.rowCount === 0) break
  for (const row of chunk.getRows()) {
    const values: Scalar[] = []
    for (const [i, place] of inputs.entries()) values[place] = row[i] as Scalar
    program.run(values)
    for (const place of outputs) {
      const value = program.output(place)
      if (typeof value === 'number') sum += value
    }
    records++
  }
}
const seconds = (performance.now() - begun) / 1000
console.log(JSON.stringify({ records, seconds, recordsPerSecond: records / seconds, sum }))
