import { type Input, inputOrder, prepared, subjectFrom } from '../engine/subject.ts'
import { annuity } from '../workbooks/annuity.ts'
import type { BenchModel } from '../workbooks/model.ts'
import { premium } from '../workbooks/premium.ts'
import { xlsxOf } from '../workbooks/write-xlsx.ts'
import { casesOf } from './cases.ts'

/** A workbook whose cases are run, and a number of cases that takes a few seconds. */
export interface TestBedSubject {
  readonly name: string
  readonly bytes: Uint8Array
  readonly inputNames: readonly string[]
  readonly cases: number
  readonly records: () => Iterable<Readonly<Record<string, Input>>>
}

const counts: Readonly<Record<string, number>> = {
  premium: Number(process.env['BENCH_PREMIUM_CASES'] ?? 100_000),
  annuity: Number(process.env['BENCH_ANNUITY_CASES'] ?? 40_000),
}

/** The generated workbooks, or those of the folder BENCH_FOLDER, with their cases repeated. */
export async function testBedSubjects(): Promise<readonly TestBedSubject[]> {
  const folder = process.env['BENCH_FOLDER']
  if (folder === undefined) return [fromModel('premium', premium()), fromModel('annuity', annuity(480))]
  return await Promise.all(Object.keys(counts).map((name) => fromFolder(folder, name)))
}

function fromModel(name: string, model: BenchModel): TestBedSubject {
  const cases = counts[name] ?? 0
  const inputNames = model.inputs.map((input) => input.name)
  return { name, bytes: xlsxOf(model), inputNames, cases, records: () => casesOf({ name, model, cases }) }
}

async function fromFolder(folder: string, name: string): Promise<TestBedSubject> {
  const { bytes, inputNames, rows } = await subjectFrom(folder, name)
  const cases = counts[name] ?? 0
  function* records() {
    for (let i = 0; i < cases; i++) {
      const row = rows[i % rows.length] ?? []
      yield Object.fromEntries(inputNames.map((input, place) => [input, row[place] as Input]))
    }
  }
  return { name, bytes, inputNames, cases, records }
}

/** Its compiled program, the index of each program input among the inputs, and the names of its outputs. */
export async function programOf({ name, bytes, inputNames }: TestBedSubject) {
  const subject = { name, bytes: Buffer.from(bytes), inputNames, rows: [], hand: () => [] }
  const measured = await prepared(subject)
  return {
    program: measured.program,
    inputs: inputOrder(subject, measured.ports).map((place) => inputNames[place] ?? ''),
    outputs: measured.ports.outputs.map((output) => output.name),
  }
}
