/** Positions of the rows or columns of a sheet: a default size, and those with their own size. */
export class SheetAxis {
  readonly count: number
  private readonly usual: number
  /** Ascending; each with its start position. */
  private readonly special: readonly { readonly index: number; readonly size: number; readonly start: number }[]

  constructor(count: number, usual: number, sizes: readonly (readonly [number, number])[]) {
    this.count = count
    this.usual = usual
    let start = 0
    let from = 0
    this.special = sizes
      .filter(([index]) => index < count)
      .toSorted(([a], [b]) => a - b)
      .map(([index, size]) => {
        start += (index - from) * usual
        const entry = { index, size, start }
        start += size
        from = index + 1
        return entry
      })
  }

  /** The start of an index; the index after the last gives the total length. */
  start(index: number): number {
    const before = this.lastAtOrBefore(index)
    if (!before) return index * this.usual
    if (before.index === index) return before.start
    return before.start + before.size + (index - before.index - 1) * this.usual
  }

  size(index: number): number {
    const before = this.lastAtOrBefore(index)
    return before?.index === index ? before.size : this.usual
  }

  /** The index at a position. */
  indexAt(position: number): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.start(middle + 1) <= position) low = middle + 1
      else high = middle
    }
    return Math.min(low, this.count - 1)
  }

  private lastAtOrBefore(index: number) {
    let low = 0
    let high = this.special.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.special[middle]?.index ?? 0) <= index) low = middle + 1
      else high = middle
    }
    return this.special[low - 1]
  }
}

/** A rectangle of cells, both corners included. */
export interface CellRange {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

export function columnName(col: number): string {
  let name = ''
  for (let rest = col + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  }
  return name
}

function cellName(row: number, col: number): string {
  return `${columnName(col)}${row + 1}`
}

export function rangeName({ top, left, bottom, right }: CellRange): string {
  const from = cellName(top, left)
  const to = cellName(bottom, right)
  return from === to ? from : `${from}:${to}`
}

const CELL = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/

/** The cells of `B3` or `B3:D9`; undefined for anything else. */
export function parseRange(text: string): CellRange | undefined {
  const [from = '', to = from, ...more] = text.split(':')
  const [start, end] = [parseCell(from), parseCell(to)]
  if (!start || !end || more.length > 0) return undefined
  return {
    top: Math.min(start.row, end.row),
    left: Math.min(start.col, end.col),
    bottom: Math.max(start.row, end.row),
    right: Math.max(start.col, end.col),
  }
}

function parseCell(text: string): { row: number; col: number } | undefined {
  const match = CELL.exec(text.trim())
  if (!match?.[1] || !match[2]) return undefined
  let col = 0
  for (const letter of match[1].toUpperCase()) col = col * 26 + letter.charCodeAt(0) - 64
  return { row: Number(match[2]) - 1, col: col - 1 }
}

export function holds(range: CellRange, row: number, col: number): boolean {
  return row >= range.top && row <= range.bottom && col >= range.left && col <= range.right
}

/** Sheet and cells of `Sheet1!B3:D9`. */
export function splitAddress(address: string): { sheet: string; range: CellRange | undefined } {
  const mark = address.lastIndexOf('!')
  return { sheet: address.slice(0, Math.max(mark, 0)), range: parseRange(address.slice(mark + 1)) }
}
