import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { hyperFormula, ironCalc, type Peer } from './engine/peers.ts'
import { type Input, prepared, type Subject, subjectFrom, subjectOf, turns } from './engine/subject.ts'
import { cashFlow } from './workbooks/cash-flow.ts'
import { ledger } from './workbooks/ledger.ts'
import { projection } from './workbooks/projection.ts'
import { rating } from './workbooks/rating.ts'

/**
 * Compiled programs against functions written by hand and against other engines, on the workbooks of the generator and on those
 * of folders given as arguments. Each round measures all of them in turn, so that whatever else the machine does weighs on all.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '7' },
    only: { type: 'string' },
    'no-peers': { type: 'boolean' },
    growth: { type: 'boolean' },
  },
})
const rounds = Number(values.rounds)
/** Relative difference up to which results count as the same. */
const TOLERANCE = 1e-9

interface Result {
  readonly name: string
  readonly readMs: number
  readonly compileMs: number
  readonly handMicros: number
  readonly programMicros: number
  readonly ratio: number
  readonly mismatches: number
  readonly peers: readonly {
    readonly name: string
    readonly micros: number
    readonly timesAsFast: number
    readonly mismatches: number
  }[]
}

const results: Result[] = []
for (const subject of await subjects()) {
  if (values.only !== undefined && subject.name !== values.only) continue
  const result = await measured(subject)
  results.push(result)
  console.log(JSON.stringify(result))
}
const growth = values.growth ? await grown() : undefined
if (growth) console.log(JSON.stringify(growth))
const folder = path.join(import.meta.dirname, 'results')
await mkdir(folder, { recursive: true })
await writeFile(path.join(folder, 'engine.json'), JSON.stringify({ results, growth }, null, 2))

async function subjects(): Promise<Subject[]> {
  const generated = [rating(), projection(1200), cashFlow(), ledger(5000)].map(subjectOf)
  const given = await Promise.all(
    positionals.map(async (directory) => {
      const names = (await readdir(directory))
        .filter((name) => name.endsWith('.hand.mjs'))
        .map((name) => name.slice(0, -'.hand.mjs'.length))
      return await Promise.all(names.map((name) => subjectFrom(directory, name)))
    }),
  )
  return [...generated, ...given.flat()]
}

async function measured(subject: Subject): Promise<Result> {
  const { program, ports, readMs, compileMs, ...rest } = await prepared(subject)
  const order = ports.inputs.map(({ name }) =>
    subject.inputNames.findIndex((one) => one.toLowerCase() === name.toLowerCase()),
  )
  const next = turns(subject)
  const run = (inputs: readonly Input[]) => {
    program.run(order.map((place) => inputs[place]))
    return ports.outputs.map((_, k) => program.output(k))
  }
  let mismatches = 0
  for (let i = 0; i < 300; i++) {
    const inputs = next()
    mismatches += differences(run(inputs), subject.hand(inputs))
  }
  const each = timePerTurn(() => run(next()), 50)
  const count = Math.max(3, Math.ceil(30_000 / Math.max(each, 1)))
  const [hand, own]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds + 2; round++) {
    const sets = Array.from({ length: count }, next)
    const ordered = sets.map((inputs) => order.map((place) => inputs[place]))
    hand.push(timeOf(() => sets.forEach((inputs) => subject.hand(inputs))) / count)
    own.push(
      timeOf(() => {
        for (const inputs of ordered) {
          program.run(inputs)
          for (let k = 0; k < ports.outputs.length; k++) program.output(k)
        }
      }) / count,
    )
  }
  const handMicros = median(hand.slice(2))
  const programMicros = median(own.slice(2))
  const peers: Result['peers'][number][] = []
  if (!values['no-peers']) {
    const whole = { program, ports, readMs, compileMs, ...rest }
    for (const open of [() => hyperFormula(whole), () => ironCalc(whole)]) {
      const peer = await opened(open)
      if (peer) peers.push(await againstPeer(peer, subject, order, next, programMicros))
    }
  }
  return {
    name: subject.name,
    readMs: Math.round(readMs),
    compileMs: Math.round(compileMs),
    handMicros: rounded(handMicros),
    programMicros: rounded(programMicros),
    ratio: rounded(programMicros / handMicros),
    mismatches,
    peers,
  }
}

/** An engine that cannot take a workbook is left out, with the reason. */
async function opened(open: () => Peer | Promise<Peer>): Promise<Peer | undefined> {
  try {
    return await open()
  } catch (reason) {
    console.log(`left out: ${reason instanceof Error ? reason.message : String(reason)}`)
    return undefined
  }
}

async function againstPeer(peer: Peer, subject: Subject, order: readonly number[], next: () => Input[], own: number) {
  let mismatches = 0
  const times: number[] = []
  const until = performance.now() + 8000
  for (let i = 0; i < 12 && (i < 3 || performance.now() < until); i++) {
    const inputs = next()
    let outputs: unknown[] = []
    times.push(timeOf(() => (outputs = peer.evaluate(order.map((place) => inputs[place] as Input)))))
    mismatches += differences(outputs, subject.hand(inputs), 1e-6)
  }
  const micros = median(times)
  return { name: peer.name, micros: rounded(micros), timesAsFast: rounded(micros / own), mismatches }
}

function differences(actual: ArrayLike<unknown>, expected: ArrayLike<Input>, tolerance = TOLERANCE): number {
  let count = 0
  for (let i = 0; i < expected.length; i++) {
    const wanted = expected[i]
    const given =
      typeof wanted === 'number' && typeof actual[i] === 'string'
        ? Number(String(actual[i]).replaceAll(',', ''))
        : actual[i]
    const same =
      typeof given === 'number' && typeof wanted === 'number'
        ? Math.abs(given - wanted) <= tolerance * Math.max(Math.abs(given), Math.abs(wanted))
        : given === wanted
    if (!same) count++
  }
  return count
}

/** How read, compile and evaluation time and memory grow when rows are doubled: exponents fitted over four sizes. */
async function grown() {
  const families = {
    projection: [600, 1200, 2400, 4800].map((rows) => projection(rows)),
    ledger: [2500, 5000, 10_000, 20_000].map((rows) => ledger(rows)),
  }
  const fitted: Record<string, Record<string, number>> = {}
  for (const [name, models] of Object.entries(families)) {
    const points: { rows: number; read: number; compile: number; evaluate: number }[] = []
    for (const [i, model] of models.entries()) {
      const subject = subjectOf(model)
      const tries = await Promise.all([prepared(subject)].map(async (one) => await one))
      const [{ program, readMs, compileMs, ports }] = tries as [Awaited<ReturnType<typeof prepared>>]
      const order = ports.inputs.map(({ name: one }) => subject.inputNames.indexOf(one))
      const next = turns(subject)
      const each = () => program.run(order.map((place) => next()[place]))
      timePerTurn(each, 200)
      points.push({ rows: 2 ** i, read: readMs, compile: compileMs, evaluate: timePerTurn(each, 200) })
    }
    fitted[name] = {
      read: exponent(points.map(({ rows, read }) => [rows, read])),
      compile: exponent(points.map(({ rows, compile }) => [rows, compile])),
      evaluate: exponent(points.map(({ rows, evaluate }) => [rows, evaluate])),
    }
  }
  return fitted
}

/** Slope of the line through the logarithms. */
function exponent(points: readonly (readonly [number, number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const)
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length
  const top = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return rounded(top / logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0))
}

/** Microseconds of processor time, which other programs on the machine hardly change. */
function timeOf(work: () => void): number {
  const started = process.cpuUsage()
  work()
  return process.cpuUsage(started).user
}

function timePerTurn(work: () => void, count: number): number {
  return (
    timeOf(() => {
      for (let i = 0; i < count; i++) work()
    }) / count
  )
}

function median(list: readonly number[]): number {
  const sorted = list.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
