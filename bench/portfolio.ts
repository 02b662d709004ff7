import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { PortfolioFigures } from './portfolio/figures.ts'
import { startPortfolioServer } from './portfolio/server-run.ts'
import { figuresOfTree } from './process-tree.ts'
import { casesOf } from './testbed/cases.ts'
import { premium } from './workbooks/premium.ts'
import { xlsxOf } from './workbooks/write-xlsx.ts'

/**
 * `npm run bench:portfolio`: the throughput of `sheetwright run` and of a job on a server from Parquet to Parquet, as a
 * ratio to a bare loop that parses the same file and calls the compiled program on one core, and whether memory grows
 * with the portfolio. Processor times are those of all processes without the database; they depend less than the rates
 * on what else runs. BENCH_RECORDS is the number of records, by default 1 million; BENCH_SERVER=off leaves the server
 * out.
 */
const records = Number(process.env['BENCH_RECORDS'] ?? 1_000_000)
const hasServer = process.env['BENCH_SERVER'] !== 'off'
const leastRatio = 0.6
const mostGrowth = 1.5
const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-portfolio-bench-'))
const main = path.join(import.meta.dirname, '../packages/cli/src/main.ts')
const [whole, tenth] = [path.join(folder, 'whole.parquet'), path.join(folder, 'tenth.parquet')]
const model = premium()

async function writePortfolio(connection: DuckDBConnection, file: string, count: number): Promise<void> {
  const names = model.inputs.map(({ name }) => name)
  const types = model.inputs.map(({ range }) => (typeof range[0] === 'string' ? 'VARCHAR' : 'DOUBLE'))
  const columns = names.map((name, i) => `"${name}" ${types[i]}`).join(', ')
  // More different records would show nothing new.
  const different = Math.min(count, 200_000)
  await connection.run(`CREATE OR REPLACE TABLE portfolio (${columns})`)
  const appender = await connection.createAppender('portfolio')
  for (const record of casesOf({ name: 'premium', model, cases: different })) {
    for (const name of names) {
      const value = record[name]
      if (typeof value === 'string') appender.appendVarchar(value)
      else appender.appendDouble(value ?? 0)
    }
    appender.endRow()
  }
  appender.closeSync()
  const times = Math.ceil(count / different)
  const rows = `SELECT range * ${different} + rowid AS id, portfolio.* FROM range(${times}), portfolio LIMIT ${count}`
  await connection.run(`COPY (${rows}) TO '${file}' (FORMAT parquet)`)
}

interface Watched {
  readonly out: string
  readonly told: string
  readonly peakMegabytes: number
  readonly cpuSeconds: number
}

/** Runs a command and watches its memory and processor time. */
async function watched(args: readonly string[]): Promise<Watched> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let [peak, cpuSeconds] = [0, 0]
  const look = async () => {
    const figures = await figuresOfTree(child.pid ?? 0)
    peak = Math.max(peak, figures.residentBytes)
    cpuSeconds = Math.max(cpuSeconds, figures.cpuSeconds)
  }
  const timer = setInterval(() => void look(), 250)
  const [out, told, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ])
  clearInterval(timer)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${told}`)
  return { out, told, cpuSeconds, peakMegabytes: Math.round(peak / 1024 / 1024) }
}

interface Ran extends PortfolioFigures {
  /** Of all outputs. */
  readonly sum: number
}

async function onCommandLine(file: string, results: string): Promise<PortfolioFigures> {
  const workbook = path.join(folder, 'premium.xlsx')
  const { told, peakMegabytes, cpuSeconds } = await watched([
    main,
    'run',
    workbook,
    '--in',
    file,
    '--out',
    results,
    '--json',
  ])
  const figures = JSON.parse(told) as Pick<PortfolioFigures, 'records' | 'refused' | 'recordsPerSecond'>
  return { ...figures, peakMegabytes, cpuSeconds }
}

async function added(run: typeof onCommandLine, file: string): Promise<Ran> {
  const results = `${file}.results.parquet`
  const figures = await run(file, results)
  const sums = Object.keys(model.outputs).map((name) => `coalesce(sum(TRY_CAST("${name}" AS DOUBLE)), 0)`)
  const [row] = (await database.runAndReadAll(`SELECT ${sums.join(' + ')} FROM read_parquet('${results}')`)).getRowsJS()
  await rm(results)
  return { ...figures, sum: Number(row?.[0]) }
}

function say(what: string, holds: boolean): void {
  console.log(`${what}: ${holds ? 'holds' : 'FAILS'}`)
  if (!holds) process.exitCode = 1
}

interface Bare {
  readonly recordsPerSecond: number
  readonly cpuSeconds: number
  readonly sum: number
}

/** Runs a tenth of the portfolio and then the whole, and compares with the bare loop. */
async function judged(where: string, run: typeof onCommandLine, bare: Bare) {
  const small = await added(run, tenth)
  const large = await added(run, whole)
  const ratio = large.recordsPerSecond / bare.recordsPerSecond
  const isSame = Math.abs(large.sum - bare.sum) <= 1e-9 * Math.abs(bare.sum)
  const { peakMegabytes } = large
  say(
    `${where}: every record computed (${large.records}, ${large.refused} refused)`,
    large.records === records && large.refused === 0,
  )
  say(`${where}: the results add up to what the bare loop computed`, isSame)
  say(
    `${where}: ${large.recordsPerSecond} records/s, ratio ${ratio.toFixed(2)}, at least ${leastRatio}`,
    ratio >= leastRatio,
  )
  console.log(
    `${where}: ${((large.cpuSeconds / records) * 1e6).toFixed(1)} µs of processor time a record, bare loop ${((bare.cpuSeconds / records) * 1e6).toFixed(1)}`,
  )
  say(
    `${where}: peak memory ${peakMegabytes} MB, for a tenth ${small.peakMegabytes} MB, at most ${mostGrowth} times`,
    peakMegabytes <= mostGrowth * Math.max(1, small.peakMegabytes),
  )
  return { ratio, small, large }
}

const database = await (
  await DuckDBInstance.create(':memory:', { memory_limit: '4GB', temp_directory: path.join(folder, 'spill') })
).connect()
try {
  await writeFile(path.join(folder, 'premium.xlsx'), xlsxOf(model))
  await writePortfolio(database, whole, records)
  await writePortfolio(database, tenth, Math.ceil(records / 10))
  const { out } = await watched([path.join(import.meta.dirname, 'portfolio/bare-loop.ts'), whole])
  const bare = JSON.parse(out) as Bare
  const { size } = await stat(whole)
  console.log(`${records} records (${Math.round(size / 1e6)} MB of Parquet), ${cpus().length} cores`)
  console.log(`bare loop: ${Math.round(bare.recordsPerSecond)} records/s on one core, nothing written`)
  const commandLine = await judged('command line', onCommandLine, bare)
  const server = hasServer ? await onServer(bare) : undefined
  const results = path.join(import.meta.dirname, 'results')
  await mkdir(results, { recursive: true })
  const line = { at: new Date().toISOString(), cores: cpus().length, records, bare, ...commandLine, server }
  await writeFile(path.join(results, 'portfolio.json'), `${JSON.stringify(line, null, 2)}\n`)
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function onServer(bare: Bare) {
  const server = await startPortfolioServer(xlsxOf(model))
  try {
    return await judged('server', server.run, bare)
  } finally {
    await server.stop()
  }
}
