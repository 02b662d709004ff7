import type { Range } from '../model/address.ts'
import type { Cell } from '../model/cell.ts'
import type { Sheet, Workbook } from '../model/workbook.ts'

/** Cells below a row of headings that could be passed as a table. */
export interface Block {
  readonly sheet: number
  /** Includes the row of headings. */
  readonly range: Range
  /** The name of the Excel table, if it is one. */
  readonly name: string | undefined
  /** Some of its columns are computed. */
  readonly isComputed: boolean
}

const LEAST_ROWS = 3
const LEAST_COLUMNS = 2
const MOST_BLOCKS = 50

/** Blocks with headings: Excel tables, and rows of texts with at least three full rows of numbers below. */
export function findBlocks(workbook: Workbook): Block[] {
  const blocks: Block[] = workbook.tables.flatMap(({ name, sheet, range, headerRows, totalsRows }) => {
    const entry = workbook.sheets[sheet]
    if (!entry || headerRows === 0) return []
    const data = { ...range, bottom: range.bottom - totalsRows }
    return [{ sheet, range: data, name, isComputed: hasFormulas(entry, data) }]
  })
  workbook.sheets.forEach((entry, sheet) => {
    for (const range of headedRanges(entry)) {
      if (blocks.length >= MOST_BLOCKS) return
      if (blocks.some((block) => block.sheet === sheet && overlaps(block.range, range))) continue
      blocks.push({ sheet, range, name: undefined, isComputed: hasFormulas(entry, range) })
    }
  })
  return blocks.slice(0, MOST_BLOCKS)
}

function headedRanges(sheet: Sheet): Range[] {
  const headings = new Map<number, number[]>()
  sheet.cells.forEach((row, col, cell) => {
    if (!isHeading(cell) || !isFigure(sheet.cells.get(row + 1, col))) return
    const columns = headings.get(row)
    if (columns) columns.push(col)
    else headings.set(row, [col])
  })
  return [...headings].flatMap(([row, columns]) =>
    runsOf(columns.toSorted((a, b) => a - b)).flatMap(([left, right]) => {
      let bottom = row
      const isFull = (at: number) => {
        for (let col = left; col <= right; col++) if (!isFigure(sheet.cells.get(at, col))) return false
        return true
      }
      while (isFull(bottom + 1)) bottom++
      return bottom - row >= LEAST_ROWS && hasDistinctHeadings(sheet, row, left, right)
        ? [{ top: row, left, bottom, right }]
        : []
    }),
  )
}

/** Callers name the columns of a table by their headings. */
function hasDistinctHeadings({ cells }: Sheet, row: number, left: number, right: number): boolean {
  const headings = new Set<string>()
  for (let col = left; col <= right; col++) {
    const cell = cells.get(row, col)
    if (cell?.kind === 'constant') headings.add(String(cell.value).trim().toLowerCase())
  }
  return headings.size === right - left + 1
}

/** Runs of adjacent columns. */
function runsOf(columns: readonly number[]): (readonly [number, number])[] {
  const runs: [number, number][] = []
  for (const col of columns) {
    const last = runs.at(-1)
    if (last && last[1] === col - 1) last[1] = col
    else runs.push([col, col])
  }
  return runs.filter(([left, right]) => right - left + 1 >= LEAST_COLUMNS)
}

function isHeading(cell: Cell): boolean {
  return cell.kind === 'constant' && typeof cell.value === 'string' && cell.value.trim() !== ''
}

function isFigure(cell: Cell | undefined): boolean {
  if (cell === undefined) return false
  return cell.kind === 'formula' ? true : typeof cell.value === 'number' || typeof cell.value === 'boolean'
}

/** The first row is enough: a column is filled with one kind of cell. */
function hasFormulas({ cells }: Sheet, { top, left, right }: Range): boolean {
  for (let col = left; col <= right; col++) if (cells.get(top + 1, col)?.kind === 'formula') return true
  return false
}

function overlaps(a: Range, b: Range): boolean {
  return a.top <= b.bottom && a.bottom >= b.top && a.left <= b.right && a.right >= b.left
}
