import { type Area, ExcelError, errors, type Reference } from '../values.ts'
import { BeyondProgram } from './beyond-program.ts'

interface Home {
  readonly sheet: number
  readonly row: number
  readonly col: number
}

/** `'My sheet'!` or `Sheet1!` before a reference. */
const PREFIX = /^(?:'((?:[^'[\]]|'')+)'|([A-Za-z_][\w.]*))!/
const CELLS = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})(?::\$?([A-Za-z]{1,3})\$?(\d{1,7}))?$/
const COLUMNS = /^\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})$/
const ROWS = /^\$?(\d{1,7}):\$?(\d{1,7})$/
const NAME = /^[A-Za-z_][\w.]*$/
/** A column and a row that may be outside the sheet. */
const CELL_LIKE = /^[A-Za-z]+\d+$/
/** One corner in R1C1 notation: `R5C2`, `R[-1]C`, `RC[3]`. */
const R1C1 = /^R(?:(\d{1,7})|\[(-?\d{1,7})\])?C(?:(\d{1,5})|\[(-?\d{1,5})\])?$/i

/** Resolves INDIRECT's text. Anything except plain references and names of cells goes beyond a program. */
export class TextReferences {
  private readonly sheets: ReadonlyMap<string, number>
  private readonly names: ReadonlyMap<string, Area | null>
  private readonly hasLabels: boolean
  private readonly grid: { readonly rows: number; readonly cols: number }
  private readonly reference: (areas: readonly Area[]) => Reference

  constructor(
    sheetNames: readonly string[],
    data: {
      readonly grid: { readonly rows: number; readonly cols: number }
      readonly names: readonly (readonly [string, number, Area | null])[]
      readonly hasLabels: boolean
    },
    reference: (areas: readonly Area[]) => Reference,
  ) {
    this.sheets = new Map(sheetNames.map((name, i): [string, number] => [name.toLowerCase(), i]).toReversed())
    this.names = new Map(data.names.map(([name, sheet, area]) => [`${sheet}/${name}`, area]))
    this.grid = data.grid
    this.hasLabels = data.hasLabels
    this.reference = reference
  }

  resolve(text: string, style: 'A1' | 'R1C1', home: Home): Reference | ExcelError {
    const prefix = PREFIX.exec(text)
    const sheetName = prefix && (prefix[1]?.replaceAll("''", "'") ?? prefix[2] ?? '')
    const sheet = sheetName === null ? home.sheet : this.sheets.get(sheetName.toLowerCase())
    if (sheet === undefined || (prefix?.[2] !== undefined && CELLS.test(prefix[2]))) {
      throw new BeyondProgram('INDIRECT names a sheet the workbook does not have.')
    }
    const rest = prefix ? text.slice(prefix[0].length) : text
    const area = style === 'A1' ? this.plain(rest, sheet, home, prefix !== null) : this.byNumbers(rest, sheet, home)
    if (!area) throw new BeyondProgram('INDIRECT got more than a plain reference.')
    return area instanceof ExcelError ? area : this.reference([area])
  }

  private plain(text: string, sheet: number, home: Home, isQualified: boolean): Area | ExcelError | undefined {
    if (text === '' && !isQualified) return errors.ref
    const { rows, cols } = this.grid
    const cells = CELLS.exec(text)
    if (cells) {
      const [from, to] = [columnOf(cells[1] ?? ''), columnOf(cells[3] ?? cells[1] ?? '')]
      return this.area(sheet, Number(cells[2]) - 1, from, Number(cells[4] ?? cells[2]) - 1, to)
    }
    const columns = COLUMNS.exec(text)
    if (columns) return this.area(sheet, 0, columnOf(columns[1] ?? ''), rows - 1, columnOf(columns[2] ?? ''))
    const lines = ROWS.exec(text)
    if (lines) return this.area(sheet, Number(lines[1]) - 1, 0, Number(lines[2]) - 1, cols - 1)
    if (!NAME.test(text) || CELL_LIKE.test(text) || isQualified) return undefined
    const name = text.toLowerCase()
    const own = this.names.get(`${home.sheet}/${name}`)
    const area = own === undefined ? this.names.get(`-1/${name}`) : own
    return area === undefined && !this.hasLabels ? errors.ref : (area ?? undefined)
  }

  private byNumbers(text: string, sheet: number, home: Home): Area | undefined {
    const [first = '', second = first, ...more] = text.split(':')
    const from = R1C1.exec(first)
    const to = R1C1.exec(second)
    if (!from || !to || more.length > 0) return undefined
    const row = (match: RegExpExecArray) =>
      match[1] === undefined ? home.row + Number(match[2] ?? 0) : Number(match[1]) - 1
    const col = (match: RegExpExecArray) =>
      match[3] === undefined ? home.col + Number(match[4] ?? 0) : Number(match[3]) - 1
    return this.area(sheet, row(from), col(from), row(to), col(to))
  }

  /** Corners in any order; undefined outside the sheet. */
  private area(sheet: number, row: number, col: number, toRow: number, toCol: number): Area | undefined {
    const { rows, cols } = this.grid
    const isInside = [row, toRow].every((r) => r >= 0 && r < rows) && [col, toCol].every((c) => c >= 0 && c < cols)
    if (!isInside) return undefined
    return {
      sheet,
      top: Math.min(row, toRow),
      left: Math.min(col, toCol),
      bottom: Math.max(row, toRow),
      right: Math.max(col, toCol),
    }
  }
}

function columnOf(letters: string): number {
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
