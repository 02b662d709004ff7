import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { parseArgs } from 'node:util'
import type { ChildLine, Looked } from './inside/look-inside-child.ts'

/**
 * Lints, compares and explains the workbooks below the given folders, in a child process that is restarted when a
 * workbook crashes it, and prints times and sizes as a table without file names. `--most N` takes the 20 largest files
 * and a sample of the others; `--minutes M` stops after that time and prints how many were left; `--write` puts the
 * table into docs/look-inside.md.
 */
const { positionals: folders, values: options } = parseArgs({
  allowPositionals: true,
  options: { most: { type: 'string' }, minutes: { type: 'string' }, write: { type: 'boolean' } },
})
const most = Number(options.most ?? Number.POSITIVE_INFINITY)
const until = performance.now() + Number(options.minutes ?? Number.POSITIVE_INFINITY) * 60_000
const secondsEach = 60
const largest = 20

interface Child {
  readonly process: ChildProcessWithoutNullStreams
  readonly lines: Interface
}

function startChild(): Child {
  const module = path.join(import.meta.dirname, 'inside/look-inside-child.ts')
  const child = spawn(process.execPath, ['--max-old-space-size=3000', module], { stdio: 'pipe' })
  child.stderr.resume()
  child.stdin.on('error', () => undefined)
  return { process: child, lines: createInterface({ input: child.stdout }) }
}

/** The child's report on a file, or why there is none. */
function ask({ process: child, lines }: Child, file: string): Promise<ChildLine | 'ended' | 'late'> {
  return new Promise((resolve) => {
    const late = setTimeout(() => done('late'), secondsEach * 1000)
    const done = (answer: ChildLine | 'ended' | 'late') => {
      clearTimeout(late)
      lines.removeAllListeners('line')
      child.removeAllListeners('exit')
      resolve(answer)
    }
    lines.once('line', (line) => done(JSON.parse(line) as ChildLine))
    child.once('exit', () => done('ended'))
    child.stdin.write(`${file}\n`)
  })
}

async function workbooks(): Promise<string[]> {
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
    }),
  )
  const files = lists.flat().filter((file) => /\.xls[xmb]?$/i.test(file))
  const sized = await Promise.all(files.map(async (file) => ({ file, bytes: (await stat(file)).size })))
  const sorted = sized.toSorted((a, b) => b.bytes - a.bytes).map(({ file }) => file)
  const rest = sorted.slice(largest)
  const wanted = Math.max(0, Math.min(rest.length, most - largest))
  const spread = Array.from({ length: wanted }, (_, i) => rest[Math.floor((i * rest.length) / wanted)] ?? '')
  return [...sorted.slice(0, largest), ...spread]
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

const columns: readonly [string, (looked: Looked) => number][] = [
  ['read, ms', ({ readMs }) => readMs],
  ['lint, ms', ({ lintMs }) => lintMs],
  ['lint answer, KB', ({ lintKilobytes }) => lintKilobytes],
  ['compare with itself, ms', ({ diffMs }) => diffMs],
  ['one step of explain, ms (slowest)', ({ slowestStepMs }) => slowestStepMs],
  ['one step of explain, KB (largest)', ({ largestStepKilobytes }) => largestStepKilobytes],
  ['a tile of 120 × 30 cells, ms (slowest)', ({ slowestTileMs }) => slowestTileMs],
]

function tableOf(title: string, looked: readonly Looked[]): string {
  const rows = columns.map(([name, value]) => {
    const values = looked.map(value)
    return `| ${name} | ${quantile(values, 0.5)} | ${quantile(values, 0.95)} | ${Math.max(0, ...values)} |`
  })
  return [`${title}:`, '', '| | median | 95 % | largest |', '|---|---|---|---|', ...rows].join('\n')
}

const page = path.join(import.meta.dirname, '../docs/look-inside.md')
const marks = ['<!-- bench:inside -->', '<!-- end of bench:inside -->'] as const

/** Replaces the report between its markers in the document. */
async function writeReport(report: string): Promise<void> {
  const text = await readFile(page, 'utf8')
  const [start, end] = [text.indexOf(marks[0]), text.indexOf(marks[1])]
  if (start < 0 || end < start) throw new Error(`${page} has no place for the table`)
  await writeFile(page, `${text.slice(0, start)}${marks[0]}\n\n${report}\n\n${text.slice(end)}`)
}

if (folders.length === 0) throw new Error('Usage: npm run bench:inside -- FOLDER…')
const looked: Looked[] = []
const problems: string[] = []
let child = startChild()
let left = 0
for (const file of await workbooks()) {
  if (performance.now() > until) {
    left++
    continue
  }
  const answer = await ask(child, file)
  if (answer === 'ended' || answer === 'late') {
    problems.push(`${answer}: ${file}`)
    child.process.kill('SIGKILL')
    child = startChild()
  } else if (answer.ok) {
    looked.push(answer.looked)
    if (answer.looked.selfChanges > 0) problems.push(`differs from itself: ${file}`)
    if (answer.looked.plantedChanges !== null && answer.looked.plantedChanges !== 1) {
      problems.push(`a planted change shows as ${answer.looked.plantedChanges}: ${file}`)
    }
  } else problems.push(`${answer.message}: ${file}`)
}
child.process.stdin.end()
const total = (value: (each: Looked) => number) => looked.reduce((sum, each) => sum + value(each), 0)
const report = [
  `${looked.length} workbooks, ${total(({ formulas }) => formulas)} formulas, ${total(({ findings }) => findings)} findings, ${total(({ steps }) => steps)} steps of explain, ${problems.length} problems, ${left} not looked at (${process.arch}, Node ${process.version}).`,
  tableOf('All workbooks', looked),
  tableOf('The 20 with the most formulas', looked.toSorted((a, b) => b.formulas - a.formulas).slice(0, 20)),
].join('\n\n')
console.log(report)
if (options.write === true) await writeReport(report)
// Print file names for the person at the terminal; they are not in the table.
for (const problem of problems) console.error(problem)
