import { createHash } from 'node:crypto'
import path from 'node:path'
import { localeOf, timeZoneOf } from '@sheetwright/compiler/interface.ts'
import { compileEngine } from '@sheetwright/compiler/compile.ts'
import {
  type BlockResults,
  planRows,
  type RecordSource,
  type ResultsFormat,
  UnreadablePortfolio,
} from '@sheetwright/compiler/portfolio.ts'
import { portableDelegate } from '@sheetwright/compiler/portable-delegate.ts'
import { portableEngine, type PortableSettings } from '@sheetwright/compiler/portable-engine.ts'
import { adHocPorts, type CommandLine, onlyFile, readCommandLine, UsageProblem, wrongUse } from '../command-line.ts'
import { evaluationOf } from '../evaluation.ts'
import { loadModuleNow } from '../load-module.ts'
import { loadWorkbook, UnusableFile } from '../load-workbook.ts'
import { ComputePool } from './compute-pool.ts'
import { openDatabase } from './duckdb.ts'
import { openPortfolio, type PortfolioFormat } from './open-portfolio.ts'
import { openResults, type ResultsWriter } from './write-results.ts'

const STEPS = 20_000_000_000

export const portfolioLine = {
  usage: 'run FILE --in RECORDS --out RESULTS',
  meaning: 'a portfolio of any size through a workbook, or records from standard input with --filter',
  options: {
    in: { type: 'string', value: 'RECORDS.csv|ndjson|xlsx|parquet', meaning: 'one record a line' },
    out: { type: 'string', multiple: true, value: 'RESULTS.parquet|csv|ndjson', meaning: 'where results go' },
    filter: { type: 'string', value: 'ndjson|csv', meaning: 'read standard input, write standard output' },
    'keep-inputs': { type: 'boolean', meaning: 'results hold the fields of their records too' },
    now: { type: 'string', value: 'MOMENT', meaning: 'what TODAY and NOW give, such as 2026-01-31' },
    seed: { type: 'string', value: 'N', meaning: 'where random numbers begin, 1 unless given' },
    threads: { type: 'string', value: 'N', meaning: 'as many as there are cores unless given' },
    strict: { type: 'boolean', meaning: 'fail if a record was refused' },
    ...adHocPorts,
    json: { type: 'boolean', meaning: 'print the summary as JSON' },
  },
} as const satisfies CommandLine

/** `run ENGINE --in FILE --out FILE`: computes a portfolio of any size with a workbook. */
export async function runPortfolio(args: readonly string[], main: string): Promise<number> {
  const { values, positionals } = readCommandLine(args, portfolioLine)
  const engine = onlyFile(positionals, portfolioLine)
  const from = sourceOf(values.in, values.filter)
  const to = targetsOf(values.out, values.filter)
  const now = momentOf(values.now)
  const seed = wholeNumber('--seed', values.seed) ?? 1
  const threads = ComputePool.threads(wholeNumber('--threads', values.threads))
  const { bound, ports, bytes } = await loadWorkbook(engine, { inputs: values.input, outputs: values.output })
  const settings = {
    locale: localeOf(ports.properties),
    timeZone: timeZoneOf(ports.properties),
    inputNames: {},
    outputNames: {},
  }
  const { date1904 } = bound.workbook
  const evaluation = evaluationOf({ bound, ports }, STEPS, seed)
  const workbookHash = createHash('sha256').update(bytes).digest('hex')
  const { program } = compileEngine(bound, ports, { evaluation, workbookHash })
  const needsDatabase = from.format === 'parquet' || to.some(({ format }) => format === 'parquet')
  const database = needsDatabase ? await openDatabase() : undefined
  try {
    const source = await openPortfolio(from.file, from.format, database).catch((reason: unknown) => {
      if (reason instanceof UnusableFile || reason instanceof UnreadablePortfolio) throw reason
      const why = reason instanceof Error ? reason.message : String(reason)
      throw new UnusableFile(`${from.file} cannot be read: ${why}`)
    })
    if (source.date1904 !== undefined && source.date1904 !== date1904) {
      throw new UnusableFile('Portfolio and workbook count days from different years (1900 and 1904).')
    }
    const plan = planRows(source, ports, {
      keepInputs: values['keep-inputs'] ?? false,
      numbersRows: false,
      isTyped: to.some(({ format }) => format === 'parquet'),
      sample: sampleOf(program, settings, { now, seed }),
    })
    const writers: ResultsWriter[] = []
    for (const { file, format } of to) writers.push(await openResults(file, format, plan.columns, database))
    const setup = {
      sheetwright: 'portfolio',
      program,
      settings,
      now,
      seed,
      plan,
      formats: to.map(({ format }) => format),
    } as const
    const pool = new ComputePool(main, setup, threads)
    const begun = performance.now()
    const counts = { records: 0, refused: 0, withErrors: 0 }
    try {
      for await (const { records, refused, withErrors, written } of computed(source, pool)) {
        counts.records += records
        counts.refused += refused
        counts.withErrors += withErrors
        for (const [i, block] of written.entries()) await writers[i]?.write(block)
      }
      for (const writer of writers) await writer.end()
    } finally {
      await pool.close()
    }
    const seconds = (performance.now() - begun) / 1000
    tell({ ...counts, seconds, recordsPerSecond: Math.round(counts.records / seconds) }, values.json ?? false)
    return values.strict === true && counts.refused + counts.withErrors > 0 ? 1 : 0
  } finally {
    await database?.close()
  }
}

/** Printed to standard error: standard output may be the results. */
function tell(summary: Readonly<Record<string, number>>, asJson: boolean): void {
  const { records, refused, withErrors, seconds = 0, recordsPerSecond } = summary
  console.error(
    asJson
      ? JSON.stringify(summary)
      : `${records} records in ${seconds.toFixed(1)} s (${recordsPerSecond} a second): ${refused} refused, ${withErrors} with errors`,
  )
}

/** The workbook's own results: they give the type of outputs whose cells don't declare one. */
function sampleOf(
  program: string,
  settings: PortableSettings,
  moment: { readonly now: string; readonly seed: number },
): Readonly<Record<string, unknown>> {
  const [result] = portableEngine(() => loadModuleNow(program), settings, portableDelegate).calculateAll([{}], moment)
  return result?.outputs ?? {}
}

/** The results in the order of the file. Reading stays within what the threads can queue. */
async function* computed(source: RecordSource, pool: ComputePool): AsyncGenerator<BlockResults> {
  const going: Promise<BlockResults>[] = []
  for await (const block of source.blocks) {
    going.push(pool.compute(block))
    const first = going.length >= pool.room ? going.shift() : undefined
    if (first !== undefined) yield await first
  }
  for (const block of going) yield await block
}

function sourceOf(file: string | undefined, filter: string | undefined): { file: string; format: PortfolioFormat } {
  if (filter !== undefined) {
    if (file !== undefined) throw new UsageProblem('--filter reads standard input: leave --in out.')
    return { file: '-', format: filterFormat(filter) }
  }
  if (file === undefined || file === '-') throw wrongUse(portfolioLine)
  return {
    file,
    format: formatOf(file, { csv: 'csv', ndjson: 'ndjson', jsonl: 'ndjson', xlsx: 'xlsx', parquet: 'parquet' }),
  }
}

function targetsOf(files: readonly string[] | undefined, filter: string | undefined) {
  if (filter !== undefined) {
    if (files !== undefined) throw new UsageProblem('--filter writes standard output: leave --out out.')
    return [{ file: '-', format: filterFormat(filter) }]
  }
  if (files === undefined) throw wrongUse(portfolioLine)
  const known = { csv: 'csv', ndjson: 'ndjson', jsonl: 'ndjson', parquet: 'parquet' } as const
  const targets: { file: string; format: ResultsFormat }[] = files.map((file) => ({
    file,
    format: formatOf(file, known),
  }))
  if (targets.filter(({ format }) => format === 'parquet').length > 1) {
    throw new UsageProblem('--out names one file of Parquet at most.')
  }
  return targets
}

function filterFormat(given: string): 'csv' | 'ndjson' {
  if (given === 'csv' || given === 'ndjson') return given
  throw new UsageProblem(`--filter is ndjson or csv, not "${given}".`)
}

function formatOf<T extends string>(file: string, known: Readonly<Record<string, T>>): T {
  const extension = path.extname(file).slice(1).toLowerCase()
  const format = known[extension]
  if (format !== undefined) return format
  throw new UsageProblem(`${file} ends with none of ${Object.keys(known).join(', ')}.`)
}

function momentOf(given: string | undefined): string {
  const at = given === undefined ? new Date() : new Date(given)
  if (Number.isNaN(at.getTime())) throw new UsageProblem('--now is a date and time as YYYY-MM-DDThh:mm:ssZ.')
  return at.toISOString()
}

function wholeNumber(option: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const number = Number(given)
  if (Number.isInteger(number) && number >= 0) return number
  throw new UsageProblem(`${option} must be a whole number.`)
}
