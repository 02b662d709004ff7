import { Evaluator } from '../packages/compiler/src/evaluate/evaluator.ts'
import type { BenchModel } from './workbooks/model.ts'
import { arrayLambdas } from './workbooks/array-lambdas.ts'
import { recursiveLambdas } from './workbooks/recursive-lambdas.ts'
import { prepared, type Subject, subjectOf } from './engine/subject.ts'
import { median, rounded, warmUp, workMicrosOf } from './engine/timing.ts'

/**
 * Measures workbooks made of LAMBDAs: formula cells per second by the evaluator that walks formulas node by node, by
 * the one that compiles them, and by the program; the last two also as multiples of the first. `BENCH_ROUNDS` runs of
 * each.
 */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 9)
const AIM = 20

type Input = number | string

function formulaCells({ sheets }: BenchModel): number {
  return Object.values(sheets)
    .flatMap((cells) => Object.values(cells))
    .filter((value) => String(value).startsWith('=')).length
}

/** Median cells per second over the rounds, each with other inputs. */
function speed(cells: number, subject: Subject, run: (inputs: readonly Input[]) => void): number {
  let turn = 0
  const one = () => run(subject.rows[turn++ % subject.rows.length] as readonly Input[])
  warmUp(one, 1500)
  return cells / (median(Array.from({ length: rounds }, () => workMicrosOf(one))) / 1e6)
}

function agrees(found: readonly unknown[], expected: ArrayLike<Input>): boolean {
  return found.every((value, i) => {
    const wanted = expected[i]
    if (typeof value !== 'number' || typeof wanted !== 'number') return value === wanted
    return Math.abs(value - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted))
  })
}

let holds = true
for (const model of [recursiveLambdas(), arrayLambdas()]) {
  const subject = subjectOf(model)
  const { bound, ports, program } = await prepared(subject)
  const cells = formulaCells(model)
  const byEvaluator = (isInterpreting: boolean) => {
    const evaluator = new Evaluator(bound, { now: 46_000, seed: 1, locale: 'en-US', steps: 1e12, isInterpreting })
    return (inputs: readonly Input[]) => {
      evaluator.setInputs(ports.inputs.map((port, i) => ({ ...port, value: inputs[i] as Input })))
      return ports.outputs.map(({ sheet, row, col }) => evaluator.value(sheet, row, col))
    }
  }
  const byProgram = (inputs: readonly Input[]) => {
    program.run(inputs)
    return ports.outputs.map((_, i) => program.output(i))
  }
  const [walking, compiling] = [byEvaluator(true), byEvaluator(false)]
  const inputs = subject.rows[0] as readonly Input[]
  const expected = subject.hand(inputs)
  const isRight = [walking, compiling, byProgram].every((run) => agrees(run(inputs), expected))
  const walked = speed(cells, subject, walking)
  const compiled = speed(cells, subject, compiling)
  const programmed = speed(cells, subject, byProgram)
  const ratio = programmed / walked
  console.log(
    `${model.name}: ${cells} formula cells; a second: node by node ${Math.round(walked)}, evaluator ${Math.round(compiled)} (${rounded(compiled / walked)} times), program ${Math.round(programmed)} (${rounded(ratio)} times, aim ${AIM}); values ${isRight ? 'agree' : 'DIFFER'}: ${isRight && ratio >= AIM ? 'holds' : 'FAILS'}`,
  )
  holds &&= isRight && ratio >= AIM
}
process.exitCode = holds ? 0 : 1
