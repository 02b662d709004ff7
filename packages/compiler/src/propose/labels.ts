import { savedValue } from '../3-bind/ports/saved-cells.ts'
import type { Workbook } from '../model/workbook.ts'

export interface CellLabel {
  readonly text: string
  readonly row: number
  readonly col: number
}

export interface CellLabels {
  /** The nearest text to the left. */
  readonly left: CellLabel | undefined
  /** The nearest text above: the heading of the column. */
  readonly above: CellLabel | undefined
}

/** Most blank cells between a label and its cell that are skipped. */
const LONGEST_GAP = 3
/** Most cells between a heading and its cell in the same column. */
const TALLEST_COLUMN = 200
const LONGEST_LABEL = 120

/** The texts that people read as the name of a cell. */
export function labelsOf(workbook: Workbook, sheet: number, row: number, col: number): CellLabels {
  return { left: labelLeft(workbook, sheet, row, col), above: labelAbove(workbook, sheet, row, col) }
}

function labelLeft(workbook: Workbook, sheet: number, row: number, col: number): CellLabel | undefined {
  let gap = 0
  for (let at = col - 1; at >= 0 && gap <= LONGEST_GAP; at--) {
    const value = savedValue(workbook, sheet, row, at)
    const text = labelText(value)
    if (text !== undefined) return { text, row, col: at }
    // A unit or a number between the label and the cell is skipped, as in "Rate | 5% | 6%".
    if (value === null || value === '') gap++
  }
  return undefined
}

function labelAbove(workbook: Workbook, sheet: number, row: number, col: number): CellLabel | undefined {
  let gap = 0
  for (let at = row - 1; at >= Math.max(0, row - TALLEST_COLUMN) && gap <= 1; at--) {
    const value = savedValue(workbook, sheet, at, col)
    const text = labelText(value)
    if (text !== undefined) return { text, row: at, col }
    if (value === null || value === '') gap++
  }
  return undefined
}

/** A text that could be a label: it has letters and is short. */
export function labelText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.replaceAll(/\s+/g, ' ').trim()
  return text !== '' && text.length <= LONGEST_LABEL && /\p{L}/u.test(text) ? text : undefined
}

const UNIT = /[([（［]([^()[\]（）［］]{1,20})[)\]）］] ?[:：]?$/u

/** The unit that a label carries in brackets, such as `years` in "Term (years)". */
export function unitOf(label: string): string | undefined {
  return UNIT.exec(label)?.[1]?.trim()
}

const LONGEST_NAME = 60

/** A name for callers from a label: `LoanAmount` from "Loan amount (USD):". */
export function nameOfLabel(label: string): string {
  const words = label
    .replace(UNIT, '')
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  const name = Array.from(joined).slice(0, LONGEST_NAME).join('')
  return name === '' ? '' : /^\p{L}/u.test(name) ? name : `N${name}`
}
