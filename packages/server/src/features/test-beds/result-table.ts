import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api'
import type { CaseStatus, RunSetup } from '@sheetwright/contract/test-beds/test-run.ts'
import { equalWithin } from './equal-within.ts'
import type { ComputedCases, PartCounts } from './results-request.ts'

type Setup = Pick<RunSetup, 'outputs' | 'tolerances'>

interface LegacyError {
  readonly message?: string
  readonly additional_details?: string
  readonly source_path?: string
}

type Values = Readonly<Record<string, unknown>>

/** The columns of a result; behind them `n0`, `n1` and so on hold the outputs that are numbers. */
const columns =
  'no INTEGER, name VARCHAR, segment VARCHAR, weight DOUBLE, status VARCHAR, millis DOUBLE, inputs VARCHAR, ' +
  'outputs VARCHAR, expected VARCHAR, differing VARCHAR, errors VARCHAR'

/** Results of cases on their way into a file. */
export class ResultTable {
  private readonly connection: DuckDBConnection
  private readonly setup: Setup
  private appender: DuckDBAppender
  private counts = nothing()

  private constructor(connection: DuckDBConnection, setup: Setup, appender: DuckDBAppender) {
    this.connection = connection
    this.setup = setup
    this.appender = appender
  }

  static async make(connection: DuckDBConnection, setup: Setup): Promise<ResultTable> {
    const numbers = setup.outputs.flatMap(({ isNumber }, i) => (isNumber ? [`, n${i} DOUBLE`] : []))
    await connection.run(`CREATE OR REPLACE TABLE results (${columns}${numbers.join('')})`)
    return new ResultTable(connection, setup, await connection.createAppender('results'))
  }

  add({ first, inputs, expected, marks, outputs, times, errors }: ComputedCases): void {
    const [allInputs, allExpected, allMarks] = [inputs.split('\n'), expected.split('\n'), marks.split('\n')]
    const [allOutputs, allTimes, allErrors] = [outputs, times, errors].map(
      (text) => JSON.parse(`[${text}]`) as unknown[],
    )
    for (const [i, input] of allInputs.entries()) {
      const mark = JSON.parse(allMarks[i] ?? '{}') as { name: string; weight: number; segment: string }
      this.addCase({
        number: first + i,
        mark,
        inputs: input,
        expected: allExpected[i] ?? 'null',
        outputs: (allOutputs?.[i] ?? null) as Values | null,
        millis: Number(allTimes?.[i] ?? 0),
        errors: (allErrors?.[i] ?? []) as readonly LegacyError[],
      })
    }
  }

  private addCase(result: {
    readonly number: number
    readonly mark: { readonly name: string; readonly weight: number; readonly segment: string }
    readonly inputs: string
    readonly expected: string
    readonly outputs: Values | null
    readonly millis: number
    readonly errors: readonly LegacyError[]
  }): void {
    const { number, mark, inputs, expected, outputs, millis, errors } = result
    const differing = outputs === null || expected === 'null' ? [] : this.differing(expected, outputs)
    const status = statusOf({ outputs, hasExpected: expected !== 'null', differing, errors })
    this.count(status, millis)
    const row = this.appender
    row.appendInteger(number)
    row.appendVarchar(mark.name)
    row.appendVarchar(mark.segment)
    row.appendDouble(mark.weight)
    row.appendVarchar(status)
    row.appendDouble(millis)
    row.appendVarchar(inputs)
    if (outputs === null) row.appendNull()
    else row.appendVarchar(JSON.stringify(outputs))
    if (expected === 'null') row.appendNull()
    else row.appendVarchar(expected)
    row.appendVarchar(differing.length === 0 ? '[]' : JSON.stringify(differing))
    row.appendVarchar(errors.length === 0 ? '[]' : JSON.stringify(errors.map(shown)))
    for (const { name, isNumber } of this.setup.outputs) {
      if (!isNumber) continue
      const value = outputs?.[name]
      if (typeof value === 'number') row.appendDouble(value)
      else row.appendNull()
    }
    row.endRow()
  }

  /** Writes the results into a file, and begins anew. */
  async end(file: string): Promise<PartCounts> {
    this.appender.closeSync()
    await this.connection.run(`COPY results TO '${file}' (FORMAT parquet, COMPRESSION zstd)`)
    await this.connection.run('TRUNCATE results')
    this.appender = await this.connection.createAppender('results')
    const { counts } = this
    this.counts = nothing()
    return counts
  }

  private differing(expected: string, outputs: Values): string[] {
    const names: string[] = []
    for (const [name, value] of Object.entries(JSON.parse(expected) as Values)) {
      if (!equalWithin(value, outputs[name] ?? null, this.setup.tolerances[name])) names.push(name)
    }
    return names
  }

  private count(status: CaseStatus, millis: number): void {
    this.counts.cases++
    this.counts.millis += millis
    if (status === 'passed') this.counts.passed++
    else if (status === 'failed') this.counts.failed++
    else if (status === 'error') this.counts.errors++
  }
}

/** A case that expects an error and gets it passes. */
function statusOf(result: {
  readonly outputs: Values | null
  readonly hasExpected: boolean
  readonly differing: readonly string[]
  readonly errors: readonly LegacyError[]
}): CaseStatus {
  if (result.outputs === null) return 'error'
  if (result.hasExpected) return result.differing.length === 0 ? 'passed' : 'failed'
  return result.errors.length === 0 ? 'computed' : 'error'
}

/** The output or input it is about, else the cell. */
function shown({ message = '', additional_details: name, source_path: cell }: LegacyError) {
  return { key: name || cell || '', message }
}

function nothing(): PartCounts {
  return { cases: 0, passed: 0, failed: 0, errors: 0, millis: 0 }
}
