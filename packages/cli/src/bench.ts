import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { compileWorkbook } from '@sheetwright/compiler/compile.ts'
import { Evaluator, evaluatorDelegate } from '@sheetwright/compiler/run.ts'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { Program } from '@sheetwright/runtime/program/program.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { cellPorts } from './cell-ports.ts'
import { evaluationOf } from './evaluation.ts'
import { adHocPorts, asJson, type CommandLine, onlyFile, readCommandLine, UsageProblem } from './command-line.ts'
import { loadModule } from './load-module.ts'
import { loadWorkbook } from './load-workbook.ts'

export const benchLine = {
  usage: 'bench FILE',
  meaning: 'time to read, compile and run it',
  options: {
    cases: { type: 'string', value: 'CASES.json', meaning: 'inputs to run, and the outputs that are expected' },
    input: { ...adHocPorts.input, value: 'NAME=Sheet1!A1=LOW..HIGH', meaning: 'an input, and the range of its values' },
    output: adHocPorts.output,
    seconds: { type: 'string', value: 'N', meaning: 'how long to run, 2 unless given' },
    json: asJson,
  },
} as const satisfies CommandLine

const STEPS = 20_000_000_000
/** Relative difference up to which two results count as the same. */
const TOLERANCE = 1e-9

interface Case {
  readonly inputs: Readonly<Record<string, Scalar>>
  readonly outputs?: Readonly<Record<string, Scalar>>
}

/** `bench FILE`: reads, compiles and runs a workbook with inputs that differ every time. */
export async function bench(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(args, benchLine)
  const path = onlyFile(positionals, benchLine)
  const seconds = Number(values.seconds ?? 2)
  if (!(seconds > 0)) throw new UsageProblem('--seconds must be a number above 0.')
  const ranged = (values.input ?? []).map(rangedInput)
  const readStart = performance.now()
  const { bytes, bound, ports } = await loadWorkbook(path, {
    inputs: ranged.map(({ port }) => port),
    outputs: values.output,
  })
  const readMs = performance.now() - readStart
  const compileStart = performance.now()
  const chosen = cellPorts(ports)
  const evaluation = evaluationOf({ bound, ports }, STEPS)
  const compiled = compileWorkbook(bound, chosen, { evaluation, workbookHash: hashOf(bytes) })
  const program = new Program(await loadModule(compiled.program), {
    functions,
    now: () => evaluation.now,
    seed: () => evaluation.seed,
    locale: evaluation.locale,
    steps: STEPS,
    delegate: evaluatorDelegate(bound, chosen.inputs, evaluation),
  })
  const compileMs = performance.now() - compileStart
  const cases = values.cases === undefined ? randomCases(chosen.inputs, ranged) : await readCases(values.cases)
  const rows = cases.map(({ inputs }) => rowOf(chosen.inputs, inputs))
  const mismatches =
    values.cases === undefined
      ? countAgainstEvaluator(program, new Evaluator(bound, evaluation), chosen, rows.slice(0, 20))
      : countMismatches(program, chosen.outputs, cases, rows)
  const times = measure(program, rows, seconds)
  const result = {
    readMs: rounded(readMs),
    compileMs: rounded(compileMs),
    liveCells: compiled.report.liveCells,
    families: compiled.report.families,
    evalMicrosMedian: times.median,
    evalMicrosP99: times.p99,
    batchRecordsPerSecond: Math.round(times.batch),
    mismatches,
    rssMb: Math.round(process.memoryUsage().rss / 1_048_576),
  }
  if (values.json) console.log(JSON.stringify(result))
  else for (const [name, value] of Object.entries(result)) console.log(`${name}: ${value}`)
  return mismatches > 0 ? 1 : 0
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

interface RangedInput {
  readonly port: string
  readonly name: string
  readonly low: number
  readonly high: number
}

/** `name=Sheet1!A1=low..high`. */
function rangedInput(text: string): RangedInput {
  const last = text.lastIndexOf('=')
  const bounds = /^(-?[\d.eE+-]+?)\.\.(-?[\d.eE+-]+)$/.exec(text.slice(last + 1))
  const name = text.slice(0, text.indexOf('='))
  if (!bounds || last <= text.indexOf('=')) {
    throw new UsageProblem(`"${text}" is not an input to vary; write name=Sheet1!A1=low..high.`)
  }
  const [low, high] = [Number(bounds[1]), Number(bounds[2])]
  if (!Number.isFinite(low) || !Number.isFinite(high))
    throw new UsageProblem(`"${text}" has bounds that are no numbers.`)
  return { port: text.slice(0, last), name, low, high }
}

async function readCases(path: string): Promise<Case[]> {
  try {
    const json: unknown = JSON.parse(await readFile(path, 'utf8'))
    if (Array.isArray(json) && json.every((one) => typeof one === 'object' && one !== null && 'inputs' in one))
      return json as Case[]
  } catch (reason) {
    throw new UsageProblem(`${path} cannot be read: ${reason instanceof Error ? reason.message : String(reason)}`)
  }
  throw new UsageProblem(`${path} must hold a list of {"inputs": {…}, "outputs": {…}}.`)
}

/** Numbers spread over the ranges, the same in each run of the command. */
function randomCases(inputs: readonly { readonly name: string }[], ranged: readonly RangedInput[]): Case[] {
  if (ranged.length === 0) throw new UsageProblem('Give --cases or at least one --input name=Sheet1!A1=low..high.')
  let state = 12_345
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state / 4_294_967_296
  }
  return Array.from({ length: 256 }, () => ({
    inputs: Object.fromEntries(ranged.map(({ name, low, high }) => [name, low + next() * (high - low)])),
  }))
}

function rowOf(ports: readonly { readonly name: string }[], inputs: Case['inputs']): (Scalar | undefined)[] {
  const byName = new Map(Object.entries(inputs).map(([name, value]) => [name.toLowerCase(), value]))
  return ports.map(({ name }) => byName.get(name.toLowerCase()))
}

function countMismatches(
  program: Program,
  outputs: readonly { readonly name: string }[],
  cases: readonly Case[],
  rows: readonly (readonly (Scalar | undefined)[])[],
): number {
  let mismatches = 0
  cases.forEach((one, i) => {
    program.run(rows[i] ?? [])
    const expected = new Map(Object.entries(one.outputs ?? {}).map(([name, value]) => [name.toLowerCase(), value]))
    outputs.forEach(({ name }, k) => {
      const wanted = expected.get(name.toLowerCase())
      if (wanted !== undefined && !isSame(program.output(k), wanted)) mismatches++
    })
  })
  return mismatches
}

function countAgainstEvaluator(
  program: Program,
  evaluator: Evaluator,
  ports: ReturnType<typeof cellPorts>,
  rows: readonly (readonly (Scalar | undefined)[])[],
): number {
  let mismatches = 0
  for (const row of rows) {
    program.run(row)
    ports.inputs.forEach(({ sheet, row: r, col }, i) => evaluator.setInput(sheet, r, col, row[i]))
    ports.outputs.forEach(({ sheet, row: r, col }, k) => {
      if (!isSame(program.output(k), evaluator.value(sheet, r, col))) mismatches++
    })
  }
  return mismatches
}

function isSame(actual: Scalar, expected: Scalar): boolean {
  if (typeof actual === 'number' && typeof expected === 'number') {
    return Math.abs(actual - expected) <= TOLERANCE * Math.max(Math.abs(actual), Math.abs(expected), 1e-300)
  }
  return plain(actual) === plain(expected)
}

function plain(value: Scalar): string | number | boolean | null {
  return value instanceof ExcelError ? value.code : value
}

/** Runs with numbers varied a little each time, so that no set of inputs repeats. */
function measure(
  program: Program,
  rows: readonly (readonly (Scalar | undefined)[])[],
  seconds: number,
): { median: number; p99: number; batch: number } {
  const times: number[] = []
  const inputs: (Scalar | undefined)[] = []
  let turn = 0
  const evaluate = () => {
    const row = rows[turn % rows.length] ?? []
    const shift = 1 + (turn % 9973) * 1e-9
    turn++
    for (let i = 0; i < row.length; i++) {
      const value = row[i]
      inputs[i] = typeof value === 'number' && !Number.isInteger(value) ? value * shift : value
    }
    program.run(inputs)
    for (let k = 0; k < program.about.outputs.length; k++) program.output(k)
  }
  const warmUntil = performance.now() + seconds * 300
  while (performance.now() < warmUntil) evaluate()
  const until = performance.now() + seconds * 500
  while (performance.now() < until || times.length < 20) {
    const from = performance.now()
    evaluate()
    times.push((performance.now() - from) * 1000)
  }
  const batchStart = performance.now()
  let records = 0
  while (performance.now() - batchStart < seconds * 200) {
    for (let i = 0; i < 10; i++) evaluate()
    records += 10
  }
  const batch = (records / (performance.now() - batchStart)) * 1000
  const sorted = times.toSorted((a, b) => a - b)
  return {
    median: rounded(sorted[sorted.length >> 1] ?? 0),
    p99: rounded(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
    batch,
  }
}
