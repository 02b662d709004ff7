import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { casesOf } from './testbed/cases.ts'
import { premium } from './workbooks/premium.ts'
import { xlsxOf } from './workbooks/write-xlsx.ts'

/**
 * `npm run bench:portfolio`: the throughput of `sheetwright run` from Parquet to Parquet, as a ratio to a bare loop
 * that parses the same file and calls the compiled program on one core, and whether memory grows with the portfolio.
 * BENCH_RECORDS is the number of records, by default 10 million.
 */
const records = Number(process.env['BENCH_RECORDS'] ?? 10_000_000)
const leastRatio = 0.6
const mostGrowth = 1.5
const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-portfolio-bench-'))
const main = path.join(import.meta.dirname, '../packages/cli/src/main.ts')
const model = premium()

interface Told {
  readonly records: number
  readonly refused: number
  readonly recordsPerSecond: number
}

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

/** Runs a command and watches its peak memory. */
async function watched(args: readonly string[]): Promise<{ out: string; told: string; peakMegabytes: number }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let peak = 0
  const timer = setInterval(() => {
    void readFile(`/proc/${child.pid}/status`, 'utf8').then(
      (status) => (peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))),
      () => undefined,
    )
  }, 100)
  const [out, told, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ])
  clearInterval(timer)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${told}`)
  return { out, told, peakMegabytes: Math.round(peak / 1024) }
}

async function run(file: string): Promise<Told & { peakMegabytes: number; sum: number }> {
  const results = `${file}.results.parquet`
  const { told, peakMegabytes } = await watched([
    main,
    'run',
    path.join(folder, 'premium.xlsx'),
    '--in',
    file,
    '--out',
    results,
    '--json',
  ])
  const sums = Object.keys(model.outputs).map((name) => `coalesce(sum(TRY_CAST("${name}" AS DOUBLE)), 0)`)
  const [row] = (await database.runAndReadAll(`SELECT ${sums.join(' + ')} FROM read_parquet('${results}')`)).getRowsJS()
  await rm(results)
  return { ...(JSON.parse(told) as Told), peakMegabytes, sum: Number(row?.[0]) }
}

const database = await (await DuckDBInstance.create(':memory:', { memory_limit: '1GB' })).connect()
try {
  await writeFile(path.join(folder, 'premium.xlsx'), xlsxOf(model))
  const [whole, tenth] = [path.join(folder, 'whole.parquet'), path.join(folder, 'tenth.parquet')]
  await writePortfolio(database, whole, records)
  await writePortfolio(database, tenth, Math.ceil(records / 10))
  const bare = JSON.parse((await watched([path.join(import.meta.dirname, 'portfolio/bare-loop.ts'), whole])).out) as {
    recordsPerSecond: number
    sum: number
  }
  const small = await run(tenth)
  const large = await run(whole)
  const ratio = large.recordsPerSecond / bare.recordsPerSecond
  const growth = large.peakMegabytes / Math.max(1, small.peakMegabytes)
  const isSame = Math.abs(large.sum - bare.sum) <= 1e-9 * Math.abs(bare.sum)
  const { size } = await stat(whole)
  console.log(`${records} records (${Math.round(size / 1e6)} MB of Parquet), ${cpus().length} cores`)
  console.log(`bare loop: ${Math.round(bare.recordsPerSecond)} records/s on one core, nothing written`)
  const say = (what: string, holds: boolean) => {
    console.log(`${what}: ${holds ? 'holds' : 'FAILS'}`)
    if (!holds) process.exitCode = 1
  }
  say(
    `every record computed (${large.records}, ${large.refused} refused)`,
    large.records === records && large.refused === 0,
  )
  say('the results add up to what the bare loop computed', isSame)
  say(`${large.recordsPerSecond} records/s, ratio ${ratio.toFixed(2)}, at least ${leastRatio}`, ratio >= leastRatio)
  say(
    `peak memory ${large.peakMegabytes} MB, for a tenth ${small.peakMegabytes} MB, at most ${mostGrowth} times`,
    growth <= mostGrowth,
  )
  const results = path.join(import.meta.dirname, 'results')
  await mkdir(results, { recursive: true })
  const line = { at: new Date().toISOString(), cores: cpus().length, records, ratio, bare, large, small }
  await writeFile(path.join(results, 'portfolio.json'), `${JSON.stringify(line, null, 2)}\n`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
