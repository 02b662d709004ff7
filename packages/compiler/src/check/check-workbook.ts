import { type Area, ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'
import { printFormula } from '../2-parse/print.ts'
import { parseFormula } from '../2-parse/parse.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { FormulaTraits } from '../3-bind/bound.ts'
import { Evaluator } from '../evaluate/evaluator.ts'
import type { EvaluationOptions } from '../evaluate/options.ts'
import { cellName } from '../model/address.ts'
import type { FormulaCell } from '../model/cell.ts'
import { type NotComparable, notComparableBecause } from './comparability.ts'
import { isSameValue } from './same-value.ts'
import { fittingClock } from './saved-clock.ts'
import { otherLocales, savedLocale } from './saved-locale.ts'
import { isLessExact, type SetApart, setApart } from './set-apart.ts'

/** A cell whose result is not the saved value. */
export interface DifferingCell {
  readonly cell: string
  readonly formula: string
  readonly expected: string | number | boolean | null
  readonly actual: string | number | boolean | null
}

export interface Difference extends DifferingCell {
  /** The cell differs even when computed from the saved values around it: the cause is in this cell. */
  readonly isCause: boolean
}

/** A cell whose saved value proves nothing. */
interface ApartCell extends DifferingCell {
  readonly reason: SetApart
}

export interface CheckReport {
  readonly sheets: number
  readonly formulaCells: number
  readonly compared: number
  readonly equal: number
  readonly different: number
  readonly notComparable: Readonly<Partial<Record<NotComparable, number>>>
  /** Functions that cannot be computed, with the number of cells that call them. */
  readonly unsupported: Readonly<Record<string, number>>
  readonly firstDifferences: readonly Difference[]
  /** The first cells that differ and are counted as not comparable instead. */
  readonly firstApart: readonly ApartCell[]
  /** Only if another way computed the cells: those that differ from the evaluator, whatever the file says. */
  readonly differentFromEvaluator?: number
  /**
   * Cycles that were saved iterated although the file does not enable iteration: they are iterated from the saved
   * values.
   */
  readonly iteratedCycles?: number
  /** The regional settings in which the cells were computed. */
  readonly locale: string
  /** Only if a locale was asked for: another one in which fewer cells differ. */
  readonly fittingLocale?: string
  /** Only for workbooks with manual calculation: cells whose saved value does not follow from the saved values around it. */
  readonly contradictions?: { readonly cells: number; readonly first: readonly string[] }
}

export interface CheckOptions extends Pick<EvaluationOptions, 'seed' | 'steps' | 'facts'> {
  /** By default the one that fits the saved values best. */
  readonly locale?: string
  /** How many differences to describe, and how many cells that are set apart. */
  readonly keep: number
  /** The saved values are not Excel's: set apart what differs from them, instead of counting it as different. */
  readonly isSavedByOther?: boolean
  /** Another way to compute the cells, compared with the saved values instead of the evaluator's. */
  readonly compute?: (
    cells: readonly { readonly sheet: number; readonly row: number; readonly col: number }[],
    evaluation: EvaluationOptions,
  ) => CellReader
}

type CellReader = (sheet: number, row: number, col: number) => Scalar

interface CheckedCell {
  readonly sheet: number
  readonly row: number
  readonly col: number
  readonly cell: FormulaCell
  readonly traits: FormulaTraits | undefined
  readonly reason: NotComparable | undefined
  /** Equal, and other cells are computed from its saved value. */
  readonly isHeld?: boolean
}

/** Recomputes every formula cell from the saved constants and compares the results with the saved values. */
export function checkWorkbook(bound: BoundWorkbook, asked: CheckOptions): CheckReport {
  const report = checkedInBest(bound, { ...asked, keep: Math.max(asked.keep, LEAST_KEPT) })
  return {
    ...report,
    firstDifferences: report.firstDifferences.slice(0, asked.keep),
    firstApart: report.firstApart.slice(0, asked.keep),
  }
}

/** At least this many differences are examined for causes, however few are requested. */
const LEAST_KEPT = 20

function checkedInBest(bound: BoundWorkbook, asked: CheckOptions): CheckReport {
  const first = checkedIn(bound, { ...asked, locale: asked.locale ?? savedLocale(bound.workbook) })
  let best = first.report
  for (const locale of otherLocales(bound.workbook, best.locale)) {
    if (!first.isHelpedBy(locale)) continue
    const { report } = checkedIn(bound, { ...asked, locale })
    if (report.different < best.different) best = report
  }
  if (best === first.report || asked.locale === undefined) return best
  return { ...first.report, fittingLocale: best.locale }
}

interface Checked {
  readonly report: CheckReport
  /** Is a cell that differs, whatever it reads, as saved in this locale? */
  isHelpedBy(locale: string): boolean
}

function checkedIn(bound: BoundWorkbook, options: KnownOptions): Checked {
  const cells = collectCells(bound)
  const now = fittingClock(bound, cells, { ...options, given: givenValues(cells) })
  const comparison = compare(bound, options, cells, now)
  const apart = differencesSetApart(bound, options, comparison, now)
  const rough = roughlyEqual(bound, comparison)
  if (apart.size + rough.size === 0) return checkedWith(bound, options, comparison, now, [])
  // Dependents of the cells set apart are compared with those cells at their saved values.
  const others = cells.map((entry) => ({
    ...entry,
    reason: apart.get(entry) ?? entry.reason,
    isHeld: rough.has(entry),
  }))
  const firstApart = [...apart].slice(0, options.keep).map(([entry, reason]) => ({
    ...described(bound, entry, comparison.read),
    reason,
  }))
  return checkedWith(bound, options, compare(bound, options, others, now), now, firstApart)
}

type KnownOptions = CheckOptions & { readonly locale: string }

interface Comparison {
  readonly cells: readonly CheckedCell[]
  readonly compared: readonly CheckedCell[]
  readonly different: readonly CheckedCell[]
  readonly evaluator: Evaluator
  readonly read: CellReader
  readonly replaced: Given
}

function compare(bound: BoundWorkbook, options: KnownOptions, cells: readonly CheckedCell[], now: number): Comparison {
  const replaced = givenValues(cells)
  const evaluator = new Evaluator(bound, { ...options, now, given: replaced })
  const compared = cells.filter(({ reason }) => reason === undefined)
  for (const { sheet, row, col } of compared) evaluator.value(sheet, row, col)
  const read: CellReader =
    options.compute?.(compared, { ...options, now, given: replaced }) ??
    ((sheet, row, col) => evaluator.value(sheet, row, col))
  return {
    cells,
    compared,
    different: compared.filter((entry) => !isEqual(entry, evaluator, read)),
    evaluator,
    read,
    replaced,
  }
}

/** The cells whose saved value no engine can know, with the reason. */
function differencesSetApart(
  bound: BoundWorkbook,
  options: KnownOptions,
  { compared, different, replaced }: Comparison,
  now: number,
): Map<CheckedCell, SetApart> {
  if (different.length === 0) return new Map()
  const evaluators = new Map<string, FromSaved>()
  const { isSavedByOther = false } = options
  return setApart(bound, compared, different, { now, isSavedByOther }, (entry, circumstances) => {
    const key = JSON.stringify(circumstances)
    let evaluator = evaluators.get(key)
    if (!evaluator) {
      evaluator = new FromSaved(bound, { ...options, now, ...circumstances }, replaced)
      evaluators.set(key, evaluator)
    }
    return evaluator.value(entry)
  })
}

/**
 * Equal cells whose last digits an older version computed differently: dependents of those digits must not count
 * against us.
 */
function roughlyEqual(bound: BoundWorkbook, { compared, different, evaluator }: Comparison): Set<CheckedCell> {
  if (different.length === 0) return new Set()
  const others = new Set(different)
  return new Set(
    compared.filter((entry) => {
      if (others.has(entry)) return false
      const value = evaluator.value(entry.sheet, entry.row, entry.col)
      return value !== entry.cell.saved && isLessExact(bound, entry, value)
    }),
  )
}

function checkedWith(
  bound: BoundWorkbook,
  options: KnownOptions,
  { cells, compared, different, evaluator, read, replaced }: Comparison,
  now: number,
  firstApart: readonly ApartCell[],
): Checked {
  const first = different.slice(0, options.keep)
  const fromSaved = (locale: string) => new FromSaved(bound, { ...options, now, locale }, replaced)
  const here = first.length === 0 ? undefined : fromSaved(options.locale)
  const causes = new Set(first.filter((entry) => here?.isCause(entry)))
  const manual = bound.workbook.calculation.mode === 'manual'
  const iteratedCycles = evaluator.foundCycles().filter(({ isIterated }) => isIterated).length
  const stale = manual ? cells.filter(({ reason }) => reason === 'stale') : []
  const report = {
    sheets: bound.workbook.sheets.length,
    formulaCells: cells.length,
    compared: compared.length,
    equal: compared.length - different.length,
    different: different.length,
    notComparable: countReasons(cells),
    unsupported: countUnsupported(cells),
    firstDifferences: first.map((entry) => ({ ...described(bound, entry, read), isCause: causes.has(entry) })),
    firstApart,
    ...(options.compute
      ? { differentFromEvaluator: compared.filter((entry) => !agrees(entry, evaluator, read)).length }
      : {}),
    ...(iteratedCycles > 0 ? { iteratedCycles } : {}),
    locale: options.locale,
    ...(manual
      ? {
          contradictions: {
            cells: stale.length,
            first: stale.slice(0, options.keep).map((entry) => address(bound, entry)),
          },
        }
      : {}),
  }
  const isHelpedBy = (locale: string): boolean => {
    if (causes.size === 0) return false
    const there = fromSaved(locale)
    return [...causes].some((entry) => !there.isCause(entry))
  }
  return { report, isHelpedBy }
}

function described(bound: BoundWorkbook, entry: CheckedCell, read: CellReader): DifferingCell {
  return {
    cell: address(bound, entry),
    formula: formulaText(bound, entry),
    expected: plain(entry.cell.saved ?? null),
    actual: plain(read(entry.sheet, entry.row, entry.col)),
  }
}

function collectCells(bound: BoundWorkbook): CheckedCell[] {
  const cells: CheckedCell[] = []
  bound.workbook.sheets.forEach((entry, sheet) => {
    entry.cells.forEach((row, col, cell) => {
      if (cell.kind !== 'formula') return
      const { formula } = cell
      const traits = formula.kind === 'dataTable' ? undefined : bound.formula(formula, sheet, row, col).traits
      const reason = entry.kind === 'macro' ? 'xlm' : notComparableBecause(cell, traits)
      cells.push({ sheet, row, col, cell, traits, reason })
    })
  })
  return cells
}

type Given = NonNullable<EvaluationOptions['given']>

/** Cells that cannot be computed, or not to the last digit, keep their saved value. */
function givenValues(cells: readonly CheckedCell[]): Given {
  const values = new Map<string, Scalar>()
  for (const { sheet, row, col, cell, reason, isHeld } of cells) {
    if ((reason !== undefined || isHeld) && cell.saved !== undefined) values.set(`${sheet}/${row}/${col}`, cell.saved)
  }
  return values.size === 0 ? () => undefined : (sheet, row, col) => values.get(`${sheet}/${row}/${col}`)
}

function isEqual({ sheet, row, col, cell }: CheckedCell, evaluator: Evaluator, read?: CellReader): boolean {
  const actual = read ? read(sheet, row, col) : evaluator.value(sheet, row, col)
  return isSameValue(actual, cell.saved ?? null, () => largestNumber(evaluator, evaluator.precedents(sheet, row, col)))
}

/** Are the values identical? Uncomputable errors differ from ordinary ones. */
function agrees({ sheet, row, col }: CheckedCell, evaluator: Evaluator, read: CellReader): boolean {
  const expected = evaluator.value(sheet, row, col)
  const actual = read(sheet, row, col)
  if (!(expected instanceof ExcelError) || !(actual instanceof ExcelError)) return Object.is(expected, actual)
  return expected.code === actual.code && (expected.uncomputable === undefined) === (actual.uncomputable === undefined)
}

function largestNumber(evaluator: Evaluator, areas: readonly Area[]): number {
  let largest = 0
  for (const area of areas) {
    const grid = evaluator.grid(area)
    for (let row = 0; row < grid.usedRows; row++) {
      for (let col = 0; col < grid.usedCols; col++) {
        const value = grid.at(row, col)
        if (typeof value === 'number' && Math.abs(value) > largest) largest = Math.abs(value)
      }
    }
  }
  return largest
}

/** Computes single cells with all other formula cells at their saved values. */
class FromSaved {
  private readonly evaluator: Evaluator
  private target = ''

  constructor(bound: BoundWorkbook, options: EvaluationOptions, replaced: Given) {
    const given: Given = (sheet, row, col) => {
      if (`${sheet}/${row}/${col}` === this.target) return undefined
      return bound.workbook.sheets[sheet]?.cells.get(row, col)?.kind === 'formula'
        ? (replaced(sheet, row, col) ?? savedAt(bound, sheet, row, col))
        : undefined
    }
    this.evaluator = new Evaluator(bound, { ...options, given })
  }

  isCause(entry: CheckedCell): boolean {
    return this.computed(entry, () => !isEqual(entry, this.evaluator))
  }

  value(entry: CheckedCell): Scalar {
    return this.computed(entry, (value) => value)
  }

  private computed<T>({ sheet, row, col }: CheckedCell, use: (value: Scalar) => T): T {
    this.target = `${sheet}/${row}/${col}`
    try {
      return use(this.evaluator.recompute(sheet, row, col))
    } finally {
      this.target = ''
      this.evaluator.recompute(sheet, row, col)
    }
  }
}

function savedAt(bound: BoundWorkbook, sheet: number, row: number, col: number): Scalar | undefined {
  const cell = bound.workbook.sheets[sheet]?.cells.get(row, col)
  return cell?.kind === 'formula' ? cell.saved : undefined
}

function countReasons(cells: readonly CheckedCell[]): Partial<Record<NotComparable, number>> {
  const counts: Partial<Record<NotComparable, number>> = {}
  for (const { reason } of cells) if (reason) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}

function countUnsupported(cells: readonly CheckedCell[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const { traits } of cells) {
    for (const what of new Set(traits?.uncomputable.map((entry) => entry.what)))
      counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}

function address(bound: BoundWorkbook, { sheet, row, col }: CheckedCell): string {
  return `${bound.workbook.sheets[sheet]?.name ?? ''}!${cellName(row, col)}`
}

function formulaText(bound: BoundWorkbook, { row, col, cell }: CheckedCell): string {
  const { formula } = cell
  if (formula.kind === 'dataTable') return '{=TABLE}'
  const { grid } = bound.workbook
  if (formula.kind !== 'normal') return `{=${formula.text}}`
  const parsed = parseFormula(formula.text, { home: { row: formula.row, col: formula.col, ...grid } })
  return `=${parsed.ok ? printFormula(parsed.tree, { row, col, ...grid }) : formula.text}`
}

function plain(value: Scalar): string | number | boolean | null {
  return value instanceof ExcelError
    ? value.code + (value.uncomputable ? ` (${value.uncomputable.reason})` : '')
    : value
}
