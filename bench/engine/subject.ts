import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readWorkbook } from '../../packages/compiler/src/1-read/read-workbook.ts'
import { BoundWorkbook } from '../../packages/compiler/src/3-bind/bind-workbook.ts'
import { findPorts } from '../../packages/compiler/src/3-bind/ports/find-ports.ts'
import { type CompilePort, compileWorkbook } from '../../packages/compiler/src/compile.ts'
import { Diagnostics } from '../../packages/compiler/src/diagnostics/diagnostics.ts'
import { evaluatorDelegate } from '../../packages/compiler/src/run/evaluator-delegate.ts'
import { loadModule } from '../../packages/cli/src/load-module.ts'
import { cellPorts } from '../../packages/cli/src/cell-ports.ts'
import { functions } from '../../packages/runtime/src/functions/registry.ts'
import { Program } from '../../packages/runtime/src/program/program.ts'
import { type BenchModel, numbersFrom } from '../workbooks/model.ts'
import { xlsxOf } from '../workbooks/write-xlsx.ts'
import { processWorkMs } from './timing.ts'

export type Input = number | string

/** A workbook to measure: its bytes, sets of inputs, and the function written by hand for the same outputs. */
export interface Subject {
  readonly name: string
  readonly bytes: Buffer
  readonly inputNames: readonly string[]
  readonly rows: readonly (readonly Input[])[]
  readonly hand: (inputs: readonly Input[]) => ArrayLike<Input>
}

export interface Measured {
  readonly bound: BoundWorkbook
  readonly ports: { readonly inputs: readonly CompilePort[]; readonly outputs: readonly CompilePort[] }
  readonly program: Program
  readonly readMs: number
  readonly compileMs: number
  /** Processor time of all threads for reading and compiling: below wall-clock time on a busy machine. */
  readonly readWorkMs: number
  readonly compileWorkMs: number
}

const EVALUATION = { now: 46_000, seed: 1, locale: 'en-US', steps: 1e12 }

export async function prepared(subject: Subject): Promise<Measured> {
  const started = performance.now()
  const before = processWorkMs()
  const { workbook } = await readWorkbook(subject.bytes)
  if (!workbook) throw new Error(`${subject.name} cannot be read.`)
  const diagnostics = new Diagnostics()
  const bound = new BoundWorkbook(workbook, functions, diagnostics)
  const ports = cellPorts(findPorts(bound, diagnostics))
  const read = performance.now()
  const afterRead = processWorkMs()
  const { program: text } = compileWorkbook(bound, ports, { evaluation: EVALUATION })
  const program = new Program(await loadModule(text), {
    functions,
    now: () => EVALUATION.now,
    seed: () => EVALUATION.seed,
    locale: EVALUATION.locale,
    steps: EVALUATION.steps,
    delegate: evaluatorDelegate(bound, ports.inputs, EVALUATION),
  })
  return {
    bound,
    ports,
    program,
    readMs: read - started,
    compileMs: performance.now() - read,
    readWorkMs: afterRead - before,
    compileWorkMs: processWorkMs() - afterRead,
  }
}

/** A generated model with inputs spread over their ranges. */
export function subjectOf(model: BenchModel): Subject {
  const next = numbersFrom(99)
  const rows = Array.from({ length: 256 }, () =>
    model.inputs.map(({ range, isWhole }): Input => {
      const [low, high] = range
      if (typeof low !== 'number' || typeof high !== 'number') return range[Math.floor(next() * range.length)] as string
      const value = low + next() * (high - low)
      return isWhole ? Math.round(value) : value
    }),
  )
  return {
    name: model.name,
    bytes: xlsxOf(model),
    inputNames: model.inputs.map(({ name }) => name),
    rows,
    hand: model.hand,
  }
}

/** A workbook of a folder with `<name>.xlsx`, `<name>.cases.json` and `<name>.hand.mjs`. */
export async function subjectFrom(folder: string, name: string): Promise<Subject> {
  const cases = JSON.parse(await readFile(path.join(folder, `${name}.cases.json`), 'utf8')) as {
    inputs: Record<string, Input>
  }[]
  const module = (await import(path.resolve(folder, `${name}.hand.mjs`))) as {
    calc: (inputs: readonly Input[], out: Input[]) => Input[]
  }
  const inputNames = Object.keys(cases[0]?.inputs ?? {})
  const out: Input[] = []
  return {
    name,
    bytes: await readFile(path.join(folder, `${name}.xlsx`)),
    inputNames,
    rows: cases.map(({ inputs }) => inputNames.map((one) => inputs[one] as Input)),
    hand: (inputs) => module.calc(inputs, out),
  }
}

/** Input sets that never repeat: fractional numbers are varied a little each time. */
export function turns(subject: Subject): () => Input[] {
  let turn = 0
  return () => {
    const row = subject.rows[turn % subject.rows.length] as readonly Input[]
    const shift = 1 + turn * 1e-10
    turn++
    return row.map((value) => (typeof value === 'number' && !Number.isInteger(value) ? value * shift : value))
  }
}

/** For each input of the program, its index among the subject's inputs. */
export function inputOrder(subject: Subject, { inputs }: Measured['ports']): number[] {
  return inputs.map(({ name }) => subject.inputNames.findIndex((one) => one.toLowerCase() === name.toLowerCase()))
}

export interface Difference {
  /** Index of the output. */
  readonly index: number
  readonly given: unknown
  readonly expected: Input
}

/** Outputs whose relative difference exceeds the tolerance. */
export function differences(actual: ArrayLike<unknown>, expected: ArrayLike<Input>, tolerance: number): Difference[] {
  return Array.from(expected).flatMap((wanted, index) => {
    const raw = actual[index]
    const given = typeof wanted === 'number' && typeof raw === 'string' ? Number(raw.replaceAll(',', '')) : raw
    const isSame =
      typeof given === 'number' && typeof wanted === 'number'
        ? Math.abs(given - wanted) <= tolerance * Math.max(Math.abs(given), Math.abs(wanted))
        : given === wanted
    return isSame ? [] : [{ index, given: typeof raw === 'object' ? JSON.stringify(raw) : raw, expected: wanted }]
  })
}
