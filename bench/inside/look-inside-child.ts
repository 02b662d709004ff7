import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import {
  explainStep,
  listReadingFormulas,
  type ReadingFormula,
  sheetWindow,
} from '@sheetwright/compiler/look-inside.ts'
import { type BoundWorkbook, openWorkbook } from '@sheetwright/compiler/open-workbook.ts'
import { diffWorkbooks } from '@sheetwright/compiler/diff.ts'
import { Evaluator } from '@sheetwright/compiler/run.ts'
import { lintWorkbook } from '@sheetwright/compiler/lint.ts'
import { CellTableBuilder } from '../../packages/compiler/src/model/cell-table.ts'
import type { Workbook } from '@sheetwright/compiler/model.ts'

/** Times and results of looking into one workbook. */
export interface Looked {
  readonly formulas: number
  readonly readMs: number
  readonly lintMs: number
  readonly findings: number
  readonly lintKilobytes: number
  /** Groups of changes between the workbook and itself; must be 0. */
  readonly selfChanges: number
  /** Groups after one formula was changed; must be 1. */
  readonly plantedChanges: number | null
  readonly diffMs: number
  readonly steps: number
  readonly slowestStepMs: number
  readonly largestStepKilobytes: number
  readonly slowestTileMs: number
}

export type ChildLine =
  | { readonly ok: true; readonly looked: Looked }
  | { readonly ok: false; readonly message: string }

const stepsOfExplain = 40
const limits = { now: 45_000, seed: 1, locale: 'en-US', steps: 2_000_000_000 }

for await (const file of createInterface({ input: process.stdin })) {
  const line: ChildLine = await look(file).then(
    (looked) => ({ ok: true, looked }),
    (error: unknown) => ({
      ok: false,
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  )
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

async function look(file: string): Promise<Looked> {
  const bytes = await readFile(file)
  const [readMs, { opened }] = await timed(() => openWorkbook(bytes))
  const { opened: again } = await openWorkbook(bytes)
  if (!opened || !again) throw new Error('The workbook cannot be read')
  const { bound, ports } = opened
  const [lintMs, report] = await timed(() => lintWorkbook(bound, ports))
  const [diffMs, self] = await timed(() => diffWorkbooks(bound.workbook, again.bound.workbook))
  const formulas = listReadingFormulas(bound)
  const planted = withPlantedChange(again.bound.workbook, formulas)
  return {
    formulas: formulas.length,
    readMs,
    lintMs,
    findings: report.findings.length + report.omitted,
    lintKilobytes: kilobytes(report),
    selfChanges: self.changes.length + self.sheets.length + self.names.length + self.tables.length,
    plantedChanges: planted ? diffWorkbooks(bound.workbook, planted).changes.length : null,
    diffMs,
    ...(await explained(bound, formulas)),
    slowestTileMs: await slowestTile(bound.workbook),
  }
}

/** Walks from cells that nothing reads towards their precedents. */
async function explained(bound: BoundWorkbook, formulas: readonly ReadingFormula[]) {
  const evaluator = new Evaluator(bound, limits)
  const names = new Map(bound.workbook.sheets.map(({ name }, index) => [name, index]))
  const pending = formulas.slice(-3).map(({ sheet, row, col }) => ({ sheet, row, col }))
  const seen = new Set<string>()
  let [steps, slowestStepMs, largestStepKilobytes] = [0, 0, 0]
  for (let place = pending.shift(); place && steps < stepsOfExplain; place = pending.shift()) {
    const key = `${place.sheet} ${place.row} ${place.col}`
    if (seen.has(key)) continue
    seen.add(key)
    const at = place
    const [ms, step] = await timed(() => explainStep(bound, evaluator, at, { locale: 'en-US', formulas }))
    steps++
    slowestStepMs = Math.max(slowestStepMs, ms)
    largestStepKilobytes = Math.max(largestStepKilobytes, kilobytes(step))
    for (const each of step.precedents) {
      const found = each.kind === 'cell' && each.formula !== undefined ? /^(.*)!([A-Z]+)(\d+)$/.exec(each.cell) : null
      const sheet = names.get(found?.[1] ?? '')
      if (found && sheet !== undefined) {
        pending.push({ sheet, row: Number(found[3]) - 1, col: columnNumber(found[2] ?? 'A') })
      }
    }
  }
  return { steps, slowestStepMs, largestStepKilobytes }
}

function columnNumber(name: string): number {
  return Array.from(name, (letter) => letter.charCodeAt(0) - 64).reduce((sum, digit) => sum * 26 + digit, 0) - 1
}

/** The ranges a page requests: 120 rows and 30 columns, at the beginning and the end of each sheet. */
async function slowestTile(workbook: Workbook): Promise<number> {
  let slowest = 0
  for (const [index, { used }] of workbook.sheets.entries()) {
    const top = Math.max(0, (used?.bottom ?? 0) - 119)
    const left = Math.max(0, (used?.right ?? 0) - 29)
    for (const [row, col] of [
      [0, 0],
      [top, left],
    ] as const) {
      const range = { top: row, left: col, bottom: row + 119, right: col + 29 }
      const [ms] = await timed(() => sheetWindow(workbook, index, range, { locale: 'en-US' }))
      slowest = Math.max(slowest, ms)
    }
  }
  return slowest
}

/** The workbook with one ordinary formula changed. */
function withPlantedChange(workbook: Workbook, formulas: readonly ReadingFormula[]): Workbook | undefined {
  const target = formulas.findLast(({ cell }) => cell.formula.kind === 'normal')
  if (!target || target.cell.formula.kind !== 'normal') return undefined
  const { formula } = target.cell
  const changed = { ...target.cell, formula: { ...formula, text: `(${formula.text})+1` } }
  const sheets = workbook.sheets.map((sheet, index) => {
    if (index !== target.sheet) return sheet
    const builder = new CellTableBuilder()
    sheet.cells.forEach((row, col, cell) =>
      builder.set(row, col, row === target.row && col === target.col ? changed : cell),
    )
    return { ...sheet, cells: builder.build() }
  })
  return { ...workbook, sheets }
}

async function timed<Result>(work: () => Result | Promise<Result>): Promise<[number, Result]> {
  const from = performance.now()
  const result = await work()
  return [Math.round((performance.now() - from) * 10) / 10, result]
}

function kilobytes(value: unknown): number {
  return Math.round(JSON.stringify(value).length / 102.4) / 10
}
