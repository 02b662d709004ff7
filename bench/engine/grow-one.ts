import { annuity } from '../workbooks/annuity.ts'
import { big } from '../workbooks/big.ts'
import type { Cost } from './growth.ts'
import { type Input, inputOrder, prepared, subjectOf, turns } from './subject.ts'
import { median, rounded, warmUp, workMicrosOf } from './timing.ts'

/**
 * Reads, compiles and evaluates one size of a workbook and prints the cost. Reading and compiling are measured warm.
 * All times are processor time, so that other processes do not distort some sizes more than others.
 */
const WARM_MS = 800
const TURNS = 40
const TURN_MICROS = 4000
const [name = '', rows = ''] = process.argv.slice(2)
const model = (size: number) => (name === 'annuity' ? annuity(size) : big(size))
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
const times = [first, await prepared(subject), await prepared(subject)]
const { program, ports } = first
const order = inputOrder(subject, ports)
const next = turns(subject)
const each = () => {
  const inputs = next()
  program.run(order.map((place) => inputs[place] as Input))
}
warmUp(each, WARM_MS)
const count = Math.max(1, Math.ceil(TURN_MICROS / Math.max(1, workMicrosOf(() => Array.from({ length: 9 }, each)) / 9)))
const evaluations = Array.from({ length: TURNS }, () => workMicrosOf(() => Array.from({ length: count }, each)) / count)
const cost: Cost = {
  readMs: rounded(median(times.map(({ readWorkMs }) => readWorkMs))),
  compileMs: rounded(median(times.map(({ compileWorkMs }) => compileWorkMs))),
  evalMicros: median(evaluations),
  rssMb: rounded(process.memoryUsage().rss / 1_048_576),
  heapMb: rounded(after),
}
console.log(JSON.stringify(cost))
