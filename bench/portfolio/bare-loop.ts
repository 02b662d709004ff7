import { DuckDBInstance } from '@duckdb/node-api'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { compiledProgram } from '../compiled-program.ts'
import { premium } from '../workbooks/premium.ts'

/** The baseline of a portfolio: parse the file, call the compiled program for each record. Writes nothing. */
const [file = ''] = process.argv.slice(2)
const model = premium()
const { program, inputPlace, outputPlace } = await compiledProgram(model)
const inputs = model.inputs.map(({ cell }) => inputPlace(cell))
const outputs = Object.values(model.outputs).map((cell) => outputPlace(cell))
const connection = await (await DuckDBInstance.create(':memory:', { threads: '2' })).connect()
const names = model.inputs.map(({ name }) => `"${name}"`).join(', ')
const begun = performance.now()
const used = process.cpuUsage()
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
const { user, system } = process.cpuUsage(used)
const cpuSeconds = (user + system) / 1e6
console.log(JSON.stringify({ records, seconds, cpuSeconds, recordsPerSecond: records / seconds, sum }))
