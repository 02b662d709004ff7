import { rangeName } from '../model/address.ts'
import type { Sheet, Workbook } from '../model/workbook.ts'

/** What a page knows about a sheet before it requests cells. */
export interface SheetOverview {
  readonly name: string
  readonly visibility: Sheet['visibility']
  readonly isWorksheet: boolean
  /** Rows and columns to show: up to the last used cell. */
  readonly rows: number
  readonly cols: number
  readonly frozen: { readonly rows: number; readonly cols: number } | null
  readonly showGridLines: boolean
  /** In pixels. */
  readonly rowHeight: number
  readonly columnWidth: number
  /** Columns with their own width; hidden ones have 0. */
  readonly widths: readonly (readonly [col: number, width: number])[]
  readonly heights: readonly (readonly [row: number, height: number])[]
  readonly merges: readonly string[]
}

/** Further sizes and merges are left out: no page shows them all. */
const MOST_ENTRIES = 50_000
const WIDEST = 600
/** A column's width is this many pixels per digit plus padding. */
const PIXELS_OF_CHARACTER = 7
const PIXELS_AROUND = 5
const PIXELS_OF_POINT = 96 / 72

export function bookOverview({ sheets }: Workbook): SheetOverview[] {
  return sheets.map((sheet) => {
    const cols = (sheet.used?.right ?? -1) + 1
    return {
      name: sheet.name,
      visibility: sheet.visibility,
      isWorksheet: sheet.kind === 'worksheet',
      rows: (sheet.used?.bottom ?? -1) + 1,
      cols,
      frozen: sheet.frozen ?? null,
      showGridLines: sheet.showGridLines,
      rowHeight: pixelsOfPoints(sheet.defaultRowHeight),
      columnWidth: pixelsOfWidth(sheet.defaultColumnWidth),
      widths: widthsOf(sheet, cols),
      heights: heightsOf(sheet),
      merges: sheet.merges.slice(0, MOST_ENTRIES).map(rangeName),
    }
  })
}

function widthsOf({ columns }: Sheet, cols: number): [number, number][] {
  return columns.flatMap(({ first, last, width, hidden }) => {
    if (width === undefined && !hidden) return []
    const pixels = hidden || width === undefined ? 0 : pixelsOfWidth(width)
    const end = Math.min(last, Math.max(cols, first))
    return Array.from({ length: end - first + 1 }, (_, i): [number, number] => [first + i, pixels])
  })
}

function heightsOf({ rows }: Sheet): [number, number][] {
  const heights: [number, number][] = []
  for (const [row, { height, hidden }] of rows) {
    if (heights.length >= MOST_ENTRIES) break
    if (hidden !== 'no') heights.push([row, 0])
    else if (height !== undefined) heights.push([row, pixelsOfPoints(height)])
  }
  return heights
}

function pixelsOfWidth(characters: number): number {
  return Math.min(WIDEST, Math.round(characters * PIXELS_OF_CHARACTER + PIXELS_AROUND))
}

function pixelsOfPoints(points: number): number {
  return Math.max(1, Math.round(points * PIXELS_OF_POINT))
}
