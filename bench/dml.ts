import { fork } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { dmlFiles } from '@sheetwright/server/features/dml/dml-request.ts'
import { largeTable } from './master/large-table.ts'

/**
 * `npm run bench:dml`: the memory that a data load of a table with five columns takes, for two sizes: reading the
 * workbook, and writing the scripts. `ROWS=1000000` is the larger size; an Excel sheet has at most 1,048,576 rows.
 */
const rows = Number(process.env['ROWS'] ?? 1_000_000)
/** Ratio of the larger size to a tenth of it. */
const mostGrowth = 1.5

interface Figures {
  readonly rows: number
  readonly before: number
  readonly read: number
  readonly written: number
  readonly readSeconds: number
  readonly writeSeconds: number
}

async function measured(count: number): Promise<Figures> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-dml-bench-'))
  try {
    await writeFile(path.join(folder, dmlFiles.workbook), await largeTable(count, 5, { asEngine: false }))
    return await new Promise<Figures>((resolve, reject) => {
      const script = path.join(import.meta.dirname, 'dml/generate-once.ts')
      const child = fork(script, [folder], { execArgv: ['--max-old-space-size=1536'] })
      child.once('message', (figures) => resolve(figures as Figures))
      child.once('exit', (code) => reject(new Error(`The load ended with ${code}`)))
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const all: Figures[] = []
for (const count of [Math.ceil(rows / 10), rows]) all.push(await measured(count))
const megabytes = (value: number) => `${Math.round(value)} MB`
for (const { rows: count, before, read, written, readSeconds, writeSeconds } of all) {
  console.log(
    `${count} rows: ${megabytes(before)} at the start, ${megabytes(read)} with the workbook read (${readSeconds.toFixed(1)} s), ` +
      `${megabytes(written)} at most once the scripts are written (${writeSeconds.toFixed(1)} s)`,
  )
}
const say = (what: string, holds: boolean) => {
  console.log(`${what}: ${holds ? 'holds' : 'FAILS'}`)
  if (!holds) process.exitCode = 1
}
const large = all.at(-1)
say(`every row is in the scripts (${large?.rows})`, large?.rows === rows)
const growth = (large?.written ?? 0) / (all[0]?.written ?? 1)
say(
  `memory is ${growth.toFixed(2)} times that of a tenth of the rows, at most ${mostGrowth} times`,
  growth <= mostGrowth,
)
const results = path.join(import.meta.dirname, 'results')
await mkdir(results, { recursive: true })
await writeFile(path.join(results, 'dml.json'), `${JSON.stringify({ at: new Date().toISOString(), all }, null, 2)}\n`)
