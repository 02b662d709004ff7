import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { compiledProgram } from '../compiled-program.ts'
import { policyModel, policyOutputs } from './extract.ts'

/**
 * The baseline of an extract: read it line by line, call the compiled program, write the result. Prints records per
 * second.
 */
const [extract = '', result = ''] = process.argv.slice(2)
const { program, inputPlace, outputPlace } = await compiledProgram(policyModel)
const inputs = policyModel.inputs.map(({ cell, range }) => ({
  index: inputPlace(cell),
  isNumber: typeof range[0] === 'number',
}))
const outputs = policyOutputs.map((name) => outputPlace(policyModel.outputs[name] ?? ''))

const begun = performance.now()
const written = createWriteStream(result)
written.write(`Policy,${policyOutputs.join(',')}\n`)
let records = -1
for await (const line of createInterface({ input: createReadStream(extract) })) {
  if (records++ < 0) continue
  const [policy = '', ...fields] = line.split(',')
  const values: Scalar[] = []
  for (const [i, { index, isNumber }] of inputs.entries()) {
    values[index] = isNumber ? Number(fields[i]) : (fields[i] ?? '')
  }
  if (values.some((value) => Number.isNaN(value))) continue
  program.run(values)
  const answer = outputs.map((index) => program.output(index))
  if (!written.write(`${policy},${answer.join(',')}\n`)) await once(written, 'drain')
}
written.end()
await once(written, 'finish')
process.send?.(records / ((performance.now() - begun) / 1000))
