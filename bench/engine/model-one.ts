import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readWorkbook } from '../../packages/compiler/src/1-read/read-workbook.ts'
import { BoundWorkbook } from '../../packages/compiler/src/3-bind/bind-workbook.ts'
import { checkWorkbook } from '../../packages/compiler/src/check/check-workbook.ts'
import { compiledForCheck, runForCheck } from '../../packages/compiler/src/check/compute-compiled.ts'
import { savedLocale } from '../../packages/compiler/src/check/saved-locale.ts'
import { type CompilePort, compileWorkbook } from '../../packages/compiler/src/compile.ts'
import { Evaluator } from '../../packages/compiler/src/evaluate/evaluator.ts'
import { evaluatorDelegate } from '../../packages/compiler/src/run/evaluator-delegate.ts'
import { loadModule, loadModuleNow } from '../../packages/cli/src/load-module.ts'
import { parseCell } from '../../packages/compiler/src/model/address.ts'
import { functions } from '../../packages/runtime/src/functions/registry.ts'
import { Program } from '../../packages/runtime/src/program/program.ts'
import { ExcelError, type Scalar } from '../../packages/runtime/src/values.ts'
import type { Model, ModelLine, OwnResult } from './model.ts'
import { hyperFormula } from './peers.ts'
import type { Input } from './subject.ts'
import { median, rounded, warmUp, workMicrosOf } from './timing.ts'
import { yardstick } from './yardstick.ts'

const EVALUATION = { now: 46_000, seed: 1, locale: 'en-US', steps: 1e12 }
/** Relative tolerance for comparisons with other engines, which round in other places. */
const PEER_TOLERANCE = 1e-6
const TOLERANCE = 1e-9
/** No round starts after this time, but the first always runs: some engines take minutes for one evaluation. */
const MODEL_MS = 40_000
const WARM_MS = 600
const WARM_TIMES = 5
const IDLE_MS = 400
const TURN_MICROS = 20_000
/** Number of yardstick runs in each round. */
const YARDSTICKS = 5
const CHECK_STEPS = 1e10

/** Measures one model of a list. Prints one line for our engine and one for HyperFormula. */
const [list = '', index = '', rounds = '', peers = ''] = process.argv.slice(2)
const tell = (line: ModelLine) => process.stdout.write(`${JSON.stringify(line)}\n`)
try {
  await measure((JSON.parse(await readFile(list, 'utf8')) as Model[])[Number(index)] as Model)
} catch (reason) {
  tell({ problem: reason instanceof Error ? reason.message : String(reason) })
}

/** Number of repetitions in one turn, enough for the system's processor-time accounting to be exact. */
function timesInTurn(micros: number): number {
  return Math.max(1, Math.min(500, Math.floor(TURN_MICROS / Math.max(micros, 1))))
}

function repeat(times: number, work: () => void): void {
  for (let i = 0; i < times; i++) work()
}

async function measure(model: Model): Promise<void> {
  const bytes = await readFile(path.join(path.dirname(list), 'workbooks', model.file))
  const started = performance.now()
  const { workbook } = await readWorkbook(bytes)
  if (!workbook) throw new Error('The workbook cannot be read')
  const bound = new BoundWorkbook(workbook, functions)
  const portOf = ({ cell }: { readonly cell: string }): CompilePort => {
    const bang = cell.lastIndexOf('!')
    const name = cell.slice(0, bang).replace(/^'|'$/g, '').replaceAll("''", "'")
    const sheet = workbook.sheets.findIndex((one) => one.name === name)
    const place = parseCell(cell.slice(bang + 1).replaceAll('$', ''))
    if (sheet < 0 || !place) throw new Error(`There is no cell ${cell}`)
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
  const runProgram = (inputs: readonly Input[]): Scalar[] => {
    program.run(inputs)
    return ports.outputs.map((_, i) => program.output(i))
  }
  const runEvaluator = (inputs: readonly Input[]): Scalar[] => {
    evaluator.setInputs(ports.inputs.map(({ sheet, row, col }, i) => ({ sheet, row, col, value: inputs[i] as Input })))
    return ports.outputs.map(({ sheet, row, col }) => evaluator.value(sheet, row, col))
  }
  const next = inputsOf(model)
  // Pauses let V8 finish optimising in its background threads.
  for (let i = 0; i < WARM_TIMES; i++) {
    warmUp(() => runProgram(next()), WARM_MS)
    await setTimeout(IDLE_MS)
  }
  warmUp(() => runEvaluator(next()), WARM_TIMES * WARM_MS)
  warmUp(yardstick, WARM_MS)
  const count = timesInTurn(workMicrosOf(() => runProgram(next())))
  const evaluations = timesInTurn(workMicrosOf(() => runEvaluator(next())))
  const times: { program: number[]; evaluator: number[]; yardstick: number[] } = {
    program: [],
    evaluator: [],
    yardstick: [],
  }
  const asked: { readonly inputs: readonly Input[]; readonly expected: readonly Scalar[] }[] = []
  let mismatches = 0
  const until = performance.now() + MODEL_MS
  for (let round = 0; round < Number(rounds) && (round === 0 || performance.now() < until); round++) {
    const sets = Array.from({ length: count }, next)
    let own: Scalar[] = []
    times.program.push(workMicrosOf(() => sets.forEach((inputs) => (own = runProgram(inputs)))) / count)
    const inputs = sets.at(-1) as Input[]
    let expected: Scalar[] = []
    times.evaluator.push(workMicrosOf(() => repeat(evaluations, () => (expected = runEvaluator(inputs)))) / evaluations)
    times.yardstick.push(workMicrosOf(() => repeat(YARDSTICKS, yardstick)) / YARDSTICKS)
    mismatches += expected.filter((value, i) => !isSame(own[i], value, TOLERANCE)).length
    asked.push({ inputs, expected })
  }
  const programMicros = median(times.program)
  const evaluatorMicros = median(times.evaluator)
  tell({
    own: {
      mark: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
      readMs: Math.round(read - started),
      compileMs: Math.round(compiled - read),
      liveCells: report.liveCells,
      families: report.families,
      delegatedCells: report.delegated.reduce((sum, { cells }) => sum + cells, 0),
      programMicros: rounded(programMicros),
      evaluatorMicros: rounded(evaluatorMicros),
      // Other load on the machine only adds time, so the fastest of each counts.
      evaluatorYardsticks: Number((Math.min(...times.evaluator) / Math.min(...times.yardstick)).toPrecision(4)),
      timesTheEvaluator: rounded(evaluatorMicros / programMicros),
      mismatches,
      savedEqual: savedEqual(bound, model.file),
    },
  })
  if (peers !== 'peers') return
  const peer = hyperFormula({ bound, ports })
  const answers: number[] = []
  let peerMismatches = 0
  const peerUntil = performance.now() + MODEL_MS
  for (const { inputs, expected } of asked) {
    if (answers.length > 0 && performance.now() > peerUntil) break
    const { micros, outputs } = peer.evaluate(inputs)
    answers.push(micros)
    peerMismatches += expected.filter((value, i) => !isSame(outputs[i], value, PEER_TOLERANCE)).length
  }
  const micros = median(answers)
  tell({
    hyperFormula: { micros: rounded(micros), timesAsFast: rounded(micros / programMicros), mismatches: peerMismatches },
  })
}

/**
 * Compares every formula cell with the value saved in the file: by a program without precomputed cells, and by the
 * evaluator.
 */
function savedEqual(bound: BoundWorkbook, file: string): OwnResult['savedEqual'] {
  const options = {
    seed: EVALUATION.seed,
    locale: savedLocale(bound.workbook),
    steps: CHECK_STEPS,
    keep: 0,
    facts: { filename: `[${file}]` },
  }
  const evaluated = checkWorkbook(bound, options)
  const computed = checkWorkbook(bound, {
    ...options,
    compute: (cells, evaluation) =>
      runForCheck(loadModuleNow(compiledForCheck(bound, cells, evaluation).text), cells, evaluation),
  })
  return { compared: evaluated.compared, program: computed.equal, evaluator: evaluated.equal }
}

/**
 * The values in the list, varied a little each time: fractions by a share of themselves, whole numbers up by 0, 1 or 2.
 */
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
