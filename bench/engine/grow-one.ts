import { ledger } from '../workbooks/ledger.ts'
import { projection } from '../workbooks/projection.ts'
import type { Cost } from './growth.ts'
import { prepared, subjectOf, turns } from './subject.ts'
import { median, microsOf, rounded, warmUp } from './timing.ts'

/** Reads, compiles and evaluates one size of a workbook and prints what that cost. Read and compile are measured warm. */
const WARM_MS = 800
const [name = '', rows = ''] = process.argv.slice(2)
const model = (size: number) => (name === 'projection' ? projection(size) : ledger(size))
const collect = (globalThis as { gc?: () => void }).gc ?? (() => undefined)
const held = () => {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1_048_576
}
await prepared(subjectOf(model(200)))
await prepared(subjectOf(model(200)))
const subject = subjectOf(model(Number(rows)))
const first = await prepared(subject)
const after = held()
const second = await prepared(subject)
const third = await prepared(subject)
const { program, ports } = first
const order = ports.inputs.map((port) => subject.inputNames.indexOf(port.name))
const next = turns(subject)
const each = () => {
  const inputs = next()
  program.run(order.map((place) => inputs[place]))
}
warmUp(each, WARM_MS)
const times = Array.from({ length: 60 }, () => microsOf(each))
const cost: Cost = {
  readMs: rounded(median([first.readMs, second.readMs, third.readMs])),
  compileMs: rounded(median([first.compileMs, second.compileMs, third.compileMs])),
  evalMicros: median(times),
  rssMb: rounded(process.memoryUsage().rss / 1_048_576),
  heapMb: rounded(after),
}
console.log(JSON.stringify(cost))
