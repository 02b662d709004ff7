import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { functions } from '@sheetwright/runtime/functions/registry.ts'
import { parseFormula } from '../src/2-parse/parse.ts'
import { printFormula } from '../src/2-parse/print.ts'
import { BoundWorkbook } from '../src/3-bind/bind-workbook.ts'
import { Evaluator } from '../src/evaluate/evaluator.ts'
import { StepBudgetExceeded } from '../src/evaluate/step-budget.ts'
import { makeWorkbook } from '../test/support/make-workbook.ts'
import { Random } from './mutate.ts'
import type { WorkerMessage } from './watch-worker.ts'

export interface FormulaTask {
  readonly seed: number
  readonly first: number
  readonly cases: number
}

const STEPS = 2_000_000
const HOME = { row: 99, col: 25, rows: 1_048_576, cols: 16_384 }
const task = workerData as FormulaTask
const send = (message: WorkerMessage): void => parentPort?.postMessage(message, [])

/** Every formula of the function tables is a seed: they hold all functions and most of the language. */
const folder = path.join(import.meta.dirname, '../../runtime/src/functions')
const seeds = globSync('**/*.cases.tsv', { cwd: folder })
  .toSorted()
  .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n'))
  .filter((line) => line.includes('\t') && !line.startsWith('#') && !line.startsWith('@'))
  .map((line) => (line.split('\t')[0] ?? '').replace(/^=/, ''))

const pieces = [
  '(',
  ')',
  ',',
  ';',
  '{',
  '}',
  '"',
  "'",
  '#',
  '@',
  ':',
  ' ',
  '!',
  '[',
  ']',
  '^',
  '%',
  '-',
  '&',
  '<>',
  '=',
  'A1',
  'A:A',
  '1:1048576',
  'XFD1048576',
  'Sheet1!A1',
  "'No such'!B2",
  'A1:INDEX(A:A,9)',
  'R1C1',
  'Table1[a]',
  'A1#',
  '1E308',
  '-1',
  '0',
  '1E-308',
  '99999999999999999999',
  '1/0',
  '#N/A',
  '{1,2;3,"x"}',
  'TRUE',
  '""',
  '"é😀"',
  'SEQUENCE(1E6,10)',
  'LAMBDA(x,x)',
  'LET(a,1,a)',
  'REPT("x",32767)',
  'INDIRECT("A1")',
  'OFFSET(A1,1,1,5,5)',
]

let parsed = 0
let computed = 0
let stopped = 0
for (let number = task.first; number < task.first + task.cases; number++) {
  const random = new Random(task.seed * 1_000_003 + number)
  const formula = mutated(random)
  send({ kind: 'case', number, name: formula.slice(0, 200) })
  try {
    runCase(formula)
  } catch (failure) {
    const error = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)
    send({ kind: 'failure', number, name: formula.slice(0, 500), error })
  }
}
send({
  kind: 'done',
  summary: `${task.cases} cases, seed ${task.seed}: ${parsed} parsed, ${computed} computed, ${stopped} stopped by the step budget`,
})

function runCase(formula: string): void {
  const first = parseFormula(formula, { home: HOME })
  if (!first.ok) return
  parsed++
  const printed = printFormula(first.tree, HOME)
  const second = parseFormula(printed, { home: HOME })
  if (!second.ok) throw new Error(`prints as ${printed}, which does not parse`)
  const again = printFormula(second.tree, HOME)
  if (again !== printed) throw new Error(`prints as ${printed}, then as ${again}`)
  const workbook = makeWorkbook({ sheets: { Sheet1: { A1: 1, A2: 'x', B1: 2.5, B2: true } } })
  const bound = new BoundWorkbook(workbook, functions)
  try {
    new Evaluator(bound, { now: 46_037.4375, seed: 1, locale: 'en-US', steps: STEPS }).loose.textAt(
      formula,
      0,
      HOME.row,
      HOME.col,
    )
    computed++
  } catch (failure) {
    if (!(failure instanceof StepBudgetExceeded)) throw failure
    stopped++
  }
}

/** A seed with pieces cut out, put in, doubled, or taken from another seed. */
function mutated(random: Random): string {
  let text = random.pick(seeds)
  for (let count = 1 + random.below(4); count > 0; count--) {
    const at = random.below(text.length + 1)
    const length = random.below(8)
    switch (random.below(5)) {
      case 0:
        text = text.slice(0, at) + text.slice(at + length)
        break
      case 1:
        text = text.slice(0, at) + random.pick(pieces) + text.slice(at)
        break
      case 2:
        text = text.slice(0, at) + text.slice(at, at + length).repeat(1 + random.below(40)) + text.slice(at + length)
        break
      case 3:
        text = text.replace(/\d+(\.\d+)?|"[^"]*"|[A-Z]+\d+/, () => random.pick(pieces))
        break
      default:
        text = text.slice(0, at) + random.pick(seeds).slice(-1 - random.below(30))
    }
  }
  return text
}
