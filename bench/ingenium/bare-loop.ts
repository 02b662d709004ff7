import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { openWorkbook } from '@sheetwright/compiler/open-workbook.ts'
import { compileEngine } from '@sheetwright/compiler/run/compile-engine.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { Program, type ProgramModule } from '@sheetwright/runtime/program/program.ts'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { loadModule } from '@sheetwright/server/platform/sandbox/load-module.ts'
import { xlsxOf } from '../workbooks/write-xlsx.ts'
import { policyModel, policyOutputs } from './extract.ts'

/** The least that an extract takes: read it line by line, call the compiled program, write the result. Tells records per second. */
const [extract = '', result = ''] = process.argv.slice(2)
const { opened } = await openWorkbook(xlsxOf(policyModel))
if (opened === null) throw new Error('The workbook cannot be read')
const evaluation = { now: 46_000, seed: 1, locale: 'en-US', steps: 1e9 }
const { program: text } = compileEngine(opened.bound, opened.ports, { evaluation })
const module = loadModule(text, ['hash', 'about', 'data', 'link']) as ProgramModule
const program = new Program(module, { functions, locale: 'en-US', steps: 1e15, now: () => 46_000, seed: () => 1 })
const placeOf = (ports: readonly { name: string }[], cell: string) =>
  ports.findIndex((port) => port.name === cell.replaceAll('$', ''))
const inputs = policyModel.inputs.map(({ cell, range }) => ({
  index: placeOf(module.about.inputs, cell),
  isNumber: typeof range[0] === 'number',
}))
const outputs = policyOutputs.map((name) => placeOf(module.about.outputs, policyModel.outputs[name] ?? ''))

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
