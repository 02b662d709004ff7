import type { Scalar } from '@sheetwright/runtime/values.ts'
import { compiledProgram } from '../compiled-program.ts'
import { premium } from '../workbooks/premium.ts'
import { batchRecords } from './bodies.ts'

/** The baseline of a batch: parse it, call the compiled program for each record, write the results. */
const model = premium()
const { program, inputPlace, outputPlace } = await compiledProgram(model)
const inputs = model.inputs.map(({ name, cell }) => ({ name, index: inputPlace(cell) }))
const outputs = Object.entries(model.outputs).map(([name, cell]) => ({ name, index: outputPlace(cell) }))
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
