import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readWorkbook } from '../../packages/compiler/src/1-read/read-workbook.ts'
import { BoundWorkbook } from '../../packages/compiler/src/3-bind/bind-workbook.ts'
import { type CompilePort, compileWorkbook } from '../../packages/compiler/src/compile.ts'
import { Evaluator } from '../../packages/compiler/src/evaluate/evaluator.ts'
import { evaluatorDelegate } from '../../packages/compiler/src/evaluator-delegate.ts'
import { loadModule } from '../../packages/cli/src/load-module.ts'
import { parseCell } from '../../packages/compiler/src/model/address.ts'
import { functions } from '../../packages/runtime/src/functions/registry.ts'
import { Program } from '../../packages/runtime/src/program/program.ts'
import { ExcelError, type Scalar } from '../../packages/runtime/src/values.ts'
import { hyperFormula, type Peer } from './peers.ts'
import type { Input } from './subject.ts'
import { median, microsOf, rounded, warmUp } from './timing.ts'

/** A real workbook from a list, with cells that suit as inputs and outputs. */
interface Model {
  readonly file: string
  readonly inputs: readonly { readonly cell: string; readonly value: Input }[]
  readonly outputs: readonly { readonly cell: string }[]
}

interface ModelResult {
  readonly file: string
  readonly readMs: number
  readonly compileMs: number
  readonly liveCells: number
  readonly families: number
  readonly delegatedCells: number
  readonly programMicros: number
  readonly evaluatorMicros: number
  readonly timesTheEvaluator: number
  /** Outputs that differ from the evaluator's, over all sets of inputs tried. */
  readonly mismatches: number
  readonly hyperFormula?: { readonly micros: number; readonly timesAsFast: number; readonly mismatches: number }
  readonly hyperFormulaLeftOut?: string
}

const EVALUATION = { now: 46_000, seed: 1, locale: 'en-US', steps: 1e12 }
/** Models are compared with other engines to this relative difference: those round in other places. */
const PEER_TOLERANCE = 1e-6
/** Rounds end after this time, with the first one at the earliest: some engines take minutes for one evaluation. */
const MODEL_MS = 40_000
const WARM_MS = 1500

/** Measures every model of a list; the workbooks lie in a folder `workbooks` beside it. */
export async function measureModels(
  list: string,
  options: { readonly rounds: number; readonly withPeers: boolean; readonly only: string | undefined },
): Promise<ModelResult[]> {
  const models = JSON.parse(await readFile(list, 'utf8')) as Model[]
  const results: ModelResult[] = []
  for (const model of models) {
    if (options.only !== undefined && !model.file.includes(options.only)) continue
    const result = await measured(model, path.join(path.dirname(list), 'workbooks', model.file), options)
    results.push(result)
    console.log(JSON.stringify(result))
  }
  return results
}

async function measured(
  model: Model,
  file: string,
  { rounds, withPeers }: { readonly rounds: number; readonly withPeers: boolean },
): Promise<ModelResult> {
  const bytes = await readFile(file)
  const started = performance.now()
  const { workbook } = await readWorkbook(bytes)
  if (!workbook) throw new Error(`${model.file} cannot be read.`)
  const bound = new BoundWorkbook(workbook, functions)
  const portOf = ({ cell }: { readonly cell: string }): CompilePort => {
    const bang = cell.lastIndexOf('!')
    const name = cell.slice(0, bang).replace(/^'|'$/g, '').replaceAll("''", "'")
    const sheet = workbook.sheets.findIndex((one) => one.name === name)
    const place = parseCell(cell.slice(bang + 1).replaceAll('$', ''))
    if (sheet < 0 || !place) throw new Error(`${model.file} has no cell ${cell}.`)
    return { name: cell, sheet, ...place }
  }
  const ports = { inputs: model.inputs.map(portOf), outputs: model.outputs.map(portOf) }
  const read = performance.now()
  const { program: text, report } = compileWorkbook(bound, ports, { evaluation: EVALUATION })
  const program = new Program(await loadModule(text), {
    functions,
    now: () => EVALUATION.now,
    seed: () => EVALUATION.seed,
    locale: EVALUATION.locale,
    steps: EVALUATION.steps,
    delegate: evaluatorDelegate(bound, ports.inputs, EVALUATION),
  })
  const compiled = performance.now()
  const evaluator = new Evaluator(bound, EVALUATION)
  const next = inputsOf(model)
  const runProgram = (inputs: readonly Input[]): Scalar[] => {
    program.run(inputs)
    return ports.outputs.map((_, i) => program.output(i))
  }
  const runEvaluator = (inputs: readonly Input[]): Scalar[] => {
    evaluator.setInputs(ports.inputs.map(({ sheet, row, col }, i) => ({ sheet, row, col, value: inputs[i] as Input })))
    return ports.outputs.map(({ sheet, row, col }) => evaluator.value(sheet, row, col))
  }
  const { peer, reason } = withPeers
    ? peerFor(() => hyperFormula({ bound, ports }))
    : { peer: undefined, reason: undefined }
  let mismatches = 0
  let peerMismatches = 0
  const times: { program: number[]; evaluator: number[]; peer: number[] } = { program: [], evaluator: [], peer: [] }
  const one = () => runProgram(next())
  warmUp(one, WARM_MS)
  const each = microsOf(one)
  const count = Math.max(1, Math.min(200, Math.floor(20_000 / Math.max(each, 1))))
  const until = performance.now() + MODEL_MS
  for (let round = 0; round < rounds && (round === 0 || performance.now() < until); round++) {
    const sets = Array.from({ length: count }, next)
    let own: Scalar[] = []
    times.program.push(microsOf(() => sets.forEach((inputs) => (own = runProgram(inputs)))) / count)
    const last = sets.at(-1) as Input[]
    let expected: Scalar[] = []
    times.evaluator.push(microsOf(() => (expected = runEvaluator(last))))
    mismatches += expected.filter((value, i) => !isSame(own[i], value, 1e-9)).length
    if (!peer) continue
    const { micros, outputs } = await peer.evaluate([last])
    times.peer.push(micros[0] ?? 0)
    const given = outputs[0] ?? []
    peerMismatches += expected.filter((value, i) => !isSame(given[i], value, PEER_TOLERANCE)).length
  }
  const programMicros = median(times.program)
  const evaluatorMicros = median(times.evaluator)
  const peerMicros = median(times.peer)
  return {
    file: model.file,
    readMs: Math.round(read - started),
    compileMs: Math.round(compiled - read),
    liveCells: report.liveCells,
    families: report.families,
    delegatedCells: report.delegated.reduce((sum, { cells }) => sum + cells, 0),
    programMicros: rounded(programMicros),
    evaluatorMicros: rounded(evaluatorMicros),
    timesTheEvaluator: rounded(evaluatorMicros / programMicros),
    mismatches,
    ...(peer
      ? {
          hyperFormula: {
            micros: rounded(peerMicros),
            timesAsFast: rounded(peerMicros / programMicros),
            mismatches: peerMismatches,
          },
        }
      : {}),
    ...(reason === undefined ? {} : { hyperFormulaLeftOut: reason }),
  }
}

function peerFor(open: () => Peer): { peer: Peer | undefined; reason: string | undefined } {
  try {
    return { peer: open(), reason: undefined }
  } catch (reason) {
    return { peer: undefined, reason: reason instanceof Error ? reason.message : String(reason) }
  }
}

/** The values in the list, moved a little each time: fractions by a share of themselves, whole numbers up by 0, 1 or 2. */
function inputsOf({ inputs }: Model): () => Input[] {
  let turn = 0
  return () => {
    turn++
    return inputs.map(({ value }, i) => {
      if (typeof value !== 'number') return value
      return Number.isInteger(value) ? value + ((turn >> i) % 3) : value * (1 + turn * 1e-7)
    })
  }
}

function isSame(actual: unknown, expected: Scalar, tolerance: number): boolean {
  if (typeof actual === 'number' && typeof expected === 'number') {
    return Math.abs(actual - expected) <= tolerance * Math.max(Math.abs(actual), Math.abs(expected), 1e-9)
  }
  if (expected instanceof ExcelError) {
    const code = actual instanceof ExcelError ? actual.code : (actual as { value?: unknown } | null)?.value
    return code === expected.code
  }
  return actual === expected || (expected === null && actual === 0)
}
