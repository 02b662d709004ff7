import { ExcelError, errors, type Scalar } from '@sheetwright/runtime/values.ts'
import { parseFormula } from '../2-parse/parse.ts'
import type { CallNode, Node } from '../2-parse/tree.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { FormulaTraits } from '../3-bind/bound.ts'
import type { EvaluationOptions } from '../evaluate/options.ts'
import type { FormulaCell } from '../model/cell.ts'
import type { Workbook } from '../model/workbook.ts'
import { LESS_EXACT, REFUSED } from './less-exact.ts'
import { isSameValue } from './same-value.ts'

/**
 * Facts that no engine can know: the time of the last calculation, the machine, the precision of an older version,
 * cells that were not recalculated before saving, what another program computed.
 */
export type SetApart = 'clock' | 'environment' | 'olderVersion' | 'stale' | 'otherProgram'

interface DifferentCell {
  readonly cell: FormulaCell
  readonly traits: FormulaTraits | undefined
}

/** Computes a cell from the saved values around it, in other circumstances. */
type FromSaved<C> = (cell: C, circumstances: Partial<Pick<EvaluationOptions, 'now' | 'facts'>>) => Scalar

/** Longest time, in days, between the last calculation and saving. */
const BEFORE_SAVING = 15 / 1440
/** Clocks of file and calculation may differ by this many days. */
const AFTER_SAVING = 1 / 1440
/** Most moments that are tried: each time-dependent cell may have been computed at another. */
const MOST_MOMENTS = 12

/**
 * Sets apart differing cells whose saved value nobody can compute, each with proof from the file: with the time, or the
 * file name, that another cell shows, the cell matches its saved value.
 */
export function setApart<C extends DifferentCell>(
  bound: BoundWorkbook,
  cells: readonly C[],
  different: readonly C[],
  { now, isSavedByOther }: { readonly now: number; readonly isSavedByOther: boolean },
  fromSaved: FromSaved<C>,
): Map<C, SetApart> {
  const moments = savedMoments(cells, now, bound.workbook.properties.modified !== undefined)
  const names = savedFileNames(cells)
  const isManual = bound.workbook.calculation.mode === 'manual'
  const found = new Map<C, SetApart>()
  const fits = (entry: C, circumstances: Parameters<FromSaved<C>>[1]) =>
    isSameValue(fromSaved(entry, circumstances), entry.cell.saved ?? null, () => 0)
  for (const entry of different) {
    const { functions } = entry.traits ?? {}
    if (!functions) continue
    const asksTime = functions.has('NOW') || functions.has('TODAY')
    if (asksTime && moments.some((moment) => fits(entry, { now: moment }))) found.set(entry, 'clock')
    else if (functions.has('INFO') && typeof entry.cell.saved === 'string') found.set(entry, 'environment')
    else if (functions.has('CELL') && names.some((filename) => fits(entry, { facts: { filename } })))
      found.set(entry, 'environment')
    else if (functions.has('CELL') && (fileNameOf(entry) !== undefined || isRefusedOnline(bound, entry)))
      found.set(entry, 'environment')
    else if (isOlder(bound, entry, fromSaved(entry, {}))) found.set(entry, 'olderVersion')
    // A cell that follows from the saved values around it matches as soon as those are set apart.
    else if (isManual && !fits(entry, {}) && !isErrorOnlyHere(entry, fromSaved(entry, {}))) found.set(entry, 'stale')
    else if (isSavedByOther && !fits(entry, {})) found.set(entry, 'otherProgram')
  }
  return found
}

/** An old value that was computed once is no reason for an error: that is our fault until proved otherwise. */
function isErrorOnlyHere({ cell: { saved } }: DifferentCell, actual: Scalar): boolean {
  return actual instanceof ExcelError && !(saved instanceof ExcelError)
}

/** Excel for the web knows neither formats nor files: its CELL gives #VALUE! where other editions give a value. */
function isRefusedOnline({ workbook }: BoundWorkbook, { cell: { saved } }: DifferentCell): boolean {
  return workbook.properties.application === 'Microsoft Excel Online' && saved === errors.value
}

/**
 * The times at which cells with only NOW were computed; only those just before saving if the file stores when that was.
 */
function savedMoments(cells: readonly DifferentCell[], now: number, isKnown: boolean): number[] {
  const moments = new Set([now - BEFORE_SAVING])
  for (const entry of cells) {
    const { saved } = entry.cell
    if (typeof saved !== 'number' || !/^NOW\(\s*\)$/i.test(textOf(entry))) continue
    if (!isKnown || (saved >= now - BEFORE_SAVING && saved <= now + AFTER_SAVING)) moments.add(saved)
    if (moments.size >= MOST_MOMENTS) break
  }
  return [...moments]
}

/** The text that CELL("filename") showed when the file was saved; it ends with the sheet that was active then. */
function fileNameOf(entry: DifferentCell): string | undefined {
  const { saved } = entry.cell
  if (typeof saved !== 'string' || !/^\+?CELL\(\s*"filename"[^()]*\)$/i.test(textOf(entry))) return undefined
  const end = saved.lastIndexOf(']')
  return saved.includes('[') && end > saved.indexOf('[') ? saved.slice(0, end + 1) : undefined
}

function savedFileNames(cells: readonly DifferentCell[]): string[] {
  return [...new Set(cells.flatMap((entry) => fileNameOf(entry) ?? []))].slice(0, MOST_MOMENTS)
}

function textOf({ cell: { formula } }: DifferentCell): string {
  return formula.kind === 'dataTable' ? '' : formula.text.trim()
}

/** Did the version that saved the file compute this value differently? */
function isOlder(bound: BoundWorkbook, entry: DifferentCell, actual: Scalar): boolean {
  return isLessExact(bound, entry, actual) || isRefusedByOne(bound, entry, actual)
}

/**
 * Did the version that saved the file compute one of these functions less exactly, and is the difference within that?
 */
export function isLessExact(
  { workbook }: BoundWorkbook,
  { cell: { saved }, traits }: DifferentCell,
  actual: Scalar,
): boolean {
  const version = excelVersion(workbook)
  if (typeof saved !== 'number' || typeof actual !== 'number') return false
  const difference = Math.abs(actual - saved)
  return LESS_EXACT.some(
    ({ name, before, relative, absolute = 0 }) =>
      version < before && traits?.functions.has(name) && difference <= Math.max(relative * Math.abs(actual), absolute),
  )
}

/**
 * Does only one of the two versions, the saving one or the current one, refuse the arguments of one of these functions?
 */
function isRefusedByOne({ workbook }: BoundWorkbook, entry: DifferentCell, actual: Scalar): boolean {
  const version = excelVersion(workbook)
  const call = onlyCallOf(workbook, entry)
  return REFUSED.some(({ name, before, refused }) => {
    if (!(version < before) || call?.name.toUpperCase() !== name) return false
    // What was refused then are values as they are; a calculation among the arguments may fail for another reason.
    if (refused === 'then' && !call.args.every(isPlain)) return false
    const refusal = refused === 'then' ? entry.cell.saved : actual
    return refusal instanceof ExcelError && !refusal.uncomputable && isRefusal(refusal)
  })
}

/** The call that is the whole formula. */
function onlyCallOf({ grid }: Workbook, { cell: { formula } }: DifferentCell): CallNode | undefined {
  if (formula.kind === 'dataTable') return undefined
  const parsed = parseFormula(formula.text, { home: { row: formula.row, col: formula.col, ...grid } })
  return parsed.ok && parsed.tree.kind === 'call' ? parsed.tree : undefined
}

function isPlain({ kind }: Node): boolean {
  return kind !== 'call' && kind !== 'invoke' && kind !== 'binary' && kind !== 'unary' && kind !== 'percent'
}

function isRefusal({ code }: ExcelError): boolean {
  return code === '#VALUE!' || code === '#NUM!'
}

/** The major version of Excel that saved the file; NaN for another application. */
function excelVersion({ properties: { application, applicationVersion } }: Workbook): number {
  return application?.startsWith('Microsoft Excel') ? Number.parseInt(applicationVersion ?? '', 10) : Number.NaN
}
