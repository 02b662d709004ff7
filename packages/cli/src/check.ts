import { basename } from 'node:path'
import { type CheckReport, checkWorkbook } from '@sheetwright/compiler/check/check-workbook.ts'
import { savedLocale } from '@sheetwright/compiler/check/saved-locale.ts'
import { readCommandLine, UsageProblem } from './command-line.ts'
import { loadWorkbook } from './load-workbook.ts'

/** Work one file may cost before it is given up. */
const STEPS = 1_000_000_000
const SEED = 1
const KEEP = 20

interface FileReport extends CheckReport {
  readonly file: string
  readonly readMs: number
  readonly evaluateMs: number
  readonly error: string | null
}

/** `check FILE…`: one line a file; a file that fails never stops the rest. */
export async function check(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(args, { json: { type: 'boolean' }, differences: { type: 'string' } })
  const keep = values.differences === undefined ? KEEP : Number(values.differences)
  if (positionals.length === 0 || !Number.isInteger(keep) || keep < 0) {
    throw new UsageProblem('Usage: sheetwright check FILE… [--json] [--differences COUNT]')
  }
  let failed = false
  for (const path of positionals) {
    const report = await checkFile(path, keep)
    if (report.error !== null) failed = true
    console.log(values.json ? JSON.stringify(report) : summary(report))
  }
  return failed ? 1 : 0
}

async function checkFile(path: string, keep: number): Promise<FileReport> {
  const file = basename(path)
  const started = performance.now()
  let readMs = 0
  try {
    const { bound } = await loadWorkbook(path)
    readMs = Math.round(performance.now() - started)
    const report = checkWorkbook(bound, {
      seed: SEED,
      locale: savedLocale(bound.workbook),
      steps: STEPS,
      keep,
      facts: { filename: `[${file}]` },
    })
    const evaluateMs = Math.round(performance.now() - started) - readMs
    return { file, ...report, readMs, evaluateMs, error: null }
  } catch (reason) {
    const evaluateMs = Math.round(performance.now() - started) - readMs
    return {
      file,
      ...EMPTY_REPORT,
      readMs,
      evaluateMs,
      error: reason instanceof Error ? reason.message : String(reason),
    }
  }
}

const EMPTY_REPORT: CheckReport = {
  sheets: 0,
  formulaCells: 0,
  compared: 0,
  equal: 0,
  different: 0,
  notComparable: {},
  unsupported: {},
  firstDifferences: [],
}

function summary(report: FileReport): string {
  if (report.error !== null) return `${report.file}: ${report.error}`
  const reasons = Object.entries(report.notComparable).map(([reason, cells]) => `${cells} ${reason}`)
  const lines = [
    `${report.file}: ${report.formulaCells} formula cells, ${report.equal} equal, ${report.different} different` +
      (reasons.length > 0 ? `, not comparable: ${reasons.join(', ')}` : ''),
    ...report.firstDifferences.map(
      ({ cell, formula, expected, actual }) =>
        `  ${cell}  ${formula}  Excel: ${JSON.stringify(expected)}  here: ${JSON.stringify(actual)}`,
    ),
  ]
  return lines.join('\n')
}
