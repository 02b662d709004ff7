import type { CaseStatus, RunSetup } from '@sheetwright/contract/test-beds/test-run.ts'
import { type ParquetColumn, RowPagesMaker } from '@sheetwright/runtime/parquet/row-pages.ts'
import { compressPage } from '../../platform/parquet/compress-page.ts'
import { equalWithin } from './equal-within.ts'
import type { CaseSource } from './read-records.ts'
import type { ResultsTaker, SliceTexts } from './record-texts.ts'
import { mostFailures, outputsOf, type RecordResult } from './run-records.ts'

type Values = Readonly<Record<string, unknown>>

/** The columns of a result; columns `n0`, `n1` and so on after them hold the numeric outputs. */
const columns: readonly ParquetColumn[] = [
  { name: 'no', type: 'INTEGER' },
  { name: 'name', type: 'VARCHAR' },
  { name: 'segment', type: 'VARCHAR' },
  { name: 'weight', type: 'DOUBLE' },
  { name: 'status', type: 'VARCHAR' },
  { name: 'millis', type: 'DOUBLE' },
  { name: 'inputs', type: 'VARCHAR' },
  { name: 'outputs', type: 'VARCHAR' },
  { name: 'expected', type: 'VARCHAR' },
  { name: 'differing', type: 'VARCHAR' },
  { name: 'errors', type: 'VARCHAR' },
]

export function resultColumns({ outputs }: Pick<RunSetup, 'outputs'>): readonly ParquetColumn[] {
  const numbers = outputs.flatMap(({ isNumber }, i) => (isNumber ? [{ name: `n${i}`, type: 'DOUBLE' } as const] : []))
  return [...columns, ...numbers]
}

/** The last maker of this thread, with its memory, for reuse: blocks of one run follow each other. */
let spare: { readonly columns: string; readonly maker: RowPagesMaker } | undefined

function makerFor(setup: CaseSource['setup']): NonNullable<typeof spare> {
  const wanted = resultColumns(setup)
  const key = wanted.map(({ name }) => name).join()
  const found = spare
  spare = undefined
  if (found?.columns === key) return found
  return { columns: key, maker: new RowPagesMaker(wanted, compressPage) }
}

/** Writes case results in their stored form, in the thread that computes them, so that nothing else is transferred. */
export class CaseResults implements ResultsTaker {
  private readonly setup: CaseSource['setup']
  private readonly first: number
  private readonly inputs: readonly string[]
  private readonly expected: readonly string[]
  private readonly marks: readonly string[]
  private readonly numbers: readonly string[]
  private readonly taken: NonNullable<typeof spare>
  private readonly counts = { passed: 0, failed: 0, errors: 0, millis: 0 }
  private readonly failures: string[] = []
  private failed = 0
  private micros = 0
  /** Consecutive cases often have the same marks. */
  private lastMarks = ''
  private mark = { name: '', weight: 1, segment: '' }

  constructor(source: CaseSource) {
    const { lines, setup } = source
    this.setup = setup
    this.first = lines[0]?.first ?? 1
    this.inputs = lines.flatMap(({ inputs }) => inputs.split('\n'))
    this.expected = lines.flatMap(({ expected }) => expected.split('\n'))
    this.marks = lines.flatMap(({ marks }) => marks.split('\n'))
    this.numbers = setup.outputs.flatMap(({ name, isNumber }) => (isNumber ? [name] : []))
    this.taken = makerFor(setup)
  }

  /** Adds the result of the case at this index of the source, from 0. */
  add(result: RecordResult, place: number): void {
    const { errors, micros, failure } = result
    if (failure !== undefined && this.failures.length < mostFailures) this.failures.push(failure)
    this.micros += micros
    if (errors.length > 0) this.failed++
    const outputs = outputsOf(result)
    const expected = this.expected[place] ?? 'null'
    const differing = outputs === null || expected === 'null' ? none : this.differing(expected, outputs)
    const status = statusOf({ outputs, hasExpected: expected !== 'null', differing, errors })
    this.count(status, micros / 1000)
    const mark = this.markOf(place)
    this.taken.maker.add([
      this.first + place,
      mark.name,
      mark.segment,
      mark.weight,
      status,
      micros / 1000,
      this.inputs[place] ?? '{}',
      outputs === null ? null : JSON.stringify(outputs),
      expected === 'null' ? null : expected,
      differing.length === 0 ? '[]' : JSON.stringify(differing),
      errors.length === 0 ? '[]' : JSON.stringify(errors.map(shown)),
      ...this.numbers.map((name) => numberOf(outputs?.[name])),
    ])
  }

  end(): SliceTexts {
    const { failed, micros, failures } = this
    const pages = this.taken.maker.end()
    spare = this.taken
    const nothing = { outputs: '', times: '', warnings: '', errors: '', warned: 0 }
    const cases = { cases: pages.rows, ...this.counts, pages }
    return { count: pages.rows, ...nothing, failed, micros, failures, cases }
  }

  private markOf(place: number) {
    const text = this.marks[place] ?? '{}'
    if (text !== this.lastMarks) {
      this.lastMarks = text
      this.mark = JSON.parse(text) as typeof this.mark
    }
    return this.mark
  }

  private differing(expected: string, outputs: Values): readonly string[] {
    const names: string[] = []
    for (const [name, value] of Object.entries(JSON.parse(expected) as Values)) {
      if (!equalWithin(value, outputs[name] ?? null, this.setup.tolerances[name])) names.push(name)
    }
    return names
  }

  private count(status: CaseStatus, millis: number): void {
    this.counts.millis += millis
    if (status === 'passed') this.counts.passed++
    else if (status === 'failed') this.counts.failed++
    else if (status === 'error') this.counts.errors++
  }
}

const none: readonly string[] = []

/** As read from its JSON text, which never holds a negative zero. */
function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value + 0 : null
}

/** A case that expects an error and gets it passes. */
function statusOf(result: {
  readonly outputs: Values | null
  readonly hasExpected: boolean
  readonly differing: readonly string[]
  readonly errors: RecordResult['errors']
}): CaseStatus {
  if (result.outputs === null) return 'error'
  if (result.hasExpected) return result.differing.length === 0 ? 'passed' : 'failed'
  return result.errors.length === 0 ? 'computed' : 'error'
}

/** The output or input concerned, else the cell. */
function shown({ key, message, cell }: RecordResult['errors'][number]) {
  return { key: key || cell || '', message }
}
