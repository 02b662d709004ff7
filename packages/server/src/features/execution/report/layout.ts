import type { Range, Sheet } from '@sheetwright/compiler/model.ts'

/** A column or row on paper, in points from the start of the range. */
interface Track {
  readonly index: number
  readonly from: number
  readonly size: number
}

/** The unscaled layout of a sheet range on paper. Hidden rows and columns are left out. */
export interface ReportLayout {
  readonly columns: readonly Track[]
  readonly rows: readonly Track[]
  readonly width: number
}

/** Converts a column width in digits of the standard font, with padding, to points, at 96 dpi. */
const pointsOf = (digits: number) => (digits * 7 + 5) * 0.75

export function layOut(sheet: Sheet, range: Range): ReportLayout {
  const columns = tracks(range.left, range.right, (col) => {
    const info = sheet.columns.find(({ first, last }) => first <= col && col <= last)
    return info?.hidden === true ? 0 : pointsOf(info?.width ?? sheet.defaultColumnWidth)
  })
  const rows = tracks(range.top, range.bottom, (row) => {
    const info = sheet.rows.get(row)
    return info !== undefined && info.hidden !== 'no' ? 0 : (info?.height ?? sheet.defaultRowHeight)
  })
  const last = columns.at(-1)
  return { columns, rows, width: last === undefined ? 0 : last.from + last.size }
}

function tracks(first: number, last: number, sizeOf: (index: number) => number): Track[] {
  const list: Track[] = []
  let from = 0
  for (let index = first; index <= last; index++) {
    const size = sizeOf(index)
    if (size > 0) list.push({ index, from, size })
    from += size
  }
  return list
}
