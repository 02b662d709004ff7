import type { Diagnostics } from '../../diagnostics/diagnostics.ts'
import { cellName, rangeName } from '../../model/address.ts'
import type { BoundWorkbook } from '../bind-workbook.ts'
import type { PortPlace, Solve, SolveAlgorithm } from '@sheetwright/runtime/engine/ports.ts'
import { placeOfName } from './place-of-name.ts'
import { labelText, savedValue } from './saved-cells.ts'

const KEYS = [
  'run if',
  'target cell',
  'target value',
  'by changing',
  'solve algorithm',
  'max change',
  'max iterations',
  'initial guess',
  'lower bound',
  'upper bound',
] as const
type SolveKey = (typeof KEYS)[number]

const REQUIRED: readonly SolveKey[] = ['target cell', 'target value', 'by changing']
const DEFAULT_MAX_CHANGE = 1
const DEFAULT_MAX_ITERATIONS = 100

/** Reads a solve block. A malformed one is left out, with a report for each of its keys. */
export function readSolve(
  bound: BoundWorkbook,
  name: string,
  place: PortPlace,
  diagnostics: Diagnostics,
): Solve | undefined {
  const { workbook } = bound
  const { sheet, range } = place
  const where = { sheet: workbook.sheets[sheet]?.name, cell: rangeName(range) }
  if (range.right - range.left !== 1) {
    diagnostics.add(
      'INVALID_SOLVE_NAMERANGES',
      { name, problems: ['the block must have two columns: key and value'] },
      where,
    )
    return undefined
  }
  const problems: string[] = []
  const cells = new Map<SolveKey, { row: number; col: number }>()
  for (let row = range.top; row <= range.bottom; row++) {
    const label = labelText(savedValue(workbook, sheet, row, range.left))
    if (label === undefined) continue
    const key = KEYS.find(
      (known) =>
        known ===
        label
          .toLowerCase()
          .replace(/[:\s]+/g, ' ')
          .trim(),
    )
    if (!key) problems.push(`${label}: is not a key of a solve block`)
    else if (cells.has(key)) problems.push(`${label}: is given twice`)
    else cells.set(key, { row, col: range.right })
  }
  for (const key of REQUIRED) if (!cells.has(key)) problems.push(`${key}: is missing`)

  const value = (key: SolveKey) => {
    const cell = cells.get(key)
    return cell ? savedValue(workbook, sheet, cell.row, cell.col) : null
  }
  const cellPlace = (key: SolveKey): PortPlace | undefined => {
    const cell = cells.get(key)
    if (!cell || (value(key) === null && !isFormula(bound, sheet, cell))) return undefined
    return { sheet, range: { top: cell.row, bottom: cell.row, left: cell.col, right: cell.col } }
  }
  const pointer = (key: SolveKey) => {
    const cell = cells.get(key)
    const found = cell && pointedCell(bound, sheet, cell)
    if (cell && !found) problems.push(`${key}: ${cellName(cell.row, cell.col)} must name one cell, such as Sheet1!B2`)
    return found
  }
  const positive = (key: SolveKey, fallback: number) => {
    const given = value(key)
    if (given === null) return fallback
    if (typeof given === 'number' && given > 0) return given
    problems.push(`${key}: must be a number above 0`)
    return fallback
  }

  const target = pointer('target cell')
  const changing = pointer('by changing')
  const algorithm = algorithmOf(labelText(value('solve algorithm')), problems)
  const maxChange = positive('max change', DEFAULT_MAX_CHANGE)
  const maxIterations = Math.floor(positive('max iterations', DEFAULT_MAX_ITERATIONS))
  const targetValue = cellPlace('target value')
  if (cells.has('target value') && !targetValue) problems.push('target value: is empty')
  if (problems.length > 0 || !target || !changing || !targetValue) {
    diagnostics.add('INVALID_SOLVE_NAMERANGES', { name, problems }, where)
    return undefined
  }
  return {
    name,
    place,
    runIf: cellPlace('run if'),
    target,
    targetValue,
    changing,
    algorithm,
    maxChange,
    maxIterations,
    initialGuess: cellPlace('initial guess'),
    lowerBound: cellPlace('lower bound'),
    upperBound: cellPlace('upper bound'),
  }
}

function isFormula(bound: BoundWorkbook, sheet: number, { row, col }: { row: number; col: number }): boolean {
  return bound.workbook.sheets[sheet]?.cells.get(row, col)?.kind === 'formula'
}

function algorithmOf(text: string | undefined, problems: string[]): SolveAlgorithm {
  const upper = text?.toUpperCase()
  if (upper === undefined || upper === 'BRENT') return 'BRENT'
  if (upper !== 'SECANT') problems.push(`solve algorithm: ${text} is not SECANT or BRENT`)
  return 'SECANT'
}

/** The cell that a key's value points to: as text (`Sheet1!B2`, a name), or as a formula that refers to it (`=B2`). */
function pointedCell(
  bound: BoundWorkbook,
  sheet: number,
  { row, col }: { row: number; col: number },
): { sheet: number; row: number; col: number } | undefined {
  const cell = bound.workbook.sheets[sheet]?.cells.get(row, col)
  if (!cell) return undefined
  const text = cell.kind === 'constant' ? cell.value : cell.formula.kind === 'normal' ? cell.formula.text : undefined
  if (typeof text !== 'string' || text.trim() === '') return undefined
  const formula = bound.text(text.trim().replace(/^=/, ''), sheet, row, col, undefined)
  const { tree } = formula
  if (tree.kind === 'name') {
    const place = placeOfName(bound, tree.name.definition)
    return place && isOneCell(place) ? { sheet: place.sheet, row: place.range.top, col: place.range.left } : undefined
  }
  if (tree.kind !== 'cell') return undefined
  const { point } = tree
  return {
    sheet: tree.sheet < 0 ? sheet : tree.sheet,
    row: point.row.relative ? row + point.row.value : point.row.value,
    col: point.col.relative ? col + point.col.value : point.col.value,
  }
}

function isOneCell({ range }: PortPlace): boolean {
  return range.top === range.bottom && range.left === range.right
}
