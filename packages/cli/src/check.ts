import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type CheckReport, checkWorkbook, computeCompiled, type DifferingCell } from '@sheetwright/compiler/check.ts'
import { localeOf } from '@sheetwright/compiler/interface.ts'
import { isSavedByExcel } from '@sheetwright/contract/engines/proof.ts'
import { asJson, type CommandLine, readCommandLine, wrongUse } from './command-line.ts'
import { loadModuleNow } from './load-module.ts'
import { loadWorkbook } from './load-workbook.ts'
import { fallenFigures, type FileFigures, recordFigures } from './parity-figures.ts'

/** Step limit of one file. */
const STEPS = 1_000_000_000
const SEED = 1
const KEEP = 20
const WORKBOOK = /\.(xls|xlsx|xlsm|xlsb|xltx|xltm)$/i

export const checkLine = {
  usage: 'check FILE|FOLDER…',
  meaning: 'recompute every formula and compare with the values Excel saved',
  options: {
    compiled: { type: 'boolean', meaning: 'compute with the compiled program instead of the evaluator' },
    differences: {
      type: 'string',
      value: 'COUNT',
      meaning: `differing cells listed for each file, ${KEEP} unless given`,
    },
    strict: { type: 'boolean', meaning: 'fail if a cell differs' },
    record: { type: 'string', value: 'FIGURES', meaning: 'save how many cells are equal in each file' },
    against: { type: 'string', value: 'FIGURES', meaning: 'fail if figures fell below the saved ones' },
    json: asJson,
  },
} as const satisfies CommandLine

interface FileReport extends CheckReport {
  readonly file: string
  /** The application that saved the file, if the file names one. */
  readonly savedBy: string | null
  readonly readMs: number
  readonly evaluateMs: number
  /** With --compiled: cells that the program leaves to the evaluator, by reason. */
  readonly delegated?: Readonly<Record<string, number>>
  readonly error: string | null
}

/**
 * `check FILE|FOLDER…`: one line per file; a failing file never stops the rest. `--record` saves the figures of all
 * files, `--against` fails if figures fell below a record.
 */
export async function check(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(args, checkLine)
  const keep = values.differences === undefined ? KEEP : Number(values.differences)
  if (positionals.length === 0 || !Number.isInteger(keep) || keep < 0) {
    throw wrongUse(checkLine)
  }
  let failed = false
  const reports: FileFigures[] = []
  for (const path of await workbooksOf(positionals)) {
    const report = await checkFile(path, keep, values)
    reports.push(report)
    // A pipeline fails when a cell differs; a survey of many files goes on.
    if (report.error !== null || (values.strict === true && differing(report) > 0)) failed = true
    console.log(values.json ? JSON.stringify(report) : summary(report))
  }
  const fallen = values.against === undefined ? [] : await fallenFigures(values.against, reports)
  for (const fall of fallen) console.error(`Fallen: ${fall}`)
  if (values.record !== undefined) await recordFigures(values.record, reports)
  return failed || fallen.length > 0 ? 1 : 0
}

/** Cells that differ from what Excel or another program saved. */
function differing({ different, notComparable }: CheckReport): number {
  return different + (notComparable.otherProgram ?? 0)
}

/** Files unchanged, folders replaced with the workbooks in them. */
async function workbooksOf(paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    const isFolder = await stat(path)
      .then((entry) => entry.isDirectory())
      .catch(() => false)
    if (!isFolder) found.push(path)
    else for (const name of (await readdir(path)).toSorted()) if (WORKBOOK.test(name)) found.push(join(path, name))
  }
  return found
}

async function checkFile(
  path: string,
  keep: number,
  { compiled: isCompiled = false, strict: isStrict = false }: { compiled?: boolean; strict?: boolean },
): Promise<FileReport> {
  const file = basename(path)
  const started = performance.now()
  let readMs = 0
  try {
    const { bound, ports } = await loadWorkbook(path)
    readMs = Math.round(performance.now() - started)
    let delegated: ReadonlyMap<string, number> = new Map()
    const noteDelegated = (reasons: ReadonlyMap<string, number>) => {
      delegated = reasons
    }
    const savedBy = bound.workbook.properties.application ?? null
    const engineLocale = localeOf(ports.properties)
    const report = checkWorkbook(bound, {
      seed: SEED,
      steps: STEPS,
      keep,
      isSavedByOther: isByOther(savedBy),
      // A survey of many files takes the settings they were saved with; an engine must compute in its own.
      ...(isStrict || engineLocale !== standardLocale ? { locale: engineLocale } : {}),
      facts: { filename: `[${file}]` },
      ...(isCompiled ? { compute: computeCompiled(bound, loadModuleNow, noteDelegated) } : {}),
    })
    const evaluateMs = Math.round(performance.now() - started) - readMs
    const reasons = isCompiled ? { delegated: Object.fromEntries(delegated) } : {}
    return { file, savedBy, ...report, ...reasons, readMs, evaluateMs, error: null }
  } catch (reason) {
    const evaluateMs = Math.round(performance.now() - started) - readMs
    return {
      file,
      savedBy: null,
      ...EMPTY_REPORT,
      readMs,
      evaluateMs,
      error: reason instanceof Error ? reason.message : String(reason),
    }
  }
}

/** The locale of engines whose workbooks ask for none. */
const standardLocale = localeOf(new Map())

const EMPTY_REPORT: CheckReport = {
  sheets: 0,
  formulaCells: 0,
  compared: 0,
  equal: 0,
  different: 0,
  notComparable: {},
  unsupported: {},
  firstDifferences: [],
  firstApart: [],
  locale: standardLocale,
}

/** Does the file name another program than Excel that saved it? */
function isByOther(savedBy: string | null): boolean {
  return savedBy !== null && !isSavedByExcel(savedBy)
}

function inWords({ cell, formula, expected, actual }: DifferingCell, isOther: boolean): string {
  return `${cell}  ${formula}  ${isOther ? 'saved' : 'Excel'}: ${JSON.stringify(expected)}  here: ${JSON.stringify(actual)}`
}

function localeLines({ locale, fittingLocale }: FileReport): string[] {
  const advice = 'an engine computes so if the workbook has the property locale with this value'
  if (fittingLocale !== undefined) return [`  fewer cells differ in the regional settings ${fittingLocale}; ${advice}`]
  return locale === standardLocale ? [] : [`  compared in the regional settings ${locale}; ${advice}`]
}

function summary(report: FileReport): string {
  if (report.error !== null) return `${report.file}: ${report.error}`
  const isOther = isByOther(report.savedBy)
  const reasons = Object.entries(report.notComparable).map(([reason, cells]) => `${cells} ${reason}`)
  const lines = [
    `${report.file}${isOther ? ` (saved by ${report.savedBy})` : ''}: ${report.formulaCells} formula cells, ${report.equal} equal, ${report.different} different` +
      (reasons.length > 0 ? `, not comparable: ${reasons.join(', ')}` : ''),
    ...(report.iteratedCycles
      ? [
          `  ${report.iteratedCycles} cycles were saved iterated and are iterated from the saved values, though the file does not ask for it`,
        ]
      : []),
    ...localeLines(report),
    ...report.firstDifferences.map((difference) => `  ${inWords(difference, isOther)}`),
    ...report.firstApart.map((cell) => `  not comparable (${cell.reason}): ${inWords(cell, isOther)}`),
  ]
  return lines.join('\n')
}
