import type { Calculator } from '@sheetwright/runtime/engine/calculator.ts'
import type { CellPlace } from '@sheetwright/runtime/engine/ports.ts'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { readWorkbook } from '../1-read/read-workbook.ts'
import type { Workbook } from '../model/workbook.ts'

/** A workbook that another application recalculated and saved; only its values are used. */
export class RecalculatedWorkbook implements Calculator {
  readonly date1904: boolean
  readonly locale: string
  readonly sheetNames: readonly string[]
  private readonly sheets: ReadonlyMap<string, Workbook['sheets'][number]>

  /** `original` gives the sheet indexes: the other application may have dropped sheets. */
  private constructor(saved: Workbook, original: Workbook, locale: string) {
    this.date1904 = original.date1904
    this.locale = locale
    this.sheetNames = original.sheets.map(({ name }) => name)
    this.sheets = new Map(saved.sheets.map((sheet) => [sheet.name, sheet]))
  }

  static async read(bytes: Uint8Array, original: Workbook, locale: string): Promise<RecalculatedWorkbook> {
    const { workbook } = await readWorkbook(bytes)
    if (workbook === null) throw new Error('What the other program made of the workbook cannot be read')
    return new RecalculatedWorkbook(workbook, original, locale)
  }

  value({ sheet, row, col }: CellPlace): Scalar {
    const cell = this.sheets.get(this.sheetNames[sheet] ?? '')?.cells.get(row, col)
    if (cell === undefined) return null
    return cell.kind === 'formula' ? (cell.saved ?? null) : cell.value
  }

  errorSource(place: CellPlace): CellPlace {
    return place
  }

  /** Read-only: it takes no values, and holds only values of cells. */
  begin(): void {}
  announce(): void {}
  put(): void {}

  limit(): Scalar {
    return null
  }

  choices(): readonly Scalar[] {
    return []
  }
}
