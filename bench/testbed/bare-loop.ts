import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { compiledProgram } from '../compiled-program.ts'
import { casesOf, subjects } from './cases.ts'

/**
 * The least that a run takes on one core: read the cases, call the compiled program for each, write inputs and outputs
 * into the same kind of file. Tells the cases per second of each subject.
 */
const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-bare-'))
const rates: Record<string, number> = {}
for (const subject of subjects) {
  const { model, name, cases } = subject
  const { program, inputPlace, outputPlace } = await compiledProgram(model)
  const inputs = model.inputs.map((input) => ({ name: input.name, index: inputPlace(input.cell) }))
  const outputs = Object.entries(model.outputs).map(([output, cell]) => ({ name: output, index: outputPlace(cell) }))
  const file = path.join(folder, `${name}.ndjson`)
  await writeFile(file, Array.from(casesOf(subject), (record) => JSON.stringify(record)).join('\n'))
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '384MB' })
  const connection = await instance.connect()
  const numbers = outputs.map((_, i) => `, n${i} DOUBLE`).join('')
  await connection.run(`CREATE TABLE results (no INTEGER, inputs VARCHAR, outputs VARCHAR${numbers})`)
  const begun = performance.now()
  const lines = (await readFile(file, 'utf8')).split('\n')
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
